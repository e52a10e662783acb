import { expect, test } from 'vitest'
import { type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const AUGUST = '2026-08-20T09:00:00.000Z'
const TODAY = '2026-11-18T10:30:00.000Z'
const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(40))
const SOURCE = { filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }

const tagsAt = (name: string, sha: string | undefined) =>
  sha === undefined ? [] : [{ name, commit: { sha } }]
const datesOf = async (trial: GithubTrial) =>
  (await trial.ships()).map(({ natural_key, title, occurred_at, withdrawn_at }) => [
    String(natural_key).replace('github:101:release:', ''),
    title,
    occurred_at,
    withdrawn_at === null ? 'stands' : 'withdrawn',
  ])
const comparedOf = (trial: GithubTrial) =>
  trial.asked.flatMap((path) => /\/compare\/([^?]*)/.exec(path)?.[1] ?? [])

const v1 = (published_at: string) => release(5, { tag_name: 'v1', name: 'One', published_at })

test.each<[string, string | undefined, string | undefined]>([
  ['its tag at the same commit', A, A],
  ['a tag that GitHub does not give', undefined, undefined],
  ['a commit that was not known before', undefined, A],
])(
  '[R125] a release that is taken back to a draft and published again keeps its date: %s',
  async (_, first, second) => {
    await using trial = await openGithubTrial(
      { now: NOW, streams: ['releases'] },
      {
        releases: [v1(AUGUST), release(4, { published_at: '2026-08-01T09:00:00Z' })],
        tags: tagsAt('v1', first),
      },
    )
    await trial.read()
    const before = await trial.ships()
    trial.repository.tags = tagsAt('v1', second)
    trial.repository.releases = [v1(TODAY), ...trial.repository.releases.slice(1)]
    for (const _ of [1, 2]) await trial.read(1)
    const withoutCommit = (ships: readonly Record<string, unknown>[]) =>
      ships.map(({ facts, ...ship }) => ({ ...ship, facts: { ...(facts as object), commit: null } }))
    expect(withoutCommit(await trial.ships())).toEqual(withoutCommit(before))
  },
)

const NOVEMBER = '2026-11-01T09:00:00.000Z'
const NEW_KEY = `5:${Date.parse(TODAY) / 1000}`

test('[R125] [R70] a release that is published again of another commit is a new release, compared with the former', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    {
      releases: [v1(NOVEMBER), release(4, { published_at: '2026-10-01T09:00:00Z' })],
      tags: tagsAt('v1', A),
      compared: { 'v1.4.0...v1': { status: 'ahead', files: [SOURCE] } },
    },
  )
  await trial.read()
  trial.repository.releases = [v1(TODAY), ...trial.repository.releases.slice(1)]
  trial.repository.tags = tagsAt('v1', B)
  trial.repository.compared = { [`${A}...v1`]: { status: 'ahead', files: [] } }
  for (const hours of [1, 1]) await trial.read(hours)
  expect(comparedOf(trial)).toEqual(['v1.4.0...v1', `${A}...v1`])
  expect((await datesOf(trial)).slice(1)).toEqual([
    ['5', 'One', NOVEMBER, 'withdrawn'],
    [NEW_KEY, 'One', TODAY, 'stands'],
  ])
  expect((await trial.ships()).at(-1)).toMatchObject({ facts: { changes: 'none', commit: B } })
  for (const { occurred_at, detected_at } of await trial.ships())
    expect(Date.parse(String(occurred_at))).toBeLessThanOrEqual(Date.parse(String(detected_at)))
  const before = await datesOf(trial)
  trial.repository.releases = [v1('2026-11-18T11:30:00.000Z'), ...trial.repository.releases.slice(1)]
  for (const hours of [1, 1]) await trial.read(hours)
  expect(await datesOf(trial)).toEqual(before)
})

test('[R125] a release that is published again of its former commit is the former release', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    { releases: [v1(NOVEMBER)], tags: tagsAt('v1', A) },
  )
  for (const [published, commit] of [
    [NOVEMBER, A],
    [TODAY, B],
    ['2026-11-18T13:30:00.000Z', A],
  ] as const) {
    trial.repository.releases = [v1(published)]
    trial.repository.tags = tagsAt('v1', commit)
    for (const hours of [20, 20]) await trial.read(hours)
  }
  expect(await datesOf(trial)).toEqual([
    ['5', 'One', NOVEMBER, 'stands'],
    [NEW_KEY, 'One', TODAY, 'withdrawn'],
  ])
})

test('[R70] a release that is published again under another tag is a new release, detected after its date', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    { releases: [v1(NOVEMBER)], tags: tagsAt('v1', A) },
  )
  await trial.read()
  trial.repository.releases = [release(5, { tag_name: 'v2', name: 'Two', published_at: TODAY })]
  trial.repository.tags = [...tagsAt('v1', A), ...tagsAt('v2', A)]
  for (const hours of [1, 1]) await trial.read(hours)
  expect(await datesOf(trial)).toEqual([
    ['5', 'One', NOVEMBER, 'withdrawn'],
    [NEW_KEY, 'Two', TODAY, 'stands'],
  ])
  expect((await trial.ships()).at(-1)).toMatchObject({ detected_at: '2026-11-18T11:00:00.000Z' })
})

const nightly = (id: number, published_at: string, name: string) =>
  release(id, { tag_name: 'latest', name, published_at, prerelease: true })

test('a rolling release that is made again of another commit is a new release, compared with the former', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    { releases: [nightly(1, '2026-11-17T02:00:00.000Z', 'Of 17')], tags: tagsAt('latest', A) },
  )
  await trial.read()
  trial.repository.releases = [nightly(2, TODAY, 'Of 18')]
  trial.repository.tags = tagsAt('latest', B)
  trial.repository.compared = { [`${A}...latest`]: { status: 'ahead', files: [SOURCE] } }
  for (const _ of [1, 2]) await trial.read(1)
  expect(await datesOf(trial)).toEqual([
    ['1', 'Of 17', '2026-11-17T02:00:00.000Z', 'withdrawn'],
    ['2', 'Of 18', TODAY, 'stands'],
  ])
  expect((await trial.ships()).at(-1)).toMatchObject({ facts: { changes: 'substantive', commit: B } })
})

test('a rolling release whose former commit is unknown keeps title and date once, and is new at the next commit', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    { releases: [nightly(1, AUGUST, 'Of 20 August')] },
  )
  await trial.read()
  trial.repository.releases = [nightly(2, TODAY, 'Of 18')]
  trial.repository.tags = tagsAt('latest', B)
  await trial.read(1)
  expect(await datesOf(trial)).toEqual([['1', 'Of 20 August', AUGUST, 'stands']])
  trial.repository.releases = [nightly(3, '2026-11-19T02:00:00.000Z', 'Of 19')]
  trial.repository.tags = tagsAt('latest', C)
  for (const _ of [1, 2]) await trial.read(20)
  expect(await datesOf(trial)).toEqual([
    ['1', 'Of 20 August', AUGUST, 'withdrawn'],
    ['3', 'Of 19', '2026-11-19T02:00:00.000Z', 'stands'],
  ])
})

test('a tag that could not be looked up is asked for again, although the listing is the same', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases'] },
    { releases: [nightly(1, '2026-11-17T02:00:00.000Z', 'Of 17')], tags: tagsAt('latest', A) },
  )
  trial.override = ({ url = '' }) => (url.includes('sha=latest') ? { status: 502, body: '' } : undefined)
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  trial.override = () => undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await trial.ships()).toMatchObject([{ facts: { commit: A } }])
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

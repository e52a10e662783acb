import { expect, test } from 'vitest'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  release,
  type ServedRepository,
} from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const open = (repository: Partial<ServedRepository>) =>
  openGithubTrial({ now: NOW, streams: ['releases'] }, repository)

const SOURCE = { filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }
const DOCS = { filename: 'CHANGELOG.md', additions: 2, deletions: 1, patch: '+a\n-b' }
const VERSION = {
  filename: 'package.json',
  additions: 1,
  deletions: 1,
  patch: '@@ -3 +3 @@\n-  "version": "1.4.0",\n+  "version": "1.5.0",',
}
const LOCK = { filename: 'package-lock.json', additions: 2, deletions: 2, patch: '+a\n-b' }
const tagged = (tag: string, day: number, over: Record<string, unknown> = {}) =>
  release(day, { tag_name: tag, published_at: `2026-11-${day}T09:00:00Z`, ...over })

async function changesOf(trial: GithubTrial) {
  const ships = await trial.ships()
  return Object.fromEntries(
    ships.map(({ version, facts }) => [version, (facts as Record<string, unknown>)['changes']]),
  )
}
const compared = (trial: GithubTrial) => trial.asked.filter((path) => path.includes('/compare/'))

test.each<[string, unknown, string | undefined]>([
  ['the commit that was released before', { status: 'identical', files: [] }, 'identical'],
  ['an older commit', { status: 'behind', files: [] }, 'identical'],
  ['source', { status: 'ahead', files: [DOCS, SOURCE] }, 'substantive'],
  ['source on another branch', { status: 'diverged', files: [SOURCE] }, 'substantive'],
  ['a changelog alone', { status: 'ahead', files: [DOCS] }, 'none'],
  ['more files than GitHub names', { status: 'ahead', files: Array(300).fill(DOCS) }, 'not_read'],
  ['no files named', { status: 'ahead' }, 'not_read'],
  ['a tag that is gone', undefined, 'not_read'],
])('[R81] a release of %s', async (_, row, expected) => {
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: row === undefined ? {} : { 'v1...v2': row },
  })
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: expected })
})

test.each<[string, readonly unknown[], string]>([
  ['a version line', [VERSION], 'none'],
  ['a version line, its lock file and a changelog', [VERSION, LOCK, DOCS], 'none'],
  ['a version line and one of source', [VERSION, SOURCE], 'substantive'],
  ['a version line whose difference is not given', [{ ...VERSION, patch: undefined }], 'not_read'],
])('[R92] a release of %s', async (_, files, expected) => {
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: { 'v1...v2': { status: 'ahead', files } },
  })
  await trial.read()
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: expected })
})

test('[R81] a full release is compared with the full one before, a prerelease with the newest of either kind', async () => {
  await using trial = await open({
    releases: [
      tagged('@lumen/core@2.0.0', 17),
      tagged('v2-rc.2', 16, { prerelease: true }),
      tagged('v2-rc.1', 15, { prerelease: true }),
      tagged('v1', 14),
    ],
  })
  await trial.read()
  expect(compared(trial).map((path) => decodeURIComponent(path.replace(/^.*compare\/|\?.*$/g, '')))).toEqual([
    'v1...@lumen/core@2.0.0',
    'v2-rc.1...v2-rc.2',
    'v1...v2-rc.1',
  ])
})

test('[R81] a release is compared once, also when its listing changes; another tag is compared again', async () => {
  const row = { status: 'identical', files: [] }
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: { 'v1...v2': row },
  })
  await trial.read()
  trial.repository.releases = [tagged('v2', 16, { name: 'Two' }), tagged('v1', 14)]
  await trial.read(1)
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: 'identical' })
  expect(compared(trial)).toHaveLength(1)
  trial.repository.releases = [tagged('v2.0', 16), tagged('v1', 14)]
  trial.repository.compared = { 'v1...v2.0': { status: 'ahead', files: [SOURCE] } }
  await trial.read(1)
  expect(await changesOf(trial)).toEqual({ v1: undefined, 'v2.0': 'substantive' })
})

test('[R81] a comparison that fails is asked for again, and the release is recorded without it', async () => {
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: { 'v1...v2': { status: 'identical', files: [] } },
  })
  trial.override = ({ url = '' }) => (url.includes('/compare/') ? { status: 502, body: 'busy' } : undefined)
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: undefined })
  trial.override = () => undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: 'identical' })
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('[R81] the twenty newest releases are compared', async () => {
  const daily = Array.from({ length: 25 }, (_, n) => {
    const published_at = new Date(Date.parse('2026-11-17T09:00:00Z') - n * 86_400_000).toISOString()
    return release(1000 - n, { tag_name: `v${1000 - n}`, published_at })
  })
  await using trial = await open({ releases: daily })
  await trial.read()
  expect(compared(trial)).toHaveLength(20)
  expect(compared(trial)[0]).toContain('v999...v1000')
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('[R81] releases of the last 90 days alone are compared', async () => {
  const monthly = [9, 8, 7].map((month) =>
    release(month, { tag_name: `v0.${month}`, published_at: `2026-0${month}-01T00:00:00Z` }),
  )
  await using trial = await open({ releases: monthly })
  await trial.read()
  expect(compared(trial).map((path) => path.replace(/^.*compare\/|\?.*$/g, ''))).toEqual(['v0.8...v0.9'])
})

const BOT = { author: { login: 'nightly[bot]', type: 'Bot' } }
/** A commit of hour `n`. Its subject is the same each time, as a script's is. */
const scripted = (n: number) =>
  commit(`5c${n}`, `2026-11-15T0${n}:00:00Z`, {
    commit: { message: 'Sync', ...dated(`2026-11-15T0${n}:00:00Z`) },
  })
const dated = (date: string) => ({ author: { name: 'Ada', date }, committer: { name: 'Ada', date } })
const ADA = commit('ada', '2026-11-15T12:34:00Z')
const SYNC = [9, 8, 7, 6, 5, 4].map(scripted)
const range = (commits: readonly object[], over: object = {}) => ({
  status: 'ahead',
  files: [SOURCE],
  total_commits: commits.length,
  commits,
  ...over,
})
const adaChanged = (files: unknown[]) => ({ files: { [String(ADA['sha'])]: files } })

test.each<[string, object, Partial<ServedRepository>, string]>([
  ['commits of bots alone', range([commit('b1', NOW, BOT)]), {}, 'automated'],
  ['merges alone', range([commit('b1', NOW, { parents: [{}, {}] })]), {}, 'automated'],
  ['one commit of a script', range(SYNC.slice(0, 1)), { commits: SYNC }, 'automated'],
  [
    'one commit that no script shows around',
    range(SYNC.slice(0, 1)),
    { commits: SYNC.slice(0, 3) },
    'substantive',
  ],
  [
    "a bot's work and a person's words",
    range([commit('b1', NOW, BOT), ADA]),
    adaChanged([DOCS]),
    'automated',
  ],
  ["a bot's work and a person's", range([commit('b1', NOW, BOT), ADA]), adaChanged([SOURCE]), 'substantive'],
  ["a person's commit that is gone", range([commit('b1', NOW, BOT), ADA]), {}, 'not_read'],
  ['words by bots', range([commit('b1', NOW, BOT)], { files: [DOCS] }), {}, 'none'],
  ['unread files by bots', range([commit('b1', NOW, BOT)], { files: undefined }), {}, 'not_read'],
  [
    'more commits than are listed',
    range([commit('b1', NOW, BOT)], { total_commits: 300 }),
    {},
    'substantive',
  ],
])('[R132] a release of %s', async (_, row, served, expected) => {
  await using trial = await open({
    releases: [tagged('v2', 16), tagged('v1', 14)],
    compared: { 'v1...v2': row },
    ...served,
  })
  await trial.read()
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: expected })
})

test('[R125] a release of a commit that any release had before is identical, also one that was deleted', async () => {
  const [one, two] = [commit('c1', '2026-11-13T00:00:00Z'), commit('c2', '2026-11-14T00:00:00Z')]
  const ends = (base: object, head: object) => ({
    ...range([head], { status: 'diverged' }),
    base_commit: base,
  })
  await using trial = await open({
    releases: [tagged('v2', 15), tagged('v1', 14)],
    compared: { 'v1...v2': ends(one, two), 'v2...again': ends(two, one), 'v1...other': ends(one, two) },
  })
  await trial.read()
  expect(await changesOf(trial)).toEqual({ v1: undefined, v2: 'substantive' })
  trial.repository.releases = [tagged('again', 16), ...trial.repository.releases]
  await trial.read(1)
  expect(await changesOf(trial)).toMatchObject({ again: 'identical' })
  trial.repository.releases = [tagged('v1', 14)]
  await trial.read(1)
  await trial.read(1)
  trial.repository.releases = [tagged('other', 17), tagged('v1', 14)]
  await trial.read(1)
  expect(await changesOf(trial)).toMatchObject({ v2: 'substantive', other: 'identical' })
})

test.each([
  ['at once', 0],
  ['after it was withdrawn', 3],
])(
  '[R125] a release that is deleted and published again %s stays the one that was recorded',
  async (_, hours) => {
    await using trial = await open({ releases: [tagged('v1', 14), tagged('v0', 12)] })
    await trial.read()
    const before = await trial.ships()
    trial.repository.releases = [tagged('v0', 12)]
    for (let hour = 0; hour < hours; hour += 1) await trial.read(1)
    const withdrawn = (await trial.ships()).map(({ withdrawn_reason }) => withdrawn_reason)
    expect(withdrawn).toEqual([null, hours === 0 ? null : 'release deleted'])
    trial.repository.releases = [
      tagged('v1', 18, { html_url: 'https://github.example/lumen-labs/lumen/releases/tag/v1' }),
      tagged('v0', 12),
    ]
    await trial.read(1)
    await trial.read(2)
    const after = await trial.ships()
    expect(after.map(({ id, occurred_at, detected_at }) => [id, occurred_at, detected_at])).toEqual(
      before.map(({ id, occurred_at, detected_at }) => [id, occurred_at, detected_at]),
    )
    expect(after).toMatchObject([{ missing_since: null }, { missing_since: null, withdrawn_at: null }])
  },
)

test('[R125] a tag that moved on to another release while its own is renamed makes two releases', async () => {
  await using trial = await open({ releases: [tagged('v1', 14)] })
  await trial.read()
  trial.repository.releases = [release(19, { tag_name: 'v1' }), tagged('v1-old', 14)]
  await trial.read(1)
  expect((await trial.ships()).map(({ version }) => version).toSorted()).toEqual(['v1', 'v1-old'])
})

import { expect, test } from 'vitest'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { commits30d } from '#domain/ships/code-week.ts'
import { getSources } from '#records/project/sources.ts'
import { getShips } from '#records/ships/ships.ts'
import { commit, type GithubTrial, githubTrialsOfFile } from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const WORDS = ['pool', 'router', 'tests', 'oracle', 'feed', 'path', 'vault', 'guard', 'compiler', 'event']
/** A commit with one of ten subjects. `push` is in its hash: each push makes other commits. */
const pushed = (n: number, at: string, push: string) =>
  commit(`${push}${n}`, at, {
    commit: { message: `Change the ${WORDS[n]}`, committer: { name: 'Ada', date: at } },
  })
/** Ten commits of the two weeks before. */
const FIRST = WORDS.map((_, n) =>
  pushed(n, `2026-11-${n < 5 ? '0' : ''}${n + 5}T08:00:00.000Z`, 'a'),
).toReversed()
/** The same work, rebased and pushed by force in the running week. */
const REBASED = WORDS.map((_, n) => pushed(n, `2026-11-19T11:0${n}:00.000Z`, 'b')).toReversed()

const open = () => openGithubTrial({ now: NOW, streams: ['commits'] }, { commits: FIRST })

async function counted(trial: GithubTrial): Promise<unknown> {
  const of = { projectIds: [trial.projectId] }
  const [sources, ships] = await Promise.all([getSources(of, trial.database), getShips(of, trial.database)])
  const given = { sources: sources.get(trial.projectId) ?? [], ships: ships.get(trial.projectId) ?? [] }
  const claim = commits30d(given, trial.now)
  return claim.kind === 'UNKNOWN' ? claim.reason : claim.value.count
}
const notes = async (trial: GithubTrial) => (await trial.facts())['rewrittenWeeks']
const note = (trial: GithubTrial, over: Record<string, unknown> = {}) =>
  trial.database
    .updateTable('sources')
    .set({ facts: JSON.stringify({ ...over }) })
    .execute()

test('[case 20] commits that are rebased and pushed by force count once, and the weeks stay as they were read', async () => {
  await using trial = await open()
  await trial.read()
  expect(await counted(trial)).toBe(10)
  const before = await trial.ships()
  trial.repository.commits = REBASED
  await trial.read(2)
  expect(await counted(trial)).toBe(10)
  const after = await trial.ships()
  expect(after).toHaveLength(3)
  expect(after).toEqual(expect.arrayContaining([...before]))
  expect(await notes(trial)).toEqual([
    { week: '2026-11-02', seenAt: trial.now, byDay: {} },
    { week: '2026-11-09', seenAt: trial.now, byDay: {} },
  ])
})

test('[case 20] what is listed of a rewritten week is counted again at each reading', async () => {
  await using trial = await open()
  await trial.read()
  for (const listed of [
    FIRST.slice(0, 3),
    FIRST.slice(0, 5),
    [...REBASED.slice(0, 4), ...FIRST.slice(2, 4)],
    FIRST,
  ]) {
    trial.repository.commits = listed
    await trial.read(2)
    expect(await counted(trial)).toBe(listed.length)
  }
})

test('[case 20] a running week that loses commits is counted as it is listed, now and later', async () => {
  await using trial = await open()
  await trial.read()
  for (const commits of [
    [...REBASED, ...FIRST],
    [...REBASED.slice(4), ...FIRST],
    [...REBASED.slice(2), ...FIRST],
  ]) {
    trial.repository.commits = commits
    await trial.read(2)
    expect(await counted(trial)).toBe(commits.length)
  }
})

/** The human commits of each week as it is recorded, newest last. */
const recordedWeeks = async (trial: GithubTrial) =>
  (await trial.ships()).map(({ facts }) => {
    const { weekStart, humanCommits } = (facts as { codeWeek: CodeWeekFacts }).codeWeek
    return [weekStart, humanCommits]
  })
const FINISHED = [
  ['2026-11-02', 4],
  ['2026-11-09', 6],
]

test('[case 20] a running week whose commits are all pushed away has none, and has them again when they return', async () => {
  const commits = [...REBASED, ...FIRST]
  await using trial = await openGithubTrial(
    { now: '2026-11-19T12:00:00.000Z', streams: ['commits'] },
    { commits },
  )
  await trial.read()
  trial.repository.commits = FIRST
  await trial.read(2)
  expect(await recordedWeeks(trial)).toEqual(expect.arrayContaining([...FINISHED, ['2026-11-16', 0]]))
  expect(await counted(trial)).toBe(10)
  await trial.read(5 * 24)
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  trial.repository.commits = commits
  await trial.read(2)
  expect(await recordedWeeks(trial)).toEqual(expect.arrayContaining([...FINISHED, ['2026-11-16', 10]]))
  expect(await counted(trial)).toBe(20)
})

test('[case 20] of a repository that is empty again no commit is listed, and finished weeks stay as they were read', async () => {
  await using trial = await open()
  await trial.read()
  trial.repository.broken = 409
  await trial.read(2)
  expect(await counted(trial)).toBe(0)
  expect(await recordedWeeks(trial)).toEqual(FINISHED)
  trial.repository.broken = undefined
  await trial.read(2)
  expect(await counted(trial)).toBe(10)
})

test('[case 20] a week that an earlier version noted has no count until it is listed again', async () => {
  await using trial = await open()
  await trial.read()
  await trial.read(0.01)
  await note(trial, { ...(await trial.facts()), rewrittenWeeks: [{ week: '2026-11-09', seenAt: NOW }] })
  expect(await counted(trial)).toBe('NOT_ENOUGH_YET')
  trial.repository.commits = FIRST.slice(2)
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await counted(trial)).toBe(8)
  expect(await notes(trial)).toMatchObject([{ week: '2026-11-09', seenAt: NOW }])
})

test('[case 20] a week that an earlier version noted is listed again, although nothing was pushed', async () => {
  await using trial = await open()
  await trial.read()
  await trial.read(1)
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
  await note(trial, { ...(await trial.facts()), rewrittenWeeks: [{ week: '2026-11-09', seenAt: NOW }] })
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await counted(trial)).toBe(10)
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test.each<[string, unknown]>([
  ['no list', { week: '2026-11-09' }],
  ['no note', ['2026-11-09', null]],
  ['a note of no week', [{ week: 'a week', byDay: {} }, { byDay: {} }]],
])(
  '[case 20] recorded notes about rewritten weeks that are %s change no count',
  async (_, rewrittenWeeks) => {
    await using trial = await open()
    await trial.read()
    await note(trial, { ...(await trial.facts()), rewrittenWeeks })
    expect(await counted(trial)).toBe(10)
  },
)

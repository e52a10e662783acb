import { expect, test } from 'vitest'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { shipStreams, stateOfStreams } from '#domain/collecting/watching.ts'
import { getSources } from '#records/project/sources.ts'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  release,
  type ServedRepository,
} from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()
const NOW = '2026-11-20T10:00:00Z'
const [HOUR, DAY] = [3600, 86_400]
/** A repository in which nothing has happened since July. */
const silent = (over: Partial<ServedRepository> = {}): Partial<ServedRepository> => ({
  pushedAt: '2026-08-01T08:00:00Z',
  releases: [release(1, { published_at: '2026-07-30T09:00:00Z' })],
  tags: [{ name: 'v1.1.0', commit: { sha: 'a'.repeat(40) } }],
  ...over,
})

/** Each stream with the seconds between its readings. */
async function cadences({ database }: GithubTrial): Promise<Readonly<Record<string, number>>> {
  const rows = await database.selectFrom('source_streams').select(['stream', 'cadence_seconds']).execute()
  return Object.fromEntries(rows.map(({ stream, cadence_seconds }) => [stream, cadence_seconds]))
}

/** A trial whose repository was read for half a day. */
async function opened(served: Partial<ServedRepository>): Promise<GithubTrial> {
  const trial = await openGithubTrial({ now: NOW }, served)
  for (const hours of [0, 1, 5, 6]) await trial.read(hours)
  return trial
}

const ALIVE = { commits: HOUR, releases: HOUR, repository: 6 * HOUR, tags: 6 * HOUR }
const MONTHS = { commits: DAY, releases: DAY, repository: 6 * HOUR, tags: DAY }
const WEEKS = { commits: 6 * HOUR, releases: 6 * HOUR, repository: 6 * HOUR, tags: 6 * HOUR }

test.each<[string, Partial<ServedRepository>, Readonly<Record<string, number>>]>([
  ['pushed for months', silent(), MONTHS],
  ['pushed for weeks', silent({ pushedAt: '2026-10-30T08:00:00Z' }), WEEKS],
  ['pushed for months, and released this week', silent({ releases: [release(1)] }), ALIVE],
  ['released for months, and pushed yesterday', silent({ pushedAt: '2026-11-19T08:00:00Z' }), ALIVE],
])('[R55] a repository to which nobody %s', async (_, served, expected) => {
  await using trial = await opened(served)
  expect(await cadences(trial)).toEqual(expected)
})

test.each([
  ['that is alive', '2026-11-19T08:00:00Z', 56],
  ['that was silent for weeks', '2026-10-30T08:00:00Z', 16],
  ['that was silent for months', '2026-08-01T08:00:00Z', 7],
])('[R55] a day of a repository %s, last pushed at %s, takes %d requests', async (_, pushedAt, expected) => {
  await using trial = await opened(silent({ pushedAt }))
  await trial.read(12)
  const before = trial.asked.length
  for (let hour = 0; hour < 24; hour += 1) await trial.read(1)
  expect(trial.asked.length - before).toBe(expected)
})

test('[R55] a commit that is dated in the future is a change of now', async () => {
  await using trial = await opened(silent())
  await trial.database.updateTable('source_streams').set({ due_at: trial.now }).execute()
  trial.repository.commits = [commit('a1', '2031-01-01T08:00:00Z')]
  await trial.read()
  expect(await trial.stream('commits')).toMatchObject({ changed_at: trial.now, cadence_seconds: HOUR })
})

test('[R55] a repository whose changes the version before did not store is silent since its last push', async () => {
  await using trial = await openGithubTrial({ now: NOW }, silent({ releases: [] }))
  await trial.read()
  await trial.database.updateTable('source_streams').set({ changed_at: null }).execute()
  for (const hours of [6, 6]) await trial.read(hours)
  expect(await cadences(trial)).toEqual(MONTHS)
})

test('[R55] the first reading of a silent repository says nothing of its silence', async () => {
  await using trial = await openGithubTrial({ now: NOW }, silent())
  await trial.read()
  expect(await cadences(trial)).toEqual(ALIVE)
})

test('[R55] a silent repository that is read daily is not called stale between its readings', async () => {
  await using trial = await opened(silent())
  const sources = await getSources({ projectIds: [trial.projectId] }, trial.database)
  const streams = [...sources.values()].flat().flatMap(shipStreams)
  expect(streams.map(({ stream, cadenceMs }) => [stream, cadenceMs])).toEqual([
    ['commits', DAY * 1000],
    ['releases', DAY * 1000],
  ])
  const stateAfter = (hours: number) => stateOfStreams(streams, addMs(trial.now, hours * HOUR_MS)).state
  // The slow ones were read six hours ago or more.
  expect([stateAfter(24), stateAfter(60), stateAfter(73)]).toEqual(['MEASURED', 'MEASURED', 'STALE'])
})

test('[R55] a push to a silent repository wakes its other streams within six hours', async () => {
  await using trial = await opened(silent())
  const tags = await trial.stream('tags')
  trial.repository.pushedAt = String(addMs(trial.now, HOUR_MS))
  trial.repository.tags.push({ name: 'v1.2.0', commit: { sha: 'b'.repeat(40) } })
  trial.repository.releases.unshift(release(2, { published_at: addMs(trial.now, HOUR_MS) }))
  expect(await trial.read(5)).toEqual({})
  await trial.read(1)
  await trial.read(0.01)
  expect(await cadences(trial)).toEqual(ALIVE)
  expect(await trial.ships()).toHaveLength(2)
  expect(await trial.stream('tags')).toMatchObject({
    position: { tags: { 'v1.2.0': 'b'.repeat(40) } },
    covers_from: tags['covers_from'],
  })
})

test('[R55] a commit that a slow reading finds makes that reading hourly at once', async () => {
  await using trial = await opened(silent())
  await trial.database
    .updateTable('source_streams')
    .set({ due_at: trial.now })
    .where('stream', '=', 'commits')
    .execute()
  trial.repository.commits = [commit('a1', '2026-11-20T09:00:00Z')]
  await trial.read()
  expect(await cadences(trial)).toMatchObject({ commits: HOUR })
})

test('[R55] a release that is gone from a silent repository is looked up again within the hour', async () => {
  await using trial = await opened(silent())
  trial.repository.releases = []
  await trial.read(24)
  expect(await cadences(trial)).toMatchObject({ releases: HOUR })
  await trial.read(1)
  expect(await trial.ships()).toMatchObject([{ withdrawn_reason: 'release deleted' }])
})

import { expect, test } from 'vitest'
import type { Instant } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { answerNamed, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const recorded = await recordedAnswers('github')
const answerOf = (name: string) => recorded.get(name)?.answer
const pauseOf = async (trial: GithubTrial): Promise<Instant | null | undefined> =>
  (await getBudgets(trial.database)).find(({ provider }) => provider === 'github')?.coolOffUntil
const left = (remaining: number): Scripted => ({
  body: JSON.stringify({ resources: { core: { limit: 5000, remaining, reset: 1_763_550_000 } } }),
})
const OF_REPOSITORY = { status: 429, body: '{"message":"Too many requests for this repository"}' }

test('[R56] an answer of GitHub that nothing changed costs nothing of the budget', async () => {
  const streams = ['repository', 'releases', 'tags']
  await using trial = await openGithubTrial({ now: NOW, streams }, { releases: [release(1)] })
  const used = async () =>
    (await getBudgets(trial.database)).find(({ provider }) => provider === 'github')?.used
  await trial.read()
  const first = await used()
  expect(first).toBeGreaterThanOrEqual(3)
  const asked = trial.asked.length
  expect(await trial.read(6)).toEqual({ 'github.not_modified': 3 })
  expect(trial.asked.length).toBeGreaterThan(asked)
  expect(await used()).toBe(first)
})

test('[R35] a limit of one repository pauses its stream alone', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  trial.override = ({ url = '' }) => {
    if (url === '/rate_limit') return left(4000)
    return url.includes('/releases') ? OF_REPOSITORY : undefined
  }
  const counts = await trial.read(6)
  expect(counts).toMatchObject({ 'github.rate_limited': 1 })
  expect(counts).not.toHaveProperty(['github.deferred'])
  expect(await pauseOf(trial)).toBeNull()
  const streams = await trial.database.selectFrom('source_streams').selectAll().execute()
  const paused = streams.filter(({ last_outcome }) => last_outcome === 'rate_limited')
  expect(paused).toMatchObject([{ stream: 'releases', due_at: '2026-11-18T16:01:00.000Z' }])
})

test.each<[string, Scripted | undefined, Scripted]>([
  ['nothing is left', OF_REPOSITORY, left(0)],
  ['the count of requests is limited too', OF_REPOSITORY, OF_REPOSITORY],
  ['the primary limit', answerOf('primary-limit'), left(4000)],
  ['the secondary limit', answerOf('secondary-limit'), left(4000)],
  ['the secondary limit without a pause', answerOf('secondary-limit-without-pause'), left(4000)],
  ['GitHub throttles everybody', answerOf('throttled'), left(4000)],
  [
    'GitHub throttles everybody with a 403',
    { ...answerNamed('throttled', recorded), status: 403 },
    left(4000),
  ],
  ['the former words of the secondary limit', answerOf('abuse-limit'), left(4000)],
])('[R35] a limit pauses every stream: %s', async (_, limited, count) => {
  await using trial = await openGithubTrial({ now: NOW, streams: ['releases'] }, { releases: [release(1)] })
  await trial.read()
  trial.override = ({ url }) => (url === '/rate_limit' ? count : limited)
  expect(await trial.read(1)).toEqual({ 'github.rate_limited': 1 })
  expect(await pauseOf(trial)).not.toBeNull()
})

test('[R35] the primary limit lasts until its reset', async () => {
  await using trial = await openGithubTrial({ now: '2025-11-19T10:00:00Z', streams: ['releases'] })
  trial.override = () => answerOf('primary-limit')
  await trial.read()
  expect(await pauseOf(trial)).toBe('2025-11-19T11:00:00.000Z')
})

test('[R35] a secondary limit without a pause waits a minute, then longer each time', async () => {
  await using trial = await openGithubTrial({ now: NOW, streams: ['releases'] })
  trial.override = () => answerOf('secondary-limit-without-pause')
  const pauses: (Instant | null | undefined)[] = []
  for (const minutes of [0, 1, 2]) {
    await trial.read(minutes / 60)
    pauses.push(await pauseOf(trial))
  }
  expect(pauses).toEqual(['2026-11-18T10:01:00.000Z', '2026-11-18T10:03:00.000Z', '2026-11-18T10:07:00.000Z'])
})

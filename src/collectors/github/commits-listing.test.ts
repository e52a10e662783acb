import { expect, test } from 'vitest'
import { dateOf, endOfDate, toInstant } from '#contract/time.ts'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  type ServedRepository,
} from '#test/providers/github.ts'
import { policyOf } from '../providers.ts'

const openGithubTrial = await githubTrialsOfFile()

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const open = (repository: Partial<ServedRepository>, now = NOW) =>
  openGithubTrial({ now, streams: ['commits'] }, repository)

const SOURCE = [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }]
const sha = (short: string) => short.padEnd(40, '0')
const filesOf = (shorts: readonly string[], files: unknown[]) =>
  Object.fromEntries(shorts.map((short) => [sha(short), files]))

async function weeks(trial: GithubTrial) {
  const ships = await trial.ships()
  return ships.map(({ facts, ...ship }) => ({
    ...ship,
    ...(facts as { codeWeek: Record<string, unknown> }).codeWeek,
  }))
}

/** Commits at a regular distance back from an hour before the reading, each with a subject of its own length. */
const every = (minutes: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const date = new Date(Date.parse('2026-11-19T09:00:00Z') - n * minutes * 60_000).toISOString()
    return commit((0xa000 + n).toString(16), date, {
      commit: { message: `Fix ${'x'.repeat(n % 400)} ${n}`, committer: { date } },
    })
  })
const filesOfAll = (commits: readonly Record<string, unknown>[]) =>
  filesOf(
    commits.map((row) => String(row['sha'])),
    SOURCE,
  )
const LIMITED = {
  status: 403,
  headers: { 'x-ratelimit-remaining': '0' },
  body: JSON.stringify({ message: 'API rate limit exceeded for 192.0.2.1.' }),
}
const countOf = (week: Record<string, unknown>) =>
  Number(week['humanCommits']) + Number(week['excludedCommits'])

test('[case 21] a week of more commits than a reading lists is a minimum, and ends what is covered', async () => {
  const commits = every(1.4, 3300)
  await using trial = await open({ commits, files: filesOfAll(commits) })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ weekStart: '2026-11-16', partial: true }])
  expect((await weeks(trial)).map(countOf)).toEqual([3000])
  const covered = {
    covers_from: toInstant(new Date(Date.parse(NOW) - 3_600_000 - 2999 * 84_000).toISOString()),
  }
  expect(await trial.stream('commits')).toMatchObject(covered)
  await trial.read(0.01)
  expect(await weeks(trial)).toHaveLength(1)
  expect(await trial.stream('commits')).toMatchObject(covered)
})

test('[R34] 4,200 commits are counted whole, week by week, over two readings; coverage says up to where', async () => {
  const commits = every(15, 4200)
  await using trial = await open({ commits, files: filesOfAll(commits) })
  await trial.read()
  const [oldest] = await weeks(trial)
  expect(oldest).toMatchObject({ weekStart: '2026-10-26', partial: false })
  expect(await trial.stream('commits')).toMatchObject({
    covers_from: '2026-10-26T00:00:00.000Z',
    last_ok_at: NOW,
    position: { walk: { until: '2026-10-25T23:59:59.999Z' } },
  })
  const [reading] = await trial.database.selectFrom('readings').selectAll().execute()
  expect(reading).toMatchObject({ outcome: 'fresh', detail: 'goes on before 2026-10-25' })
  await trial.read(0.01)
  const read = await weeks(trial)
  expect(read.map(countOf).reduce((sum, count) => sum + count)).toBe(4200)
  expect(read.filter(({ partial }) => partial === true)).toEqual([])
  expect(await trial.stream('commits')).toMatchObject({
    covers_from: '2026-07-20T00:00:00.000Z',
    last_ok_at: NOW,
    position: { walk: null },
  })
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
})

test('[R34] a listing that our own budget ends in the middle keeps its parts, and goes on the next day', async () => {
  const commits = every(60, 2800)
  await using trial = await open({ commits })
  trial.now = endOfDate(dateOf(trial.now))
  const { dailyLimit } = policyOf('github')
  const day = { provider: 'github', day: dateOf(trial.now), used: dailyLimit - 12, daily_limit: dailyLimit }
  await trial.database.insertInto('provider_budgets').values(day).execute()
  expect(await trial.read()).toEqual({ 'github.deferred': 1 })
  expect(trial.asked).toHaveLength(12)
  const first = await weeks(trial)
  expect(first.length).toBeGreaterThan(0)
  expect(first.filter(({ partial }) => partial === true)).toEqual([])
  expect(await trial.stream('commits')).toMatchObject({ last_ok_at: null, failures_in_a_row: 0 })
  expect(await trial.database.selectFrom('readings').selectAll().execute()).toEqual([])
  await trial.read(1)
  expect(trial.asked[13]).toContain('until=')
  const read = await weeks(trial)
  expect(read.map(countOf).reduce((sum, count) => sum + count)).toBe(2800)
})

test('[R34] [R35] a listing that a rate limit ends is read to its end in later hours, and nothing more is asked meanwhile', async () => {
  const commits = every(60, 2800)
  await using trial = await open({ commits })
  let left = 0
  trial.override = () => {
    left -= 1
    return left >= 0 ? undefined : LIMITED
  }
  const hours: (readonly [unknown, number, unknown])[] = []
  for (const hour of [0, 1, 1]) {
    left = 12
    const asked = trial.asked.length
    const counts = await trial.read(hour)
    const { last_ok_at } = await trial.stream('commits')
    hours.push([Object.keys(counts)[0], trial.asked.length - asked, last_ok_at])
  }
  expect(hours).toEqual([
    ['github.rate_limited', 13, null],
    ['github.rate_limited', 13, null],
    ['github.fresh', 13, NOW],
  ])
  const read = await weeks(trial)
  expect(read.map(countOf).reduce((sum, count) => sum + count)).toBe(2800)
  expect(read.filter(({ partial }) => partial === true)).toEqual([])
  expect(await trial.stream('commits')).toMatchObject({
    covers_from: '2026-07-20T00:00:00.000Z',
    position: { walk: null },
  })
})

test('[R34] a week whose listing fails is counted when it is listed whole', async () => {
  const commits = every(60, 300)
  await using trial = await open({ commits, files: filesOfAll(commits) })
  trial.override = ({ url = '' }) => (/commits\?.*&page=3/.test(url) ? { status: 502, body: '' } : undefined)
  for (const hours of [0, 1]) {
    expect(await trial.read(hours)).toEqual({ 'github.unavailable': 1 })
    expect((await weeks(trial)).map(countOf)).toEqual([82])
  }
  trial.override = () => undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  expect((await weeks(trial)).map(countOf)).toEqual([50, 168, 82])
})

test('[R33] a gap from a link that cannot be followed is never called rewritten history', async () => {
  const commits = every(60, 300)
  await using trial = await open({ commits, files: filesOfAll(commits) })
  await trial.read()
  const before = await weeks(trial)
  expect(before.map(countOf)).toEqual([50, 168, 82])
  trial.override = ({ url = '' }) =>
    /commits\?/.test(url)
      ? { body: JSON.stringify(commits.slice(0, 100)), headers: { link: '<garbage>; rel="next"' } }
      : undefined
  await trial.read(1)
  expect((await weeks(trial)).map(countOf)).toEqual([50, 168, 82])
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
})

test('[R31] a commit that cannot be read makes its week and the earlier ones minimums, never rewritten history', async () => {
  const commits = every(60, 300)
  await using trial = await open({ commits, files: filesOfAll(commits) })
  await trial.read()
  trial.repository.commits = commits.with(100, {
    ...commits[100],
    commit: { committer: { date: 'yesterday' } },
  })
  await trial.read(1)
  expect((await weeks(trial)).map(countOf)).toEqual([50, 168, 82])
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
  const readings = await trial.database.selectFrom('readings').selectAll().orderBy('attempted_at').execute()
  expect(readings.at(-1)).toMatchObject({ outcome: 'fresh', detail: 'partial: 1 item could not be read' })
})

test('[R31] commits with an offset in their dates are counted on their UTC day', async () => {
  const local = (short: string, at: string) => commit(short, at)
  await using trial = await open({
    commits: [local('c2', '2026-11-18T01:30:00+02:00'), local('c1', '2026-11-16T00:30:00+02:00')],
    files: filesOf(['c1', 'c2'], SOURCE),
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([
    { weekStart: '2026-11-09', byDay: { '2026-11-15': 1 } },
    { weekStart: '2026-11-16', byDay: { '2026-11-17': 1 } },
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { type GitHistory, makeGitHistory, servedFrom } from '#test/providers/git-history.ts'
import { type GithubTrial, githubTrialsOfFile } from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

// A git history is served in GitHub's format by a proxy that leaves the upstream address in its links. One part arrives
// cut. What the collectors stored is compared with what git itself counts.
const NOW = '2026-11-19T10:00:00.000Z'
const SINCE = '2026-07-20T00:00:00Z'
const stack = new AsyncDisposableStack()
let history: GitHistory
let trial: GithubTrial
const outcomes: Record<string, number>[] = []

beforeAll(async () => {
  const plan = { commits: 4000, tags: 1050, newestMs: Date.parse('2026-11-19T09:30:00Z'), stepMinutes: 44 }
  history = stack.use(await makeGitHistory(plan))
  const served = { ...(await servedFrom(history)), linkOrigin: 'https://upstream.example/api/v3' }
  trial = stack.use(await openGithubTrial({ now: NOW }, served))
  trial.override = ({ url = '' }) =>
    url.includes('/commits?') && url.endsWith('&page=3') ? { body: '[{"sha":"ab' } : undefined
  outcomes.push(await trial.read())
  trial.override = () => undefined
  for (const hours of [0.1, 0.1, 0.1]) outcomes.push(await trial.read(hours))
})
afterAll(() => stack.disposeAsync())

const count = (lines: readonly string[]) =>
  Object.fromEntries(
    [...Map.groupBy(lines, (line) => line)].map(([line, same]) => [line, same.length] as const),
  )
const weeks = async () =>
  (await trial.ships())
    .filter(({ kind }) => kind === 'code_week')
    .map(({ facts }) => (facts as { codeWeek: CodeWeekFacts }).codeWeek)
/** The ISO week as git prints it. */
const weekOf = ({ weekStart }: CodeWeekFacts) => {
  const { yearOfWeek, weekOfYear } = Temporal.PlainDate.from(weekStart)
  return `${yearOfWeek}-${String(weekOfYear).padStart(2, '0')}`
}
const log = (format: string, ...options: readonly string[]) =>
  history.git('log', 'main', `--since=${SINCE}`, '--format=%cd', `--date=format-local:${format}`, ...options)

test('[R34] the cut part fails one reading; then everything is read over several', () => {
  expect(outcomes).toEqual([
    { 'github.unavailable': 1, 'github.fresh': 3 },
    { 'github.fresh': 3 },
    { 'github.fresh': 1 },
    {},
  ])
})

test('[R34] the commits of each week are those that git counts', async () => {
  const read = (await weeks()).map((week) => [weekOf(week), week.humanCommits + week.excludedCommits])
  expect(Object.fromEntries(read)).toEqual(count(await log('%G-%V')))
  expect((await weeks()).filter(({ partial }) => partial)).toEqual([])
})

test('[R31] the commits of each UTC day, without merges, are those that git counts', async () => {
  const days = Object.assign({}, ...(await weeks()).map(({ byDay }) => byDay))
  expect(days).toEqual(count(await log('%Y-%m-%d', '--no-merges')))
  const merges = (await weeks()).reduce((sum, { excludedCommits }) => sum + excludedCommits, 0)
  expect(merges).toBe((await log('%Y', '--merges')).length)
})

test('[R34] every tag is a release with the time that git has', async () => {
  const releases = (await trial.ships()).filter(({ kind }) => kind === 'release')
  const format = '--format=%(refname:short) %(creatordate:iso-strict-local)'
  const tags = await history.git('for-each-ref', format, 'refs/tags')
  const read = releases.map(({ version, occurred_at }) => `${version} ${occurred_at}`)
  const expected = tags.map((line) => line.replace(/\+00:00$|Z$/, '.000Z'))
  expect(read.toSorted()).toEqual(expected.toSorted())
  expect(read).toHaveLength(1050)
})

test('[R33] coverage reaches back to the start, and no gap is called rewritten history', async () => {
  expect(await trial.stream('commits')).toMatchObject({ covers_from: '2026-07-20T00:00:00.000Z' })
  expect(await trial.stream('releases')).toMatchObject({ position: { whole: { pages: 11 }, round: null } })
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
  expect(await trial.facts()).not.toHaveProperty('movedTags')
})

import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import { commits30d } from '#domain/ships/code-week.ts'
import { getSources } from '#records/project/sources.ts'
import { getShips } from '#records/ships/ships.ts'
import { type GitHistory, makeGitHistory, mergeLate, servedFrom } from '#test/providers/git-history.ts'
import { commit, type GithubTrial, githubTrialsOfFile } from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const SOURCE = [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }]

test('[R117] after a late merge, every day has the commits that git counts, and the 30 days have all', async () => {
  const newestMs = Date.parse('2026-11-19T09:30:00Z')
  await using history = await makeGitHistory({ commits: 300, tags: 0, newestMs, stepMinutes: 300 })
  await using trial = await openGithubTrial({ now: NOW, streams: ['commits'] }, await servedFrom(history))
  await trial.read()
  expect(await daysOf(trial)).toEqual(await daysOfGit(history))
  const commitsMs = Array.from({ length: 30 }, (_, n) => Date.parse(NOW) - (45 - n) * DAY_MS)
  await mergeLate(history, { behind: 280, commitsMs, mergedMs: Date.parse('2026-11-20T09:00:00Z') })
  Object.assign(trial.repository, await servedFrom(history))
  await trial.read(24)
  expect(await daysOf(trial)).toEqual(await daysOfGit(history))
  const [count] = await history.git(
    'rev-list',
    '--count',
    '--no-merges',
    '--since=2026-10-22T00:00:00Z',
    'main',
  )
  expect(await commitsIn30Days(trial)).toEqual({ count: Number(count), partial: false })
  expect(await trial.facts()).not.toHaveProperty('rewrittenWeeks')
})

test('[R117] the changes of the commits that an old week gains are read, and those of other old weeks are not', async () => {
  const plain = { author: { login: 'bot', type: 'Bot' } }
  const old = commit('a1', '2026-10-13T08:00:00Z', plain)
  const unread = commit('a2', '2026-10-06T08:00:00Z')
  await using trial = await openGithubTrial({ now: NOW, streams: ['commits'] }, { commits: [old, unread] })
  await trial.read()
  const changesAsked = () => trial.asked.filter((path) => /\/commits\/[0-9a-f]{40}/.test(path))
  expect(changesAsked()).toHaveLength(1)
  const late = commit('b1', '2026-10-14T08:00:00Z')
  trial.repository.commits = [late, old, unread]
  trial.repository.files = { [String(late['sha'])]: SOURCE }
  await trial.read(6)
  expect(changesAsked().slice(1)).toEqual([expect.stringContaining('/commits/b1')])
  expect(await weeksOf(trial)).toMatchObject([
    { weekStart: '2026-10-05', humanCommits: 1, substance: 'not_fully_read' },
    { weekStart: '2026-10-12', humanCommits: 1, excludedCommits: 1, substance: 'substantive' },
  ])
})

test('[R117] while a long listing is read again, the stream was read up to the round before', async () => {
  const commits = Array.from({ length: 4200 }, (_, n) => {
    const date = new Date(Date.parse('2026-11-19T09:00:00Z') - n * 15 * 60_000).toISOString()
    return commit((0xa000 + n).toString(16), date, {
      commit: { message: `Fix ${'x'.repeat(n % 400)} ${n}`, committer: { date } },
    })
  })
  const files = Object.fromEntries(commits.map((row) => [String(row['sha']), SOURCE]))
  await using trial = await openGithubTrial({ now: NOW, streams: ['commits'] }, { commits, files })
  await trial.read()
  await trial.read(0.01)
  const round = await trial.stream('commits')
  expect(round).toMatchObject({ position: { walk: null } })
  trial.repository.commits = [commit('b1', '2026-11-19T10:30:00Z'), ...commits]
  await trial.read(1)
  expect(await trial.stream('commits')).toMatchObject({
    last_ok_at: round['last_ok_at'],
    covers_from: round['covers_from'],
    position: { walk: { until: '2026-10-25T23:59:59.999Z' } },
  })
  const began = trial.now
  await trial.read(0.01)
  expect(await trial.stream('commits')).toMatchObject({ last_ok_at: began, position: { walk: null } })
})

async function evidenceOf({ database, projectId }: GithubTrial): Promise<BuildEvidence> {
  const query = { projectIds: [projectId] }
  const [ships, sources] = [await getShips(query, database), await getSources(query, database)]
  return { ships: ships.get(projectId) ?? [], sources: sources.get(projectId) ?? [] }
}

async function weeksOf(trial: GithubTrial) {
  const { ships } = await evidenceOf(trial)
  return ships.flatMap(({ codeWeek }) => (codeWeek === null ? [] : [codeWeek]))
}

async function daysOf(trial: GithubTrial): Promise<Record<string, number>> {
  return Object.assign({}, ...(await weeksOf(trial)).map(({ byDay }) => byDay))
}

/** The commits that git counts of each UTC day, without merges. */
async function daysOfGit({ git }: GitHistory): Promise<Record<string, number>> {
  const since = '--since=2026-07-20T00:00:00Z'
  const days = await git('log', 'main', since, '--no-merges', '--format=%cd', '--date=format-local:%Y-%m-%d')
  return Object.fromEntries([...Map.groupBy(days, (day) => day)].map(([day, same]) => [day, same.length]))
}

async function commitsIn30Days(trial: GithubTrial) {
  const claim = commits30d(await evidenceOf(trial), trial.now)
  if (claim.kind === 'UNKNOWN') throw new Error(claim.reason)
  return claim.value
}

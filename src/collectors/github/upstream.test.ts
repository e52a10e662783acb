import { expect, test } from 'vitest'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  release,
  type ServedRepository,
} from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const SOURCE = [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }]
const sha = (short: string) => short.padEnd(40, '0')
const OWN = commit('c2', '2026-11-18T08:00:00.000Z')
const SYNCED = commit('c1', '2026-11-17T08:00:00.000Z', { author: { login: 'bo', type: 'User' } })
const AHEAD = 'upstream:trunk...main'
const ahead = (rows: readonly object[], total = rows.length) => ({ commits: rows, total_commits: total })

/** A fork with two commits after its creation. */
const FORK: Partial<ServedRepository> = {
  fork: true,
  parent: { full_name: 'upstream/client', default_branch: 'trunk' },
  createdAt: '2026-11-10T00:00:00Z',
  commits: [OWN, SYNCED],
  files: { [sha('c1')]: SOURCE, [sha('c2')]: SOURCE },
}
const open = (repository: Partial<ServedRepository>, stream: 'commits' | 'releases' = 'commits') =>
  openGithubTrial({ now: NOW, streams: [stream] }, { ...FORK, ...repository })

async function weeks(trial: GithubTrial) {
  const ships = await trial.ships()
  return ships.map(({ facts }) => (facts as { codeWeek: unknown }).codeWeek)
}

test('[R86] commits of the upstream that a fork took over are no work on the fork', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([OWN]) } })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([
    { humanCommits: 1, excludedBy: { upstream: 1 }, byDay: { '2026-11-18': 1 }, substance: 'substantive' },
  ])
  trial.repository.commits = [commit('c3', '2026-11-19T10:30:00.000Z'), OWN, SYNCED]
  await trial.read(1)
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, excludedBy: { upstream: 2 } }])
})

test('[R86] a fork that only takes over its upstream has no commit of a person', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([]) } })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 0, excludedBy: { upstream: 2 }, byDay: {} }])
})

test('[R86] a fork that has the owner of its upstream is compared with the upstream, not with itself', async () => {
  await using trial = await open({
    fullName: 'lumen-labs/lumen-next',
    parent: { full_name: 'Lumen-Labs/lumen', default_branch: 'trunk' },
    // GitHub takes the owner alone for the repository that is asked.
    compared: { 'Lumen-Labs:trunk...main': ahead([]), 'Lumen-Labs:lumen:trunk...main': ahead([OWN]) },
  })
  expect(await trial.read()).toEqual({ 'github.fresh': 1 })
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, excludedBy: { upstream: 1 } }])
})

test('[R86] own commits of every part of the comparison count', async () => {
  await using trial = await open({})
  trial.override = ({ url = '' }) => {
    if (!url.includes('/compare/')) return undefined
    const rows = url.includes('&page=2') ? [OWN] : Array.from({ length: 100 }, (_, n) => ({ sha: `${n}` }))
    return { status: 200, body: JSON.stringify(ahead(rows, 101)) }
  }
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, excludedBy: { upstream: 1 } }])
})

test.each<[string, Partial<ServedRepository>]>([
  ['names no upstream', { parent: undefined }],
  ['is a thousand commits ahead', { compared: { [AHEAD]: ahead([{ sha: 'x' }], 1_001) } }],
])('[R86] of a fork that %s every commit after its creation counts', async (_, given) => {
  await using trial = await open(given)
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 2 }])
})

test('[R86] of a fork whose upstream is gone every commit after its creation counts', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([OWN]) } })
  await trial.read()
  trial.repository.parent = undefined
  trial.repository.compared = {}
  await trial.read(24)
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 2 }])
})

test('[R86] a fork is compared with the upstream that GitHub names now, when the recorded one moved', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([OWN]) } })
  await trial.read()
  trial.repository.parent = { full_name: 'elsewhere/client', default_branch: 'next' }
  trial.repository.compared = { 'elsewhere:next...main': ahead([OWN]) }
  expect(await trial.read(24)).toEqual({ 'github.fresh': 1 })
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, excludedBy: { upstream: 1 } }])
})

test('[R86] while GitHub names an upstream and does not find it, nothing is counted anew', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([OWN]) } })
  await trial.read()
  trial.repository.compared = {}
  expect(await trial.read(24)).toEqual({ 'github.unavailable': 1 })
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, excludedBy: { upstream: 1 } }])
})

test('[R86] a fork whose comparison GitHub refuses is compared at the next reading, and its finished week counted again', async () => {
  const files = { [sha('c1')]: SOURCE, [sha('c2')]: [{ filename: 'README.md', additions: 1, deletions: 0 }] }
  await using trial = await open({ compared: { [AHEAD]: ahead([OWN]) }, files })
  const refused = {
    status: 422,
    body: JSON.stringify({ message: 'This diff is taking too long to generate.' }),
  }
  trial.override = ({ url = '' }) => (url.includes('/compare/') ? refused : undefined)
  await trial.read(5 * 24)
  expect(await weeks(trial)).toMatchObject([
    { humanCommits: 2, substance: 'substantive', comparedWithUpstream: false },
  ])
  trial.override = () => undefined
  expect(await trial.read(1)).toEqual({ 'github.fresh': 1 })
  const [week] = await weeks(trial)
  expect(week).toMatchObject({ humanCommits: 1, excludedBy: { upstream: 1 }, substance: 'none' })
  expect(week).not.toHaveProperty('comparedWithUpstream')
  expect(await trial.read(1)).toEqual({ 'github.not_modified': 1 })
})

test('[R86] of a fork that is too far ahead one part of the comparison is asked for', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([{ sha: 'x' }], 1_001) } })
  await trial.read()
  expect(trial.asked.filter((path) => path.includes('/compare/'))).toHaveLength(1)
})

test('[R86] a comparison with the upstream that fails is a failed reading, and counts nothing', async () => {
  await using trial = await open({})
  trial.override = ({ url = '' }) => (url.includes('/compare/') ? { status: 502, body: 'busy' } : undefined)
  expect(await trial.read()).toEqual({ 'github.unavailable': 1 })
  expect(await weeks(trial)).toEqual([])
})

test('[R86] a comparison that names a commit without an id is a failed reading: the commit could be any', async () => {
  await using trial = await open({ compared: { [AHEAD]: ahead([OWN, { sha: null }], 2) } })
  expect(await trial.read()).toEqual({ 'github.unavailable': 1 })
  expect(await weeks(trial)).toEqual([])
})

test('[R86] a release of a fork that only takes over its upstream has no work of a person', async () => {
  const released = (tag: string, day: number) =>
    release(day, { tag_name: tag, published_at: `2026-11-${day}T09:00:00Z` })
  const range = { status: 'ahead', files: SOURCE, ...ahead([SYNCED]) }
  const compared = { 'v1...v2': range, [AHEAD]: ahead([]) }
  await using trial = await open({ releases: [released('v2', 18), released('v1', 14)], compared }, 'releases')
  await trial.read()
  const ships = await trial.ships()
  const changes = ships.map(({ version, facts }) => [version, (facts as { changes?: unknown }).changes])
  expect(changes).toContainEqual(['v2', 'automated'])
})

test('[R86] [R35] a fork that is limited in the middle of its listing keeps the parts that were read', async () => {
  const rows = Array.from({ length: 250 }, (_, n) =>
    commit(`d${n.toString(16)}`, new Date(Date.parse(NOW) - n * 3_600_000).toISOString()),
  )
  await using trial = await open({
    createdAt: '2026-01-01T00:00:00Z',
    commits: rows,
    compared: { [AHEAD]: ahead(rows.slice(0, 1)) },
  })
  let left = 4
  trial.override = () => {
    left -= 1
    return left >= 0 ? undefined : { status: 429, headers: { 'retry-after': '60' }, body: '{}' }
  }
  expect(await trial.read()).toEqual({ 'github.rate_limited': 1 })
  const parts = trial.asked.flatMap((path) => /\/(commits|compare)/.exec(path)?.[1] ?? [])
  expect(parts).toEqual(['commits', 'compare', 'commits', 'commits'])
  expect((await weeks(trial)).length).toBeGreaterThan(0)
})

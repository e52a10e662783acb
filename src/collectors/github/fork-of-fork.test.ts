import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  commit,
  type GithubTrial,
  githubTrialsOfFile,
  type ServedRepository,
} from '#test/providers/github.ts'

const openGithubTrial = await githubTrialsOfFile()

// Thursday; its week began on Monday, 16 November.
const NOW = '2026-11-19T10:00:00.000Z'
const SOURCE = [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a\n-b' }]
const by = (login: string) => ({ author: { login, type: 'User' } })
const OWN = commit('c3', '2026-11-18T08:00:00.000Z')
const OF_PARENT = commit('c2', '2026-11-17T08:00:00.000Z', by('bo'))
const OF_ROOT = commit('c1', '2026-11-16T08:00:00.000Z', by('cy'))
const WITH_PARENT = 'between:develop...main'
const WITH_ROOT = 'upstream:trunk...main'
const ahead = (rows: readonly object[], total = rows.length) => ({ commits: rows, total_commits: total })

/** A fork of a fork. It took one commit from the fork between, and one from the root that the fork between lacks. */
const FORK_OF_FORK: Partial<ServedRepository> = {
  fork: true,
  parent: { full_name: 'between/lumen-client', default_branch: 'develop' },
  source: { full_name: 'upstream/client', default_branch: 'trunk' },
  createdAt: '2026-11-10T00:00:00Z',
  commits: [OWN, OF_PARENT, OF_ROOT],
  files: Object.fromEntries(['c1', 'c2', 'c3'].map((short) => [short.padEnd(40, '0'), SOURCE])),
  compared: { [WITH_PARENT]: ahead([OWN, OF_ROOT]), [WITH_ROOT]: ahead([OWN, OF_PARENT]) },
}
const open = (repository: Partial<ServedRepository> = {}) =>
  openGithubTrial({ now: NOW, streams: ['repository', 'commits'] }, { ...FORK_OF_FORK, ...repository })

async function weeks(trial: GithubTrial) {
  const ships = await trial.ships()
  return ships.map(({ facts }) => (facts as { codeWeek: unknown }).codeWeek)
}
const comparisonsOf = ({ asked }: GithubTrial) =>
  asked.flatMap((path) => /\/compare\/([^?]*)/.exec(path)?.[1] ?? [])

test('[R86] the work on a fork of a fork is what neither the fork between nor the root has', async () => {
  await using trial = await open()
  expect(await trial.read()).toEqual({ 'github.fresh': 2 })
  expect(await weeks(trial)).toMatchObject([
    { humanCommits: 1, excludedBy: { upstream: 2 }, byDay: { '2026-11-18': 1 } },
  ])
})

test.each<[string, Record<string, unknown>, object]>([
  [
    'too far ahead of the fork between: the root alone tells',
    { [WITH_PARENT]: ahead([OWN], 1_001), [WITH_ROOT]: ahead([OWN, OF_PARENT]) },
    { humanCommits: 2, excludedBy: { upstream: 1 } },
  ],
  [
    'too far ahead of the root: the fork between alone tells',
    { [WITH_PARENT]: ahead([OWN, OF_ROOT]), [WITH_ROOT]: ahead([OWN], 1_001) },
    { humanCommits: 2, excludedBy: { upstream: 1 } },
  ],
  [
    'too far ahead of both: every commit after its creation counts',
    { [WITH_PARENT]: ahead([OWN], 1_001), [WITH_ROOT]: ahead([OWN], 1_001) },
    { humanCommits: 3 },
  ],
])('[R86] a fork of a fork is %s', async (_, compared, week) => {
  await using trial = await open({ compared })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([week])
})

test('[R86] a fork of a fork without work of its own is not compared with the root', async () => {
  await using trial = await open({ compared: { [WITH_PARENT]: ahead([]) } })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 0, excludedBy: { upstream: 3 } }])
  expect(comparisonsOf(trial)).toEqual([WITH_PARENT])
})

test('[R86] a fork of the root itself is compared once', async () => {
  await using trial = await open({
    parent: { full_name: 'upstream/client', default_branch: 'trunk' },
  })
  await trial.read()
  expect(comparisonsOf(trial)).toEqual([WITH_ROOT])
})

test('[R86] two upstreams of one owner are told apart by their names', async () => {
  const compared = {
    'upstream:between:develop...main': ahead([OWN, OF_ROOT]),
    'upstream:client:trunk...main': ahead([OWN, OF_PARENT]),
  }
  await using trial = await open({
    parent: { full_name: 'upstream/between', default_branch: 'develop' },
    compared,
  })
  await trial.read()
  expect(await weeks(trial)).toMatchObject([{ humanCommits: 1, excludedBy: { upstream: 2 } }])
})

test('[R86] while GitHub refuses one of the comparisons, the other counts, and the week is counted again', async () => {
  await using trial = await open()
  const refused = {
    status: 422,
    body: JSON.stringify({ message: 'This diff is taking too long to generate.' }),
  }
  trial.override = ({ url = '' }) => (url.includes('/compare/upstream') ? refused : undefined)
  await trial.read()
  expect(await weeks(trial)).toMatchObject([
    { humanCommits: 2, excludedBy: { upstream: 1 }, comparedWithUpstream: false },
  ])
  trial.override = () => undefined
  await trial.read(1)
  const [week] = await weeks(trial)
  expect(week).toMatchObject({ humanCommits: 1, excludedBy: { upstream: 2 } })
  expect(week).not.toHaveProperty('comparedWithUpstream')
})

test('[R86] while GitHub names a root and does not find it, nothing is counted', async () => {
  await using trial = await open({ compared: { [WITH_PARENT]: ahead([OWN, OF_ROOT]) } })
  expect(await trial.read()).toEqual({ 'github.fresh': 1, 'github.unavailable': 1 })
  expect(await weeks(trial)).toEqual([])
})

test('[R86] a fork that was recorded without its root is read again, also when GitHub has nothing new of it', async () => {
  await using trial = await open()
  await trial.read()
  await sql`update sources set facts = facts #- '{upstream,root}'`.execute(trial.database)
  await trial.read(6)
  expect(await trial.facts()).toMatchObject({
    upstream: { fullName: 'between/lumen-client', root: { fullName: 'upstream/client', branch: 'trunk' } },
  })
  await trial.read(6)
  expect(await trial.stream('repository')).toMatchObject({ last_outcome: 'not_modified' })
})

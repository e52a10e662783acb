import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { commitOf, streamOfCommits } from '#test/given/build-commits.ts'
import { type Commit, excludedCommits, humanCommits } from './commit-streams.ts'

const EVERY_25_MINUTES = (index: number) => (index * 25) / 1440
const IRREGULAR = (index: number) => [0, 0.2, 1.5, 1.6, 3.9, 4, 6.1][index % 7] as number

const CASES: [string, readonly Commit[], number][] = [
  ['a person', [commitOf('a', 0)], 1],
  [
    'an author the host does not name',
    [commitOf('a', 0, { authorLogin: null, authorType: null, authorName: null })],
    1,
  ],
  [
    '[case 22] a bot by its login',
    [commitOf('a', 0, { authorLogin: 'dependabot[bot]', authorType: null })],
    0,
  ],
  ['a bot by its kind of account', [commitOf('a', 0, { authorLogin: 'chain-sync', authorType: 'Bot' })], 0],
  [
    'a bot by its name alone',
    [commitOf('a', 0, { authorLogin: null, authorType: null, authorName: 'github-actions' })],
    0,
  ],
  ['[case 22] a merge', [commitOf('a', 0, { parents: 2 })], 0],
  ['a root commit', [commitOf('a', 0, { parents: 0 })], 1],
  ['[case 23] a script by the clock', streamOfCommits(12, EVERY_25_MINUTES, (i) => `stats: ${i * 7}`), 0],
  ['the same words by the clock', streamOfCommits(6, EVERY_25_MINUTES, () => 'update data'), 0],
  ['five times only', streamOfCommits(5, EVERY_25_MINUTES, (i) => `stats: ${i}`), 5],
  ['a person repeating a word at odd times', streamOfCommits(7, IRREGULAR, () => 'wip'), 7],
  ['one number counting at odd times', streamOfCommits(7, IRREGULAR, (i) => `lesson ${i}`), 7],
  [
    'two numbers changing at odd times',
    streamOfCommits(7, IRREGULAR, (i) => `pools ${i}, swaps ${i * 31}`),
    0,
  ],
  ['a date changing at odd times', streamOfCommits(7, IRREGULAR, (i) => `snapshot 2026-06-0${i + 1}`), 0],
  ['a number that stays and one that counts', streamOfCommits(7, IRREGULAR, (i) => `ERC 20 part ${i}`), 7],
  [
    'manual releases have versions, not counters',
    streamOfCommits(7, IRREGULAR, (i) => `Release 1.${i}.0`),
    7,
  ],
  ['only hashes changing, at odd times', streamOfCommits(7, IRREGULAR, (i) => `Pin to abc12${i}f`), 7],
  [
    'a squashed burst in one second has no regular gaps',
    streamOfCommits(
      8,
      () => 1,
      () => 'fixup',
    ),
    8,
  ],
]
test.each(CASES)('humanCommits: %s', (_, commits, count) => {
  expect(humanCommits(commits)).toHaveLength(count)
})

test('a stream is one author: two people with the same subject are not one script', () => {
  const mira = streamOfCommits(4, EVERY_25_MINUTES, (i) => `stats: ${i}`)
  const other = mira.map((commit) => ({ ...commit, sha: `o${commit.sha}`, authorLogin: 'jon' }))
  expect(humanCommits([...mira, ...other])).toHaveLength(8)
  const later = other.map((commit) => ({ ...commit, committedAt: addMs(commit.committedAt, 12 * 60_000) }))
  expect(humanCommits([...mira, ...later])).toHaveLength(8)
})

test('detects a script at regular times in whatever order its commits are listed', () => {
  const commits = streamOfCommits(12, EVERY_25_MINUTES, (i) => `stats: ${i * 7}`)
  expect(humanCommits(commits.toSorted((a, b) => (a.subject < b.subject ? -1 : 1)))).toEqual([])
})

/** Commits of one subject, so many seconds apart. */
const apart = (...gaps: readonly number[]) =>
  streamOfCommits(
    gaps.length + 1,
    (index) => gaps.slice(0, index).reduce((sum, gap) => sum + gap, 0) / 86_400,
    () => 'update data',
  )
test.each([
  ['gaps of exactly a minute', apart(60, 60, 60, 60, 60), 0],
  ['gaps of less than a minute', apart(59, 59, 59, 59, 59), 6],
  ['three of five gaps alike', apart(100, 100, 100, 900, 1), 6],
  ['four of five gaps alike', apart(100, 100, 100, 100, 900), 1],
  ['gaps exactly a quarter off', apart(75, 100, 125, 100, 900), 1],
  ['gaps a second more than a quarter off', apart(74, 100, 126, 100, 900), 6],
  ['daily, half an hour off', apart(86_400, 88_200, 84_600, 86_400, 86_400), 0],
  ['daily, more than half an hour off', apart(86_400, 88_201, 84_599, 86_400, 86_400), 6],
  [
    'a script, with the odd commit of its author far from it',
    apart(500_000, 1500, 1500, 1500, 1500, 1500),
    1,
  ],
])('regular gaps of a script: %s', (_, commits, count) => {
  expect(humanCommits(commits)).toHaveLength(count)
})

const days =
  (...at: readonly number[]) =>
  (index: number) =>
    at[index] ?? 0
test.each<[string, readonly Commit[]]>([
  // 2 of 114 commits of two people: the same words every fortnight or so, among 110 others.
  [
    'the same words by chance every fortnight',
    streamOfCommits(7, days(0, 13.1, 28.4, 41.7, 57.2, 72.9, 110), () => 'rework address book'),
  ],
  [
    'two issues in each subject',
    streamOfCommits(7, IRREGULAR, (i) => `Fix #${i + 10} and #${90 - i} (GH-${i})`),
  ],
  ['a date in some of the subjects', streamOfCommits(7, IRREGULAR, (i) => `notes 2026-06-0${i < 4 ? 1 : 2}`)],
  [
    'two numbers that seldom change',
    streamOfCommits(7, IRREGULAR, (i) => `step ${i < 4 ? 1 : 2} of ${i > 2 ? 3 : 4}`),
  ],
  ['five by the clock and one far away', streamOfCommits(6, days(0, 0.01, 0.02, 0.03, 9, 20), () => 'wip')],
])('[R133] a person keeps %s', (_, commits) => {
  expect(humanCommits(commits)).toHaveLength(commits.length)
})

test('[R133] every commit that is not counted names the rule that excludes it', () => {
  const as = (by: string, commits: readonly Commit[]) =>
    commits.map((commit) => ({ ...commit, sha: `${by} ${commit.sha}`, authorLogin: by }))
  const given = [
    ...as('merge', [commitOf('a', 0, { parents: 2 })]),
    ...as('bot', [commitOf('a', 0, { authorType: 'Bot' })]),
    ...as(
      'script_clock',
      streamOfCommits(6, EVERY_25_MINUTES, () => 'update data'),
    ),
    ...as(
      'script_date',
      streamOfCommits(6, IRREGULAR, (i) => `snapshot 2026-06-0${i + 1}`),
    ),
    ...as(
      'script_counters',
      streamOfCommits(6, IRREGULAR, (i) => `pools ${i}, swaps ${i * 31}`),
    ),
    ...as(
      'person',
      streamOfCommits(6, IRREGULAR, () => 'wip'),
    ),
  ]
  const named = given.map(({ sha }) => [sha.split(' ')[0], excludedCommits(given).get(sha) ?? 'person'])
  expect(named).toEqual(named.map(([by]) => [by, by]))
})

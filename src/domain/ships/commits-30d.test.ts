import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  building,
  codeWeekShipOf,
  day,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unreadStream,
  weekOf,
} from '#test/given/build-evidence.ts'
import { commits30d } from './code-week.ts'

const READ = { from: 0, okTo: 40 }
const repo = repositoryOf('repo', READ)
const other = repositoryOf('other', READ)
/** The repository with a week whose history was rewritten, and the commits that are listed of the week, by day. */
const rewritten = (at: number, byDay: Readonly<Record<string, number>> | null) => ({
  ...repo,
  rewrittenWeeks: [{ weekStart: weekOf(at).weekStart, byDay }],
})
const away = repositoryOf('other', {
  from: 0,
  okTo: 20,
  stream: { failingSince: day(20), lastOutcome: 'rate_limited' },
})
const unread = { ...sourceOf('repo', 'github_repository'), streams: [unreadStream('commits')] }
const week = (id: string, at: number, source: `source:${string}` = 'source:repo', partial = false) =>
  codeWeekShipOf(id, at, { sourceId: source, codeWeek: weekOf(at, { partial }) })
const ofDays = (at: number, byDay: Readonly<Record<string, number>>) =>
  weekOf(at, { byDay: byDay as Record<CalendarDate, number> })
/** The commits, at least so many where the count is a minimum, or the reason why they are unknown. */
const COMMITS: [string, BuildEvidence, number | string][] = [
  ['weeks inside the window', building([repo], week('a', 0), week('b', 14), week('c', 35)), 6],
  ['a read repository without commits', building([repo]), 0],
  ['[case 21] a minimum', building([repo], week('b', 14, 'source:repo', true)), 'at least 3'],
  [
    'two repositories',
    building([repo, other], week('a', 35), codeWeekShipOf('b', 35, { sourceId: 'source:other' })),
    6,
  ],
  [
    '[R90] commits of the same person in a repository of another project',
    building([repo], week('a', 35), week('b', 35, 'source:other')),
    3,
  ],
  ['one of two unreadable', building([repo, away], week('a', 35)), 'at least 3'],
  ['no repository', building([sourceOf('site', 'website')]), 'NO_SOURCE'],
  ['a context-only repository', building([uncounted(repo, 'a fork')], week('a', 35)), 'NO_SOURCE'],
  ['[R123] a self-reported repository', building([selfReported(repo)], week('a', 35)), 'NO_SOURCE'],
  [
    '[R123] a self-reported repository beside one that is corroborated',
    building([repo, selfReported(other)], week('a', 35), week('b', 35, 'source:other')),
    3,
  ],
  ['a withdrawn week', building([repo], week('a', 35), { ...week('b', 28), withdrawn: true }), 3],
  [
    'weeks of an unreadable repository',
    building([repo, away], week('a', 35), codeWeekShipOf('b', 28, { sourceId: 'source:other' })),
    'at least 3',
  ],
  [
    'a week before the window, which was a minimum',
    building([repo], week('a', 35), week('b', 0, 'source:repo', true)),
    3,
  ],
  ['a release', building([repo], shipOf('a', 35), week('b', 35)), 3],
  [
    'releases read, commits never',
    building([
      {
        ...sourceOf('repo', 'github_repository'),
        streams: [streamOf('releases', READ), unreadStream('commits')],
      },
    ]),
    'NOT_ENOUGH_YET',
  ],
  [
    'one asked without an answer, one never asked',
    building([{ ...away, id: 'source:a' }, unread]),
    'SOURCE_UNAVAILABLE',
  ],
  [
    'a package, which has no commits',
    building([{ ...sourceOf('pkg', 'npm_package'), streams: [streamOf('versions', READ)] }]),
    'NO_SOURCE',
  ],
  ['never asked', building([unread]), 'NOT_ENOUGH_YET'],
  [
    '[case 20] a rewritten week',
    building([rewritten(35, { '2026-07-06': 1 })], week('a', 35), week('b', 28)),
    4,
  ],
  ['[case 20] a rewritten week of which nothing is left', building([rewritten(35, {})], week('a', 35)), 0],
  [
    '[case 20] a rewritten week that is not listed yet',
    building([rewritten(35, null)], week('a', 35)),
    'NOT_ENOUGH_YET',
  ],
  [
    '[case 20] a rewritten week before the window that is not listed yet',
    building([rewritten(0, null)], week('a', 35), week('b', 0)),
    3,
  ],
  [
    '[case 20] the same week of another repository',
    building([rewritten(35, {}), other], week('a', 35), week('b', 35, 'source:other')),
    3,
  ],
  ['none readable', building([away]), 'SOURCE_UNAVAILABLE'],
  [
    'none read for too long, and none failing',
    building([repositoryOf('repo', { from: 0, okTo: 30 })]),
    'STALE',
  ],
  [
    'none that is parsed',
    building([{ ...sourceOf('repo', 'github_repository'), streams: [unreadStream('commits', 'error')] }]),
    'ERROR',
  ],
]
test.each(COMMITS)('commits30d: %s', (_, evidence, expected) => {
  const commits = commits30d(evidence, day(40))
  if (commits.kind === 'UNKNOWN') return expect(commits.reason).toBe(expected)
  const { count, partial } = commits.value
  expect(partial ? `at least ${count}` : count).toBe(expected)
})

test('commits30d counts the Sunday of a week that ends on the first day of the window', () => {
  const ending = codeWeekShipOf('a', 8, {
    codeWeek: ofDays(8, { '2026-06-13': 5, '2026-06-14': 2 }),
  })
  const sources = [repositoryOf('repo', { from: 0, okTo: 42 })]
  expect(commits30d(building(sources, ending), day(42))).toMatchObject({ value: { count: 2 } })
})

test('commits30d counts a week that straddles the window by its days', () => {
  const straddling = codeWeekShipOf('a', 7, {
    codeWeek: ofDays(7, { '2026-06-11': 4, '2026-06-12': 5 }),
  })
  expect(commits30d(building([repo], straddling), day(40))).toMatchObject({ value: { count: 5 } })
})

test.each([
  ['the 30th day before, counting today', '2026-06-12', 3],
  ['the day before that', '2026-06-11', 0],
  ['today', '2026-07-11', 3],
  ['tomorrow, by a fast clock', '2026-07-12', 0],
])('commits30d: commits of %s', (_, date, count) => {
  const codeWeek = ofDays(40, { [date]: 3 })
  const ships = [codeWeekShipOf('a', 40, { codeWeek })]
  expect(commits30d({ sources: [repo], ships }, day(40))).toMatchObject({ value: { count } })
})

const behind = repositoryOf('other', {
  from: 0,
  okTo: 38,
  stream: { failingSince: day(38), lastOutcome: 'unavailable' },
})
const elevenOfJune = codeWeekShipOf('a', 9, {
  sourceId: 'source:other',
  codeWeek: ofDays(9, { '2026-06-11': 3 }),
})
test.each<[string, BuildEvidence, unknown, unknown]>([
  ['read just now', building([repo], week('a', 35)), 3, undefined],
  ['failing for two days: a week of 31 days ago is inside', building([behind], elevenOfJune), 3, day(38)],
  [
    'failing for two days: a commit of the day after is outside',
    building(
      [repo, behind],
      week('a', 35),
      codeWeekShipOf('b', 39, {
        codeWeek: ofDays(39, { '2026-07-10': 4 }),
      }),
    ),
    3,
    day(38),
  ],
  [
    'no commit of the readable repository, another unreadable',
    building([repo, away]),
    'SOURCE_UNAVAILABLE',
    undefined,
  ],
  [
    'no commit of the readable repository, another never asked',
    building([repo, { ...unread, id: 'source:b' }]),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  [
    'no commit in a listing that was read back to the start of a week inside the window',
    building([repositoryOf('repo', { from: 13.5, okTo: 40 })]),
    'NOT_ENOUGH_YET',
    undefined,
  ],
  [
    'no human commit in a week that is a minimum',
    building([repo], codeWeekShipOf('a', 35, { codeWeek: weekOf(35, { humanCommits: 0, partial: true }) })),
    'NOT_ENOUGH_YET',
    undefined,
  ],
])('[R61] commits30d ends with the last complete reading: %s', (_, evidence, count, asOf) => {
  const commits = commits30d(evidence, day(40))
  expect(commits.kind === 'UNKNOWN' ? commits.reason : commits.value.count).toBe(count)
  expect(commits.kind === 'DERIVED' ? commits.asOf : undefined).toBe(asOf)
})

test('commits30d cites the weeks that reach into its window and no other', () => {
  const cited = [4, 8].map((at) => commits30d(building([repo], week('a', at)), day(40)))
  expect(cited).toMatchObject([{ evidence: ['source:repo'] }, { evidence: ['ship:a', 'source:repo'] }])
})

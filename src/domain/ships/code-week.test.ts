import { expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import { commitOf } from '#test/build-commits.ts'
import {
  codeWeekShipOf,
  day,
  MS,
  repositoryOf,
  shipOf,
  sourceOf,
  streamOf,
  unreadStream,
  weekOf,
} from '#test/build-evidence.ts'
import { codeWeeks, codeWeekTitle, commits30d, isComplete, isRevisable } from './code-week.ts'

const MONDAY = '2026-06-01' as CalendarDate

test('codeWeeks counts by UTC day and ISO week, oldest week first', () => {
  const commits = [
    commitOf('next', 0, { committedAt: toInstant('2026-06-08T00:00:00Z') }),
    commitOf('sunday', 0, { committedAt: toInstant('2026-06-07T23:59:59Z'), authorLogin: 'jon' }),
    commitOf('monday', 0),
    commitOf('bot', 0, { authorType: 'Bot' }),
    commitOf('merge', 0, { parents: 2 }),
  ]
  const { weeks, futureDated } = codeWeeks({ commits, readTo: day(8), truncated: false })
  expect(futureDated).toEqual([])
  expect(weeks).toEqual([
    {
      facts: {
        weekStart: MONDAY,
        byDay: { '2026-06-01': 1, '2026-06-07': 1 },
        humanCommits: 2,
        excludedCommits: 2,
        authors: 2,
        partial: false,
        substance: 'substantive',
        readTo: day(8),
      },
      newestAt: '2026-06-07T23:59:59.000Z',
    },
    expect.objectContaining({ facts: expect.objectContaining({ weekStart: '2026-06-08', humanCommits: 1 }) }),
  ])
})

test('codeWeeks: an empty listing has no week', () => {
  expect(codeWeeks({ commits: [], readTo: day(1), truncated: false })).toEqual({ weeks: [], futureDated: [] })
})

test('case 21: the oldest week of a listing with a further page is a minimum', () => {
  const commits = [commitOf('old', 0), commitOf('new', 8)]
  const { weeks } = codeWeeks({ commits, readTo: day(8), truncated: true })
  expect(weeks.map(({ facts }) => facts.partial)).toEqual([true, false])
})

test('case 22: a week of bots and merges has no human commit and no newest commit', () => {
  const commits = [commitOf('a', 0, { authorLogin: 'renovate[bot]' }), commitOf('b', 1, { parents: 2 })]
  expect(codeWeeks({ commits, readTo: day(2), truncated: false }).weeks).toMatchObject([
    { facts: { humanCommits: 0, excludedCommits: 2, byDay: {}, substance: 'none' }, newestAt: null },
  ])
})

test('case 16: a commit dated years ahead is listed as future-dated and in no week', () => {
  const commits = [commitOf('now', 1), commitOf('later', 2000)]
  const { weeks, futureDated } = codeWeeks({ commits, readTo: day(1), truncated: false })
  expect(weeks).toHaveLength(1)
  expect(futureDated).toEqual([{ sha: 'later', committedAt: day(2000) }])
})

test('a commit dated exactly 24 hours after the reading is in a week, one a millisecond later is not', () => {
  const found = [-MS, 0, MS].map((off) => {
    const commits = [commitOf('ahead', 0, { committedAt: day(2 + off) })]
    return codeWeeks({ commits, readTo: day(1), truncated: false }).futureDated.length
  })
  expect(found).toEqual([0, 0, 1])
})

test('the newest commit of a week is the latest, in whatever order they are listed', () => {
  const commits = [1, 3, 2].map((at) => commitOf(`${at}`, at))
  const [week] = codeWeeks({ commits, readTo: day(4), truncated: false }).weeks
  expect(week?.newestAt).toBe(commits[1]?.committedAt)
})

test('a commit dated some hours ahead counts on the day it was read', () => {
  const sunday = toInstant('2026-06-07T20:00:00Z')
  const commits = [commitOf('ahead', 0, { committedAt: toInstant('2026-06-08T05:00:00Z') })]
  expect(codeWeeks({ commits, readTo: sunday, truncated: false }).weeks).toMatchObject([
    { facts: { weekStart: MONDAY, byDay: { '2026-06-07': 1 } }, newestAt: sunday },
  ])
})

const range = (to: string) => `code changes, week starting 2026-06-01 (to ${to})`
test.each([
  ['case 18: read and asked on Thursday', 3, 3, range('2026-06-04'), false],
  ['read on Thursday, asked on Saturday', 3, 5, range('2026-06-04'), false],
  ['asked by a clock behind the reading', 3, 2, range('2026-06-03'), false],
  ['asked on Sunday', 6, 6, range('2026-06-07'), false],
  ['case 19: read again on Tuesday after', 8, 8, range('2026-06-07'), true],
  ['finished, last read on Thursday', 3, 9, range('2026-06-07'), false],
])('codeWeekTitle and isComplete: %s', (_, readTo, now, title, complete) => {
  const facts = weekOf(0, { readTo: day(readTo) })
  expect(codeWeekTitle(facts, day(now))).toBe(title)
  expect(isComplete(facts, day(now))).toBe(complete)
})

test.each([
  ['running', 3, true],
  ['two weeks after its end', 20.5, true],
  ['case 20: closed', 20.6, false],
])('isRevisable: %s', (_, now, expected) => {
  expect(isRevisable(MONDAY, day(now))).toBe(expected)
})

test('a week may be counted again until exactly 14 days after its end', () => {
  expect([-MS, 0, MS].map((off) => isRevisable(MONDAY, day(20.5 + off)))).toEqual([true, true, false])
})

const READ = { from: 0, okTo: 40 }
const repo = repositoryOf('repo', READ)
const other = repositoryOf('other', READ)
const away = repositoryOf('other', {
  from: 0,
  okTo: 20,
  stream: { failingSince: day(20), lastOutcome: 'rate_limited' },
})
const unread = { ...sourceOf('repo', 'github_repository'), streams: [unreadStream('commits')] }
const week = (id: string, at: number, source = 'source:repo' as const, partial = false) =>
  codeWeekShipOf(id, at, { sourceId: source, codeWeek: weekOf(at, { partial }) })
const COMMITS: [string, BuildEvidence, unknown][] = [
  [
    'weeks inside the window',
    { sources: [repo], ships: [week('a', 0), week('b', 14), week('c', 35)] },
    { count: 6, partial: false },
  ],
  ['a read repository without commits', { sources: [repo], ships: [] }, { count: 0, partial: false }],
  [
    'case 21: a minimum',
    { sources: [repo], ships: [week('b', 14, 'source:repo', true)] },
    { count: 3, partial: true },
  ],
  [
    'two repositories',
    { sources: [repo, other], ships: [week('a', 35), codeWeekShipOf('b', 35, { sourceId: 'source:other' })] },
    { count: 6, partial: false },
  ],
  ['one of two unreadable', { sources: [repo, away], ships: [week('a', 35)] }, { count: 3, partial: true }],
  ['no repository', { sources: [sourceOf('site', 'website')], ships: [] }, 'NO_SOURCE'],
  [
    'a context-only repository',
    { sources: [{ ...repo, counted: false, notCountedReason: 'a fork' }], ships: [week('a', 35)] },
    'NO_SOURCE',
  ],
  [
    'a withdrawn week',
    { sources: [repo], ships: [week('a', 35), { ...week('b', 28), withdrawn: true }] },
    { count: 3, partial: false },
  ],
  [
    'weeks of an unreadable repository',
    {
      sources: [repo, away],
      ships: [week('a', 35), codeWeekShipOf('b', 28, { sourceId: 'source:other' })],
    },
    { count: 3, partial: true },
  ],
  [
    'a week before the window, which was a minimum',
    { sources: [repo], ships: [week('a', 35), week('b', 0, 'source:repo', true)] },
    { count: 3, partial: false },
  ],
  ['a release', { sources: [repo], ships: [shipOf('a', 35), week('b', 35)] }, { count: 3, partial: false }],
  [
    'releases read, commits never',
    {
      sources: [
        {
          ...sourceOf('repo', 'github_repository'),
          streams: [streamOf('releases', READ), unreadStream('commits')],
        },
      ],
      ships: [],
    },
    'NOT_ENOUGH_YET',
  ],
  [
    'one asked without an answer, one never asked',
    { sources: [{ ...away, id: 'source:a' }, unread], ships: [] },
    'SOURCE_UNAVAILABLE',
  ],
  [
    'a package, which has no commits',
    { sources: [{ ...sourceOf('pkg', 'npm_package'), streams: [streamOf('versions', READ)] }], ships: [] },
    'NO_SOURCE',
  ],
  ['never asked', { sources: [unread], ships: [] }, 'NOT_ENOUGH_YET'],
  ['none readable', { sources: [away], ships: [] }, 'SOURCE_UNAVAILABLE'],
]
test.each(COMMITS)('commits30d: %s', (_, evidence, expected) => {
  const commits = commits30d(evidence, day(40))
  expect(commits.kind === 'UNKNOWN' ? commits.reason : commits.value).toEqual(expected)
})

test('commits30d counts a week that straddles the window by its days', () => {
  const straddling = codeWeekShipOf('a', 7, {
    codeWeek: weekOf(7, { byDay: { '2026-06-11': 4, '2026-06-12': 5 } as Record<CalendarDate, number> }),
  })
  expect(commits30d({ sources: [repo], ships: [straddling] }, day(40))).toMatchObject({ value: { count: 5 } })
})

test.each([
  ['the 30th day before, counting today', '2026-06-12', 3],
  ['the day before that', '2026-06-11', 0],
  ['today', '2026-07-11', 3],
  ['tomorrow, by a fast clock', '2026-07-12', 0],
])('commits30d: commits of %s', (_, date, count) => {
  const codeWeek = weekOf(40, { byDay: { [date]: 3 } as Record<CalendarDate, number> })
  const ships = [codeWeekShipOf('a', 40, { codeWeek })]
  expect(commits30d({ sources: [repo], ships }, day(40))).toMatchObject({ value: { count } })
})

test('commits30d cites the weeks that reach into its window and no other', () => {
  const cited = [4, 8].map((at) => commits30d({ sources: [repo], ships: [week('a', at)] }, day(40)))
  expect(cited).toMatchObject([{ evidence: ['source:repo'] }, { evidence: ['ship:a', 'source:repo'] }])
})

import { expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { commitOf } from '#test/given/build-commits.ts'
import { day, MS, weekOf } from '#test/given/build-evidence.ts'
import { codeWeeks, codeWeekTitle, isComplete } from './code-week.ts'

const MONDAY = '2026-06-01' as CalendarDate

test('codeWeeks counts by UTC day and ISO week, oldest week first', () => {
  const commits = [
    commitOf('next', 0, { committedAt: toInstant('2026-06-08T00:00:00Z') }),
    commitOf('sunday', 0, { committedAt: toInstant('2026-06-07T23:59:59Z'), authorLogin: 'jon' }),
    commitOf('monday', 0),
    commitOf('bot', 0, { authorType: 'Bot' }),
    commitOf('merge', 0, { parents: 2 }),
  ]
  const { weeks, futureDated } = codeWeeks({ commits, readTo: day(8) })
  expect(futureDated).toEqual([])
  expect(weeks).toEqual([
    {
      facts: {
        weekStart: MONDAY,
        byDay: { '2026-06-01': 1, '2026-06-07': 1 },
        humanCommits: 2,
        excludedCommits: 2,
        excludedBy: { merge: 1, bot: 1 },
        authors: 2,
        substance: 'substantive',
        readTo: day(8),
      },
      newestAt: '2026-06-07T23:59:59.000Z',
    },
    expect.objectContaining({ facts: expect.objectContaining({ weekStart: '2026-06-08', humanCommits: 1 }) }),
  ])
})

test('codeWeeks: an empty listing has no week', () => {
  expect(codeWeeks({ commits: [], readTo: day(1) })).toEqual({ weeks: [], futureDated: [] })
})

test('[case 22] a week of bots and merges has no human commit and no newest commit', () => {
  const commits = [commitOf('a', 0, { authorLogin: 'renovate[bot]' }), commitOf('b', 1, { parents: 2 })]
  expect(codeWeeks({ commits, readTo: day(2) }).weeks).toMatchObject([
    { facts: { humanCommits: 0, excludedCommits: 2, byDay: {}, substance: 'none' }, newestAt: null },
  ])
})

test('[case 16] a commit dated years ahead is listed as future-dated and in no week', () => {
  const commits = [commitOf('now', 1), commitOf('later', 2000)]
  const { weeks, futureDated } = codeWeeks({ commits, readTo: day(1) })
  expect(weeks).toHaveLength(1)
  expect(futureDated).toEqual([{ sha: 'later', committedAt: day(2000) }])
})

test('a commit dated exactly 24 hours after the reading is in a week, one a millisecond later is not', () => {
  const found = [-MS, 0, MS].map((off) => {
    const commits = [commitOf('ahead', 0, { committedAt: day(2 + off) })]
    return codeWeeks({ commits, readTo: day(1) }).futureDated.length
  })
  expect(found).toEqual([0, 0, 1])
})

test('the newest commit of a week is the latest, in whatever order they are listed', () => {
  const commits = [1, 3, 2].map((at) => commitOf(`${at}`, at))
  const [week] = codeWeeks({ commits, readTo: day(4) }).weeks
  expect(week?.newestAt).toBe(commits[1]?.committedAt)
})

test('a commit dated some hours ahead counts on the day it was read', () => {
  const sunday = toInstant('2026-06-07T20:00:00Z')
  const commits = [commitOf('ahead', 0, { committedAt: toInstant('2026-06-08T05:00:00Z') })]
  expect(codeWeeks({ commits, readTo: sunday }).weeks).toMatchObject([
    { facts: { weekStart: MONDAY, byDay: { '2026-06-07': 1 } }, newestAt: sunday },
  ])
})

const range = (to: string) => `code changes, week starting 2026-06-01 (to ${to})`
test.each([
  ['[case 18] read and asked on Thursday', 3, 3, range('2026-06-04'), false],
  ['read on Thursday, asked on Saturday', 3, 5, range('2026-06-04'), false],
  ['asked by a clock behind the reading', 3, 2, range('2026-06-03'), false],
  ['asked on Sunday', 6, 6, range('2026-06-07'), false],
  ['[case 19] read again on Tuesday after', 8, 8, range('2026-06-07'), true],
  ['[R61] over, last read on Thursday', 3, 9, range('2026-06-04'), false],
  ['over, last read on Sunday', 6, 9, range('2026-06-07'), false],
])('codeWeekTitle and isComplete: %s', (_, readTo, now, title, complete) => {
  const facts = weekOf(0, { readTo: day(readTo) })
  expect(codeWeekTitle(facts, day(now))).toBe(title)
  expect(isComplete(facts, day(now))).toBe(complete)
})

import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { dayAxis } from './day-axis.ts'

const axisOf = (from: string, to: string) =>
  dayAxis({ from: from as CalendarDate, to: to as CalendarDate, width: 600, top: 0, bottom: 10, words: 20 })
    .toString()
    .replace(/"\s+/g, '" ')

test.each([
  {
    span: 'three months',
    from: '2026-08-31',
    to: '2026-11-28',
    named: ['31 Aug 2026', 'Oct', 'Nov', '28 Nov 2026'],
    lines: 3,
  },
  {
    span: 'the turn of a year, whose month has the year',
    from: '2026-11-10',
    to: '2027-02-10',
    named: ['10 Nov 2026', 'Dec', 'Jan 2027', '10 Feb 2027'],
    lines: 3,
  },
  {
    span: 'days of one month',
    from: '2026-11-01',
    to: '2026-11-09',
    named: ['1 Nov 2026', '9 Nov 2026'],
    lines: 0,
  },
  {
    span: 'a month that begins beside an end, which has a line and no name',
    from: '2026-10-30',
    to: '2026-12-03',
    named: ['30 Oct 2026', '3 Dec 2026'],
    lines: 2,
  },
])('the axis of $span names its first day, its months and its last day', ({ from, to, named, lines }) => {
  const axis = axisOf(from, to)
  const words = [...axis.matchAll(/>([^<>]+)<\/text>/g)].map(([, word]) => word)
  expect(words.toSorted()).toEqual(named.toSorted())
  expect(axis.match(/M\d/g)?.length ?? 0).toBe(lines)
})

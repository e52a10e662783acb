import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { line, type Point } from './line.ts'

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}` as CalendarDate
const drawn = (points: readonly Point[]) =>
  line({
    title: 'Momentum by day',
    unit: 'points',
    source: 'stored days',
    rule: 'history.days@3',
    from: day(1),
    to: day(10),
    points,
    bounds: [0, 100],
    events: [
      { day: day(4), words: 'v1', counts: true },
      { day: day(5), words: 'v2', counts: false },
    ],
    data: { csv: '/csv', json: '/json' },
  }).toString()
const at = (date: number, value: number | undefined, reason?: Point['reason']): Point => ({
  day: day(date),
  value,
  reason,
})

/** Two runs of values around a day that could not be read, and days that were not stored. */
const POINTS = [
  at(3, 40),
  at(4, 0),
  at(5, undefined, 'SOURCE_UNAVAILABLE'),
  at(6, undefined, 'STALE'),
  at(7, 100),
]
/** Ten days on 612 units: a day is 61.2 wide. */
const WIDE = 61.2

test('no line goes through a day without a value, and each such day is hatched', () => {
  const chart = drawn(POINTS)
  const [, series = ''] = /class="series" d="([^"]*)"/.exec(chart) ?? []
  expect(series.match(/M/g)).toHaveLength(2)
  const [, gap = ''] = /class="gap" d="([^"]*)"/.exec(chart) ?? []
  const gaps = [...gap.matchAll(/M([\d.]+) 6h61\.2/g)].map(([, x]) => Math.round(Number(x) / WIDE) + 1)
  expect(gaps).toEqual([1, 2, 5, 6, 8, 9, 10])
  expect(chart).toContain('<pattern id="hatch-line"')
})

test('each value is a dot in the middle of its day, at its height between the bounds', () => {
  const dots = [...drawn(POINTS).matchAll(/class="dot" r="1.8" cx="([\d.]+)" cy="([\d.]+)"/g)]
  expect(dots.map(([, x, y]) => [Number(x), Number(y)])).toEqual([
    [153, 74.4],
    [214.2, 120],
    [397.8, 6],
  ])
})

test('without a value every day is hatched, and there is no dot and no line', () => {
  const chart = drawn([])
  expect(chart).toMatch(/class="series" d=""/)
  expect(chart).not.toContain('class="dot"')
  expect(chart.match(/h61\.2/g)).toHaveLength(10)
})

test('the table has every day: its value, or the days without one with the reason', () => {
  const [, table = ''] = drawn(POINTS).split('<tbody>')
  const rows = table.split('<tr>').slice(1)
  expect(rows.map((row) => row.replace(/<\/td>/g, '|').replace(/<[^>]+>/g, ''))).toEqual([
    '8 Nov 2026 to 10 Nov 2026|not recorded|',
    '7 Nov 2026|100|',
    '6 Nov 2026|the last reading is too old|',
    '5 Nov 2026|the source cannot be read|',
    '4 Nov 2026|0|',
    '3 Nov 2026|40|',
    expect.stringMatching(/^1 Nov 2026 to 2 Nov 2026\|not recorded\|/),
  ])
  expect(table).toContain('<td class="number"><span data-unknown="SOURCE_UNAVAILABLE">')
})

test('a ship that does not count has a mark, words and a legend of its own', () => {
  const chart = drawn(POINTS)
  expect(chart).toMatch(/class="event" [^>]*><title>4 Nov 2026: v1<\/title>/)
  expect(chart).toMatch(
    /class="event recorded" [^>]*><title>5 Nov 2026: v2 \(recorded, not counted\)<\/title>/,
  )
  expect(chart).toContain('<span class="key event">shipped</span>')
  expect(chart).toContain('<span class="key event recorded">recorded, not counted</span>')
})

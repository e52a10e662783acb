import { expect, test } from 'vitest'
import { addDays, type CalendarDate, daysBetween, type Instant, toInstant } from '#contract/time.ts'
import { shipCalendar } from '#views/ships/calendar.ts'
import { calendar } from './calendar.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const WATCHED = { from: toInstant('2026-11-01T00:00:00Z'), to: NOW }

/** A day with a ship that counts, or with one that does not. */
const dayOf = (day: string, counts: boolean) => ({
  day: `2026-11-${day}` as CalendarDate,
  ships: 1,
  counted: counts ? 1 : 0,
  undated: 0,
  named: [{ id: `ship:${day}` as const, title: `Ship ${day}`, isCodeWeek: false, counts }],
})

const calendarAt = (now: Instant) =>
  calendar({
    title: 'Ships by day',
    unit: 'one square a day',
    source: 'the sources',
    calendar: shipCalendar({ days: [dayOf('10', true), dayOf('12', false)], watched: WATCHED }, now),
    rule: 'ships.counted@8',
    data: { csv: '/csv', json: '/json' },
  }).toString()
const drawn = calendarAt(NOW)
const [chart = '', table = ''] = drawn.split('<table>')

test('a day whose ships do not count has its own square, legend and words, and is not shown as shipped', () => {
  expect(chart.match(/<rect class="(?:shipped|recorded)"/g)).toEqual([
    '<rect class="shipped"',
    '<rect class="recorded"',
  ])
  expect(chart).toContain('<title>10 Nov 2026: Ship 10</title>')
  expect(chart).toContain('<title>12 Nov 2026: Ship 12 (recorded, not counted)</title>')
  expect(chart).toContain('<span class="key recorded">recorded, not counted</span>')
})

/** The columns and rows of the squares of a path, each as its day. */
function daysOf(state: string): readonly string[] {
  const [, path = ''] = new RegExp(`class="${state}" d="([^"]*)"`).exec(chart) ?? []
  return [...path.matchAll(/M(\d+) (\d+)h10v10h-10z/g)].map(([, x, y]) =>
    addDays('2025-11-17' as CalendarDate, (7 * Number(x) + (Number(y) - 16)) / 13),
  )
}

test('a silent day is a square of its own, and every day that was not read is hatched', () => {
  const silent = daysBetween('2026-11-02' as CalendarDate, '2026-11-19' as CalendarDate)
  const shipped = ['2026-11-10', '2026-11-12']
  expect(daysOf('silent')).toEqual(silent.filter((day) => !shipped.includes(day)))
  expect(daysOf('unread')).toEqual(daysBetween('2025-11-17' as CalendarDate, '2026-11-01' as CalendarDate))
  expect(chart).toContain('<pattern id="hatch"')
  expect(chart).toContain('<span class="key unread">not read: silence says nothing</span>')
})

test('each month is named above its first whole week, and the last one ends within the chart', () => {
  const monthsAt = (now: string) =>
    [...calendarAt(toInstant(now)).matchAll(/<text x="(\d+)" y="10"( text-anchor="end")?>([^<]+)/g)].map(
      ([, x, end, words]) => [Number(x), end !== undefined, words],
    )
  expect(monthsAt('2026-11-20T10:00:00Z').slice(0, 3)).toEqual([
    [26, false, 'Dec'],
    [91, false, 'Jan 2026'],
    [143, false, 'Feb'],
  ])
  expect(monthsAt('2026-11-20T10:00:00Z').at(-1)).toEqual([650, false, 'Nov'])
  expect(monthsAt('2026-12-10T10:00:00Z').at(-1)).toEqual([689, true, 'Dec'])
  expect(monthsAt('2027-01-20T10:00:00Z').at(-1)).toEqual([689, true, 'Jan 2027'])
})

test('the table of the days has how many ships are recorded and how many count', () => {
  const rows = table.split('<tr>').map((row) => row.replace(/<[^>]+>/g, '|').replace(/\|+/g, '|'))
  expect(rows.find((row) => row.includes('Ship 10'))).toBe('|10 Nov 2026|1|1|Ship 10|')
  expect(rows.find((row) => row.includes('Ship 12'))).toBe(
    '|12 Nov 2026|1|0|Ship 12| (recorded, not counted)|',
  )
})

test('the Tab key passes over the squares, whose links the table has too', () => {
  const squares = [...chart.matchAll(/<a [^>]*href="(\/evidence[^"]+)"[^>]*>/g)]
  expect(squares.map(([link]) => link.includes('tabindex="-1"'))).toEqual([true, true])
  for (const [, href] of squares) expect(table).toContain(`href="${href}"`)
})

import { expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
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

const drawn = calendar({
  title: 'Ships by day',
  unit: 'one square a day',
  source: 'the sources',
  calendar: shipCalendar({ days: [dayOf('10', true), dayOf('12', false)], watched: WATCHED }, NOW),
  rule: 'ships.counted@8',
  data: { csv: '/csv', json: '/json' },
}).toString()
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

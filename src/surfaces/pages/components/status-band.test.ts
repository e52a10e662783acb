import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ActivityStatus } from '#contract/enums.ts'
import type { CalendarDate } from '#contract/time.ts'
import { statusBand } from './status-band.ts'

const DAY = '2026-11-19' as CalendarDate
const drawn = statusBand({
  title: 'Activity status by day',
  unit: 'a status a day',
  source: 'stored days',
  rule: 'history.days@3',
  from: DAY,
  to: DAY,
  days: [{ day: DAY, value: 'QUIET' }],
  data: { csv: '/csv', json: '/json' },
}).toString()
const day = (date: number) => `2026-11-1${date}` as CalendarDate
const band = statusBand({
  title: 'Activity status by day',
  unit: 'a status a day',
  source: 'stored days',
  rule: 'history.days@3',
  from: day(0),
  to: day(9),
  days: [
    { day: day(2), value: 'SHIPPING' },
    { day: day(3), value: 'SHIPPING' },
    { day: day(4), value: null, reason: 'STALE' },
    { day: day(5), value: 'UNKNOWN' },
    { day: day(6), value: 'SHIPPING' },
  ],
  data: { csv: '/csv', json: '/json' },
}).toString()

test('the band is drawn whole: days of one status together, and days without one hatched', () => {
  const rects = [...band.matchAll(/<rect class="(\w+)" x="([\d.]+)" width="([\d.]+)" [^>]*><title>([^<]*)</g)]
  expect(rects.map(([, look, x, width, words]) => [look, Number(x), Number(width), words])).toEqual([
    ['gap', 0, 122.4, 'no value, from 10 Nov 2026 to 11 Nov 2026'],
    ['shipping', 122.4, 122.4, 'Shipping, from 12 Nov 2026 to 13 Nov 2026'],
    ['gap', 244.8, 61.2, 'no value, from 14 Nov 2026 to 14 Nov 2026'],
    ['unknown', 306, 61.2, 'Unknown, from 15 Nov 2026 to 15 Nov 2026'],
    ['shipping', 367.2, 61.2, 'Shipping, from 16 Nov 2026 to 16 Nov 2026'],
    ['gap', 428.4, 183.6, 'no value, from 17 Nov 2026 to 19 Nov 2026'],
  ])
})

test('the legend has the statuses of the band alone, and the table every day', () => {
  const keys = [...band.matchAll(/<span class="key (\w+)">([^<]*)</g)].map(([, look, words]) => [look, words])
  expect(keys).toEqual([
    ['shipping', 'Shipping'],
    ['unknown', 'Unknown'],
    ['unread', 'no value'],
  ])
  expect(drawn).not.toContain('no value')
  const rows = band.split('<tbody>')[1]?.split('<tr>').slice(1) ?? []
  expect(
    rows.map((row) =>
      row
        .split('</table>')[0]
        ?.replace(/<\/td>/g, '|')
        .replace(/<[^>]+>/g, ''),
    ),
  ).toEqual([
    '17 Nov 2026 to 19 Nov 2026|not recorded|',
    '16 Nov 2026|Shipping|',
    '15 Nov 2026|Unknown|',
    '14 Nov 2026|the last reading is too old|',
    '13 Nov 2026|Shipping|',
    '12 Nov 2026|Shipping|',
    '10 Nov 2026 to 11 Nov 2026|not recorded|',
  ])
})

const sheet = readFileSync(new URL('../assets/charts.css', import.meta.url), 'utf8')
const [, forced = ''] = /@media \(forced-colors: active\) \{(.*?)\n\}/s.exec(sheet) ?? []

test('where colours are forced each status has a look of its own, in the band and in its legend', () => {
  const statuses = ActivityStatus.enum
    .filter((status) => status !== 'UNKNOWN')
    .map((one) => one.toLowerCase())
  const looks = statuses.map(
    (status) => new RegExp(`key\\.${status}::before[^{]*\\{([^}]*)\\}`).exec(forced)?.[1],
  )
  expect(new Set(looks).size).toBe(statuses.length)
  expect(looks).not.toContain(undefined)
})

test('the band has every pattern that the sheet names for it', () => {
  const named = [...forced.matchAll(/url\(#([a-z]+)\)/g)].map(([, id]) => String(id))
  expect(named).toHaveLength(3)
  for (const id of named) expect(drawn).toContain(`<pattern id="${id}"`)
})

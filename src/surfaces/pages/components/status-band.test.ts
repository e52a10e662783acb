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

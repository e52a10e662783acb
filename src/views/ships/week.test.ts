import { expect, test } from 'vitest'
import type { ShipKind } from '#contract/enums.ts'
import { toInstant } from '#contract/time.ts'
import { shipDateText, weekOfShip } from './week.ts'

const SUNDAY = toInstant('2026-11-29T23:59:59.000Z')

test.each<[ShipKind | undefined, typeof SUNDAY | null, string | undefined, string | undefined]>([
  ['code_week', SUNDAY, '2026-11-23', 'week of 2026-11-23'],
  ['code_week', toInstant('2026-11-23T00:00:00.000Z'), '2026-11-23', 'week of 2026-11-23'],
  ['code_week', null, undefined, undefined],
  ['release', SUNDAY, undefined, SUNDAY],
  ['upgrade', null, undefined, undefined],
  [undefined, SUNDAY, undefined, SUNDAY],
])('a %s of %s is of the week %s and dated “%s”', (kind, occurredAt, week, text) => {
  expect(weekOfShip({ kind, occurredAt })).toBe(week)
  expect(shipDateText({ kind, occurredAt })).toBe(text)
})

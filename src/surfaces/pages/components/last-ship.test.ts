import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/page-sheet.ts'
import { missing } from '../basis.ts'
import { lastShip } from './last-ship.ts'

const SHEET = aSheet()
const SHIP = { title: 'v2', kind: 'release', evidenceId: 'ship:1' } as const

test.each([
  [{ ...SHIP, occurredAt: toInstant('2026-11-20T07:00:00Z') }, 'Last ship 3 h ago: v2 release'],
  [SHIP, 'Last ship (not dated by its source): v2 release'],
  [undefined, 'Last ship ? unknown the source cannot be read'],
])('the last ship %j is “%s”', (ship, words) => {
  const drawn = lastShip({ ship, basis: missing('SOURCE_UNAVAILABLE') }, SHEET).toString()
  expect(drawn.replace(/<[^>]+>/g, '')).toContain(words)
})

test.each([
  [{ ...SHIP, occurredAt: toInstant('2026-11-20T07:00:00Z') }, '3 h ago: v2 release'],
  [undefined, '? unknown the source cannot be read'],
])('under its own heading the last ship %j begins “%s”', (ship, words) => {
  const basis = missing('SOURCE_UNAVAILABLE')
  const drawn = lastShip({ ship, basis, withName: false }, SHEET).toString()
  expect(drawn.replace(/<[^>]+>/g, '').startsWith(words)).toBe(true)
})

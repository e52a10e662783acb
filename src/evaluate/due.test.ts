import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { placedAt } from '#domain/evidence.ts'
import { day, shipOf } from '#test/given/build-evidence.ts'
import { nextBoundary } from './due.ts'

/** A Friday at noon; its week ends on Monday, 21 December. */
const NOW = day(200)
const MONDAY = toInstant('2026-12-21T00:00:00Z')
const ships = (...ages: readonly number[]) => ages.map((age) => shipOf(`${age}`, 200 - age))
const boundary = (ageDays: number, days: number): Instant => addMs(day(200 - ageDays), days * DAY_MS + 1000)

test.each<[string, readonly number[], Instant]>([
  ['without a ship, when its week ends', [], MONDAY],
  ['with old ships, when its week ends', [99, 98], MONDAY],
  ['after 7 days', [6.9], boundary(6.9, 7)],
  ['a day after 7 days, when a move down is confirmed', [7.9], boundary(7.9, 8)],
  ['after 30 days', [29.9], boundary(29.9, 30)],
  ['a day after 30 days', [30.9], boundary(30.9, 31)],
  ['after 45 days', [44.9], boundary(44.9, 45)],
  ['a day after 45 days', [45.9], boundary(45.9, 46)],
  ['after 60 days', [59.9], boundary(59.9, 60)],
  ['a day after 60 days', [60.9], boundary(60.9, 61)],
  ['after 45 days of the ship before the newest', [44.9, 1], boundary(44.9, 45)],
  ['at the first crossing of any ship', [29.9, 6.8], boundary(29.9, 30)],
  ['of the newest two ships only', [44.9, 20, 10], MONDAY],
])('time moves a conclusion %s', (_, ages, expected) => {
  expect(nextBoundary(ships(...ages), NOW)).toBe(expected)
})

test('skips a boundary at this instant and returns the next one, a day later', () => {
  const ship = shipOf('a', 200)
  const at = addMs(placedAt(ship), 7 * DAY_MS + 1000)
  expect(nextBoundary([ship], addMs(at, -1))).toBe(at)
  expect(nextBoundary([ship], at)).toBe(addMs(at, DAY_MS))
})

test.each([
  ['a millisecond before the week ends', addMs(MONDAY, -1), MONDAY],
  ['at the end of the week', MONDAY, addMs(MONDAY, 7 * DAY_MS)],
  ['an hour later', addMs(MONDAY, HOUR_MS), addMs(MONDAY, 7 * DAY_MS)],
])('asked %s', (_, now, expected) => {
  expect(nextBoundary([], now)).toBe(expected)
})

import { expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { allowedSoFar, spentUntil } from './spread-budget.ts'

test.each([
  ['2026-11-20T00:00:00Z', 1000, 500],
  ['2026-11-20T06:00:00Z', 1000, 625],
  ['2026-11-20T12:00:00Z', 1000, 750],
  ['2026-11-20T23:59:59.999Z', 1000, 1000],
  ['2026-11-20T00:00:00Z', 1, 1],
])('[R53] at %s a budget of %d requests allows %d', (at, dailyLimit, allowed) => {
  expect(allowedSoFar(dailyLimit, toInstant(at))).toBe(allowed)
})

test.each([
  ['nothing used', 0, '00:00:00', null],
  ['a request left of half the budget at 00:00', 499, '00:00:00', null],
  ['half the budget used at 00:00', 500, '00:00:00', '2026-11-20T00:00:00.001Z'],
  ['three quarters used at 06:00', 750, '06:00:00', '2026-11-20T12:00:00.001Z'],
  ['three quarters used after 12:00', 750, '12:01:00', null],
  ['all but one used in the morning', 999, '09:00:00', '2026-11-20T23:57:07.201Z'],
  ['all used', 1000, '12:00:00', '2026-11-21T00:00:00.000Z'],
  ['more used than a limit that was lowered', 2000, '12:00:00', '2026-11-21T00:00:00.000Z'],
])('[R53] readings begin again with %s', (_, used, time, until) => {
  const budget = { used, dailyLimit: 1000 }
  const now = toInstant(`2026-11-20T${time}Z`)
  expect(spentUntil(budget, now)).toBe(until)
})

test('[R53] at the time that is stated, and not a millisecond before, the budget allows a request', () => {
  const now = toInstant('2026-11-20T01:00:00Z')
  for (const used of [521, 600, 777, 999]) {
    const until = spentUntil({ used, dailyLimit: 1000 }, now)
    if (until === null) throw new Error('Expected a time')
    expect(allowedSoFar(1000, until)).toBeGreaterThan(used)
    expect(allowedSoFar(1000, addMs(until, -1))).toBe(used)
  }
})

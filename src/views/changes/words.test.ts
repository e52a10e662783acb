import { expect, test } from 'vitest'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { changeHeadline, changeWords } from './words.ts'

const [FROM, TO] = ['2026-12-06T08:00:07.446Z', '2026-12-06T16:00:06.716Z']
const BEFORE = '2026-12-05T08:00:07.446Z'
const UNLOCK = '2026-12-03T08:40:23.000Z'
const market = { from: 'LIVE', to: 'LIQUIDITY_GONE' }
const resumed = { from: 'RESUMED', to: 'SHIPPING' }
const moved = 'Activity status moved from RESUMED to SHIPPING'
const words = 'Activity status moved from Back to shipping to Shipping'

const event = (summary: string | undefined, facts: object | undefined) =>
  ({ summary, facts }) as unknown as ChangeEvent

test.each<[string, object | undefined, string]>([
  [
    'Market status moved from LIVE to LIQUIDITY_GONE',
    market,
    'Market status moved from Live to Liquidity gone',
  ],
  [moved, resumed, words],
  [
    `${moved} between ${FROM} and ${TO}`,
    { ...resumed, between: { from: FROM, to: TO } },
    `${words} between 08:00 and 16:00 UTC on 6 Dec 2026`,
  ],
  [
    `${moved} between ${BEFORE} and ${TO}`,
    { ...resumed, between: { from: BEFORE, to: TO } },
    `${words} between 5 Dec 2026, 08:00 UTC and 6 Dec 2026, 16:00 UTC`,
  ],
  [
    'Market integrity moved from NONE_OBSERVED to OBSERVED',
    { from: 'NONE_OBSERVED', to: 'OBSERVED', reason: 'liquidity_left' },
    'Market integrity: a check of the market figures is positive (liquidity left)',
  ],
  [
    'Market integrity moved from OBSERVED to NONE_OBSERVED',
    { from: 'OBSERVED', to: 'NONE_OBSERVED' },
    'Market integrity: no check of the market figures is positive',
  ],
  [`Token unlock due at ${UNLOCK}`, { unlockAt: UNLOCK }, 'Token unlock due on 3 Dec 2026, 08:40 UTC'],
  [
    `Token lock observed, unlock at ${UNLOCK}`,
    { unlockAt: UNLOCK },
    'Token lock observed, unlock on 3 Dec 2026, 08:40 UTC',
  ],
])('“%s” with the facts %j is worded', (summary, facts, expected) => {
  expect(changeWords(event(summary, facts))).toBe(expected)
})

test.each<[string, object | undefined]>([
  ['Token lock withdrawn', { unlockAt: UNLOCK }],
  [`Token unlock due at ${UNLOCK}`, {}],
  [`Token unlock due at ${UNLOCK}`, { unlockAt: FROM }],
  [moved, undefined],
  [moved, {}],
  [moved, { from: 'RESUMED' }],
  [moved, market],
  [`${moved} between ${FROM} and ${TO}`, resumed],
  [`${moved} between ${FROM} and ${TO}`, { ...resumed, between: { from: FROM } }],
  ['Release moved from undefined to undefined', {}],
  ['Release v1.2', { from: 'a', to: 'b' }],
])('“%s” with the facts %j keeps its summary', (summary, facts) => {
  expect(changeWords(event(summary, facts))).toBe(summary)
})

test('a headline leaves out the readings, which the day of the event replaces', () => {
  const summary = `${moved} between ${FROM} and ${TO}`
  expect(changeHeadline(event(summary, { ...resumed, between: { from: FROM, to: TO } }))).toBe(words)
  expect(changeHeadline(event(summary, {}))).toBe(summary)
})

import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { hourly, readingOf } from '#test/given/build-market.ts'
import { INTEGRITY_CHECKS, type IntegrityCheck, type IntegrityState, marketIntegrity } from './integrity.ts'

const H = 1 / 24
const NONE = { readings: [], previous: null, lastKnown: null, coverage: 'MEASURED' } as const
type Given = Partial<MarketReading>
const pair = (from: number, to: number, rest: Given = {}, other: Given = {}) => [
  ...hourly(from, to, rest),
  ...hourly(from, to, { provider: 'geckoterminal', ...rest, ...other }),
]
const state = (...reasons: readonly IntegrityCheck[]): IntegrityState => ({
  status: reasons.length === 0 ? 'NONE_OBSERVED' : 'OBSERVED',
  reasons,
  since: day(0),
})
const liquid = { poolLiquidityUsd: { a: 20_000 } }
const dry = { liquidityUsd: 0, volume24hUsd: 0, poolLiquidityUsd: { a: 0 } }

/** The conclusion as one word: the status, the positive checks or the reason. */
function found(readings: readonly MarketReading[], at: number, previous: IntegrityState | null = null) {
  const { claim } = marketIntegrity({ ...NONE, readings, previous, lastKnown: previous }, day(at))
  if (claim.kind === 'UNKNOWN') return claim.reason
  expect(claim.value.status === 'OBSERVED').toBe(claim.value.reasons.length > 0)
  return claim.value.reasons.length === 0 ? claim.value.status : claim.value.reasons.join()
}

const FIRST: [string, readonly MarketReading[], string][] = [
  ['every check made, none positive', pair(9, 10), 'NONE_OBSERVED'],
  [
    'a reading in between for which a check cannot be made',
    [...pair(9, 9), readingOf(9.5), ...pair(10, 10)],
    'NONE_OBSERVED',
  ],
  ['one reading of each is not enough', pair(10, 10), 'NOT_ENOUGH_YET'],
  ['one provider: nothing to compare with', hourly(9, 10), 'NOT_ENOUGH_YET'],
  ['providers apart in liquidity', pair(9, 10, {}, { liquidityUsd: 6_000 }), 'providers_disagree'],
  ['providers apart in price', pair(9, 10, {}, { priceUsd: 0.5 }), 'providers_disagree'],
  ['the second gives neither', pair(9, 10, {}, { liquidityUsd: null, priceUsd: null }), 'NOT_ENOUGH_YET'],
  ['volume implausible for the liquidity', pair(9, 10, { volume24hUsd: 2_000_000 }), 'implausible_turnover'],
  ['volume not given', pair(9, 10, { volume24hUsd: null }), 'NOT_ENOUGH_YET'],
  ['volume given by one', pair(9, 10, {}, { volume24hUsd: null }), 'NONE_OBSERVED'],
  ['only the launch supply', pair(9, 10, { liquidityUsd: 500_000, trades24h: 0 }), 'own_launch_supply'],
  ['trades not given', pair(9, 10, { trades24h: null }), 'NOT_ENOUGH_YET'],
  ['no valuation', pair(9, 10, { valuation: null }), 'NOT_ENOUGH_YET'],
  ['liquidity left on two days', [...pair(0, 1, liquid), ...pair(1 + H, 2, dry)], 'liquidity_left'],
  ['liquidity left on one day', [...pair(0, 1, liquid), ...pair(1 + H, 1.4, dry)], 'NOT_ENOUGH_YET'],
  [
    'liquidity left by one provider alone',
    [...pair(0, 1, liquid), ...hourly(1 + H, 2, dry), ...hourly(1 + H, 2, { provider: 'geckoterminal' })],
    'providers_disagree',
  ],
  [
    'two things at once',
    pair(9, 10, { volume24hUsd: 2_000_000 }, { priceUsd: 0.5 }),
    'providers_disagree,implausible_turnover',
  ],
  [
    'one of two gives an implausible volume',
    pair(9, 10, {}, { volume24hUsd: 2_000_000 }),
    'implausible_turnover',
  ],
  [
    'one of two gives only the launch supply',
    pair(9, 10, {}, { liquidityUsd: 500_000, trades24h: 0 }),
    'providers_disagree,own_launch_supply',
  ],
  ['a valuation given by one', pair(9, 10, {}, { valuation: null }), 'NONE_OBSERVED'],
  ['compared by price alone', pair(9, 10, {}, { liquidityUsd: null }), 'NONE_OBSERVED'],
  [
    'liquidity left by one provider, never shown by the other',
    [...hourly(0, 1, liquid), ...pair(1 + H, 2, dry)],
    'NOT_ENOUGH_YET',
  ],
  [
    'liquidity left by the one provider that gives it',
    [...pair(0, 1, liquid), ...pair(1 + H, 2, dry, { liquidityUsd: null, priceUsd: 2 })],
    'liquidity_left',
  ],
  ['a day old', pair(8, 8.9), 'STALE'],
]
test.each(FIRST)('first conclusion: %s', (_, readings, expected) => {
  expect(found(readings, Math.max(10 * Number(expected === 'STALE'), ...readings.map(dayOf)))).toBe(expected)
})

function dayOf(reading: MarketReading): number {
  return (Date.parse(reading.observedAt) - Date.parse(day(0))) / 86_400_000
}

test.each(['NO_SOURCE', 'NOT_APPLICABLE', 'SOURCE_UNAVAILABLE'] as const)('no reading: %s', (coverage) => {
  const { claim, unknownInputs } = marketIntegrity({ ...NONE, coverage }, day(10))
  expect(claim).toEqual({ kind: 'UNKNOWN', reason: coverage })
  expect(unknownInputs).toEqual([{ input: 'market_readings', reason: coverage }])
})

const apart = { liquidityUsd: 900 }
const MOVES: [string, IntegrityState, readonly MarketReading[], number, string][] = [
  ['one reading moves nothing', state(), [...pair(9, 10), readingOf(10 + H, apart)], 10 + H, 'NONE_OBSERVED'],
  [
    'two agreeing, an hour apart, move',
    state(),
    [...pair(9, 9.8), ...pair(9.85, 10, {}, apart)],
    10,
    'providers_disagree',
  ],
  ['back again', state('providers_disagree'), pair(9, 10), 10, 'NONE_OBSERVED'],
  [
    'a provider that no longer answers moves nothing',
    state(),
    [...pair(9, 10), ...hourly(10 + H, 10.9)],
    10.9,
    'NONE_OBSERVED',
  ],
  [
    'a provider that no longer answers does not end an observed state',
    state('providers_disagree'),
    [...pair(9, 10, {}, apart), ...hourly(10 + H, 10.9)],
    10.9,
    'providers_disagree',
  ],
  ['72 h without a reading', state(), pair(9, 10), 13.1, 'STALE'],
  [
    'liquidity_left stays after its readings are too old',
    state('liquidity_left'),
    pair(39, 40, { liquidityUsd: 3, volume24hUsd: 0 }),
    40,
    'liquidity_left',
  ],
  [
    'liquidity is back by the only provider that gives it',
    state('liquidity_left'),
    pair(39, 40, {}, { liquidityUsd: null }),
    40,
    'NONE_OBSERVED',
  ],
  ['liquidity is back', state('liquidity_left'), pair(39, 40), 40, 'NONE_OBSERVED'],
]
test.each(MOVES)('from a previous state: %s', (_, previous, readings, at, expected) => {
  expect(found(readings, at, previous)).toBe(expected)
})

test('an unchanged state keeps its date and a new state has a new date', () => {
  const at = (readings: readonly MarketReading[]) =>
    marketIntegrity({ ...NONE, readings, previous: state(), lastKnown: state() }, day(10)).claim
  expect(at(pair(9, 10))).toMatchObject({ value: { since: day(0) } })
  expect(at(pair(9, 10, {}, apart))).toMatchObject({ value: { since: day(10) } })
})

test('a state found again after unknown time keeps its date', () => {
  const unread = marketIntegrity({ ...NONE, previous: state(), lastKnown: state() }, day(10))
  const { lastKnown } = unread
  expect([unread.claim.kind, lastKnown]).toEqual(['UNKNOWN', state()])
  const again = (readings: readonly MarketReading[]) =>
    marketIntegrity({ ...NONE, readings, lastKnown }, day(20))
  expect(again(pair(19, 20))).toMatchObject({
    claim: { value: state() },
    lastKnown: state(),
    inputs: { previous: null, lastKnown: state() },
  })
  expect(again(pair(19, 20, {}, apart)).claim).toMatchObject({ value: { since: day(20) } })
})

test.each([
  ['its newest reading', [], 10, day(9.5)],
  ['the newest reading that showed it, while newer ones show nothing', [readingOf(10)], 10, day(9.5)],
  ['its newest reading, while none is made', [], 11, day(9.5)],
])('a state is supported up to %s', (_, later, at, until) => {
  const readings = [...pair(8.5, 9.5), ...later]
  const { supportedUntil } = marketIntegrity(
    { ...NONE, readings, previous: state(), lastKnown: state() },
    day(at),
  )
  expect(supportedUntil).toBe(until)
})

test('an unknown state is supported by nothing', () => {
  expect(marketIntegrity({ ...NONE, readings: pair(10, 10) }, day(10)).supportedUntil).toBeNull()
})

test('names missing agreement between readings as an unknown input', () => {
  const { claim, unknownInputs } = marketIntegrity({ ...NONE, readings: pair(10, 10) }, day(10))
  expect(claim.kind).toBe('UNKNOWN')
  expect(unknownInputs).toEqual([{ input: 'agreeing_readings', reason: 'NOT_ENOUGH_YET' }])
})

test('names each check that could not be made [contract explanation unknownInputs]', () => {
  const { inputs, unknownInputs } = marketIntegrity(
    { ...NONE, readings: hourly(9, 10, { volume24hUsd: null }) },
    day(10),
  )
  expect(unknownInputs).toEqual([
    { input: 'providers_disagree', reason: 'NOT_ENOUGH_YET' },
    { input: 'implausible_turnover', reason: 'NOT_ENOUGH_YET' },
  ])
  expect(Object.keys(inputs['checks'] ?? {})).toEqual(INTEGRITY_CHECKS)
})

test('names every check that uses liquidity when liquidity is not given', () => {
  const { unknownInputs } = marketIntegrity(
    { ...NONE, readings: pair(9, 10, { liquidityUsd: null }) },
    day(10),
  )
  expect(unknownInputs.map(({ input }) => input)).toEqual([
    'implausible_turnover',
    'own_launch_supply',
    'liquidity_left',
  ])
})

test('has no unknown inputs when every check was made, and gives the newest figures as inputs', () => {
  const { inputs, unknownInputs } = marketIntegrity({ ...NONE, readings: pair(9, 10) }, day(10))
  expect(unknownInputs).toEqual([])
  expect(inputs).toMatchObject({
    newest: [
      { provider: 'geckoterminal', observedAt: day(10), liquidityUsd: 20_000, trades24h: 12 },
      { provider: 'dexscreener', observedAt: day(10), liquidityUsd: 20_000, trades24h: 12 },
    ],
  })
})

import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { hourly, readingOf } from '#test/given/build-market.ts'
import { type MarketState, marketStatus } from './status.ts'

type Given = Partial<MarketReading>
const GONE = { since: day(0), lastKnown: 'LIQUIDITY_GONE' } as const

function statusAfter(previous: MarketState, readings: readonly MarketReading[], at: number) {
  const { claim, status } = marketStatus({ readings, previous, coverage: 'MEASURED' }, day(at))
  return claim.kind === 'UNKNOWN' ? claim.reason : status
}

test.each<[string, Given, string]>([
  ['little is back and traded', { liquidityUsd: 3_000, volume24hUsd: 40 }, 'LOW_LIQUIDITY'],
  ['a cent below $5,000 is back, not traded', { liquidityUsd: 4_999.99, volume24hUsd: 0 }, 'LIQUIDITY_GONE'],
  ['$5,000 is back, not traded', { liquidityUsd: 5_000, volume24hUsd: 0 }, 'NO_TRADING'],
])('after LIQUIDITY_GONE: %s', (_, given, expected) => {
  expect(statusAfter({ ...GONE, status: 'LIQUIDITY_GONE' }, hourly(9, 10, given), 10)).toBe(expected)
  expect(statusAfter({ ...GONE, status: 'INSUFFICIENT_DATA' }, hourly(9, 10, given), 10)).toBe(expected)
})

test.each<[string, Given, string]>([
  ['no liquidity and no trades', { liquidityUsd: 0, volume24hUsd: 0 }, 'LIQUIDITY_GONE'],
  ['no figure of liquidity', { liquidityUsd: null, volume24hUsd: 0 }, 'LIQUIDITY_GONE'],
  ['dust without trades', { liquidityUsd: 99, volume24hUsd: 0 }, 'LIQUIDITY_GONE'],
  ['liquidity and trades', {}, 'LIVE'],
])('[R127] after LIQUIDITY_GONE and 40 unread days, %s is %s', (_, given, expected) => {
  const before = { ...GONE, status: 'LIQUIDITY_GONE' } as const
  const unread = marketStatus({ readings: [], previous: before, coverage: 'STALE' }, day(40))
  expect(unread).toMatchObject({ status: 'INSUFFICIENT_DATA', lastKnown: 'LIQUIDITY_GONE' })
  const { since, lastKnown } = unread
  const previous = { status: unread.status, since, lastKnown }
  expect(statusAfter(previous, [readingOf(41, given)], 41)).toBe(expected)
})

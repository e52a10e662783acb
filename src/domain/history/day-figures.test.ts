import { expect, test } from 'vitest'
import { dateOf, endOfDate, toInstant } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import type { KnownMarket } from '#domain/market/verdict.ts'
import { day } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { dayDoubts, figurePoints } from './day-figures.ts'

const END = endOfDate(dateOf(day(10)))
const NONE = { priceUsd: null, liquidityUsd: null, volume24hUsd: null, trades24h: null, valuation: null }
const FDV = { usd: 90, kind: 'fdv' as const }
const CAP = { usd: 60, kind: 'marketCap' as const }

const shown = (readings: readonly MarketReading[], market: KnownMarket | null = 'LIVE') =>
  figurePoints({ readings, market }, END).map(
    ({ series, value, state, kind, provider }) =>
      `${series} ${[value ?? state, kind, provider].filter((part) => part !== null).join(' ')}`,
  )

test('no reading makes no point', () => {
  expect(shown([])).toEqual([])
})

test('a figure that was not given makes no point', () => {
  expect(shown([readingOf(10, { ...NONE, priceUsd: 2 })])).toEqual(['price 2 dexscreener'])
})

test('a market cap is before an FDV, and each figure has its provider', () => {
  const readings = [
    readingOf(10, { ...NONE, priceUsd: 2, valuation: FDV }),
    readingOf(9.9, { provider: 'geckoterminal', ...NONE, liquidityUsd: 7000, valuation: CAP }),
  ]
  expect(shown(readings)).toEqual([
    'valuation 60 marketCap geckoterminal',
    'price 2 dexscreener',
    'liquidity 7000 geckoterminal',
  ])
})

test.each(['LIQUIDITY_GONE', 'NO_TRADING'] as const)('%s withholds the valuation alone', (market) => {
  const readings = [readingOf(10, { ...NONE, priceUsd: 2, valuation: FDV })]
  expect(shown(readings, market)).toEqual(['valuation WITHHELD', 'price 2 dexscreener'])
})

test('figures that are not believed are withheld, and the day says why', () => {
  const readings = [
    readingOf(10, { ...NONE, priceUsd: 2, liquidityUsd: 1000 }),
    readingOf(10, { provider: 'geckoterminal', ...NONE, priceUsd: 20 }),
  ]
  expect(shown(readings)).toEqual(['price WITHHELD', 'liquidity WITHHELD'])
  expect(dayDoubts(readings, END)).toEqual(
    new Map([
      ['dexscreener', 'providers_disagree'],
      ['geckoterminal', 'providers_disagree'],
    ]),
  )
})

test('an implausible turnover is a doubt about its own provider', () => {
  const readings = [
    readingOf(10, { ...NONE, liquidityUsd: 1000, volume24hUsd: 90_000 }),
    readingOf(9.99, { provider: 'geckoterminal', ...NONE, liquidityUsd: 1000, volume24hUsd: 10 }),
  ]
  expect([...dayDoubts(readings, END).values()]).toEqual(['implausible_turnover', null])
})

test('a point of a figure is measured, and has the time of its reading', () => {
  const readings = [readingOf(10, { ...NONE, priceUsd: 2, valuation: FDV })]
  const measured = { state: 'MEASURED', observedAt: toInstant(day(10)), day: dateOf(END) }
  expect(figurePoints({ readings, market: 'LIVE' }, END)).toMatchObject([
    { ...measured, series: 'valuation', value: 90, kind: 'fdv' },
    { ...measured, series: 'price', value: 2, kind: null },
  ])
})

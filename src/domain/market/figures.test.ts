import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { day } from '#test/build-evidence.ts'
import { readingOf } from '#test/build-market.ts'
import { marketFigures } from './figures.ts'

const gecko = { provider: 'geckoterminal' }
const figure = (usd: number, provider = 'dexscreener') =>
  expect.objectContaining({ value: { usd, provider } })
const notYet = unknown('NOT_ENOUGH_YET')

test.each([
  ['no reading', [], notYet, notYet],
  ['one provider', [readingOf(9)], figure(20_000), figure(900)],
  ['the newest of one provider', [readingOf(9), readingOf(9.5, { liquidityUsd: 7 })], figure(7), figure(900)],
  [
    'each figure from the newest reading that gives it',
    [readingOf(9), readingOf(9.5, { ...gecko, liquidityUsd: 8, volume24hUsd: null })],
    figure(8, 'geckoterminal'),
    figure(900),
  ],
  ['a figure not given', [readingOf(9, { liquidityUsd: null })], notYet, figure(900)],
  ['a known zero', [readingOf(9, { liquidityUsd: 0, volume24hUsd: 0 })], figure(0), figure(0)],
  ['exactly 72 h old', [readingOf(7)], figure(20_000), figure(900)],
  ['older than 72 h', [readingOf(6.9)], notYet, notYet],
  ['read after now', [readingOf(10.5)], notYet, notYet],
  [
    'an implausible turnover',
    [readingOf(9), readingOf(9.5, { ...gecko, liquidityUsd: 200, volume24hUsd: 900_000 })],
    figure(20_000),
    figure(900),
  ],
])('%s', (_, readings, liquidity, volume24h) => {
  expect(marketFigures({ readings, coverage: 'MEASURED' }, day(10))).toEqual({ liquidity, volume24h })
})

test('is unknown with the coverage state of the market as the reason', () => {
  const none = unknown('NOT_APPLICABLE')
  expect(marketFigures({ readings: [], coverage: 'NOT_APPLICABLE' }, day(10))).toEqual({
    liquidity: none,
    volume24h: none,
  })
})

test('a figure is a fact that cites its reading', () => {
  expect(marketFigures({ readings: [readingOf(9)], coverage: 'MEASURED' }, day(10)).liquidity).toEqual({
    kind: 'FACT',
    value: { usd: 20_000, provider: 'dexscreener' },
    evidence: ['source:dexscreener'],
    observedAt: day(9),
  })
})

import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { day } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { marketFigures } from './figures.ts'

const gecko = { provider: 'geckoterminal' }
const figure = (usd: number, provider = 'dexscreener') =>
  expect.objectContaining({ value: { usd, provider } })
const notYet = unknown('NOT_ENOUGH_YET')
const ungiven = unknown('NO_SOURCE')

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
  ['a figure not given', [readingOf(9, { liquidityUsd: null })], ungiven, figure(900)],
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
  const expected = { liquidity, volume24h, doubt: null }
  expect(marketFigures({ readings, coverage: 'MEASURED', ungiven: 'NO_SOURCE' }, day(10))).toEqual(expected)
})

const withheld = unknown('WITHHELD')
const spun = { liquidityUsd: 200, volume24hUsd: 900_000 }
test.each([
  [
    'providers that disagree',
    [readingOf(9), readingOf(9, { ...gecko, liquidityUsd: 90_000 })],
    withheld,
    withheld,
    'providers_disagree',
  ],
  [
    'providers whose prices disagree, without liquidity',
    [readingOf(9, { liquidityUsd: null }), readingOf(9, { ...gecko, liquidityUsd: null, priceUsd: 7 })],
    ungiven,
    withheld,
    'providers_disagree',
  ],
  [
    'an implausible turnover of every provider',
    [readingOf(9, spun), readingOf(9, { ...gecko, ...spun })],
    withheld,
    withheld,
    'implausible_turnover',
  ],
  [
    'an implausible turnover of the one provider that gives the volume',
    [readingOf(9, spun), readingOf(9, { ...gecko, volume24hUsd: null, liquidityUsd: 210 })],
    figure(210, 'geckoterminal'),
    withheld,
    'implausible_turnover',
  ],
  [
    'the launch supply alone',
    [readingOf(9, { liquidityUsd: 500_000, trades24h: 0 })],
    withheld,
    withheld,
    'own_launch_supply',
  ],
  [
    'a doubt about the newest reading, believed the day before',
    [readingOf(8), readingOf(9.9, spun)],
    withheld,
    withheld,
    'implausible_turnover',
  ],
  [
    'a doubted reading, believed since',
    [readingOf(8, spun), readingOf(9.9)],
    figure(20_000),
    figure(900),
    null,
  ],
  ['a doubted reading older than 72 h', [readingOf(6.9, spun)], notYet, notYet, null],
])('[R69] %s', (_, readings, liquidity, volume24h, doubt) => {
  const expected = { liquidity, volume24h, doubt }
  expect(marketFigures({ readings, coverage: 'MEASURED', ungiven: 'NO_SOURCE' }, day(10))).toEqual(expected)
})

test('is unknown with the coverage state of the market as the reason', () => {
  const none = unknown('NOT_APPLICABLE')
  expect(marketFigures({ readings: [], coverage: 'NOT_APPLICABLE', ungiven: 'NO_SOURCE' }, day(10))).toEqual({
    liquidity: none,
    volume24h: none,
    doubt: null,
  })
})

test('a figure is a fact that cites its reading', () => {
  expect(
    marketFigures({ readings: [readingOf(9)], coverage: 'MEASURED', ungiven: 'NO_SOURCE' }, day(10))
      .liquidity,
  ).toEqual({
    kind: 'FACT',
    value: { usd: 20_000, provider: 'dexscreener' },
    evidence: ['source:dexscreener'],
    observedAt: day(9),
  })
})

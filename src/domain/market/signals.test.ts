import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { marketSignals } from './signals.ts'

/** Noon; the last two complete days are 198 and 199. */
const NOW = day(200)
type Given = Partial<MarketReading>

/** Three readings on each of the days. The first of a day is in the morning. */
const days = (from: number, to: number, given: Given) =>
  Array.from({ length: to - from + 1 }, (_, place) =>
    [-0.4, 0, 0.4].map((part) => readingOf(from + place + part, given)),
  ).flat()
const liquidity = (usd: number): Given => ({ liquidityUsd: usd, volume24hUsd: 900 })
const volume = (usd: number): Given => ({ liquidityUsd: 1_000_000, volume24hUsd: usd })
/** Readings on the last two complete days, and readings on the last one alone. */
const lately = (given: Given) => days(198, 199, given)
const yesterday = (given: Given) => days(199, 199, given)
const week = days(191, 197, liquidity(20_000))
/** The readings of the week before, with half the liquidity on these days. */
const lowOn = (...low: readonly number[]) =>
  Array.from({ length: 7 }, (_, place) => 191 + place).flatMap((at) =>
    days(at, at, liquidity(low.includes(at) ? 20_000 : 40_000)),
  )
const doubled = [...week, ...lately(liquidity(40_000))]
const quiet = days(192, 198, volume(3_000))
const gecko = (readings: readonly MarketReading[]) =>
  readings.map((reading) => ({ ...reading, provider: 'geckoterminal', sourceId: 'source:gecko' as const }))
/** The readings, and a first reading of today by each provider that repeats its last one. */
const followed = (readings: readonly MarketReading[]) =>
  [...Map.groupBy(readings, ({ provider }) => provider).values()].flatMap((own) =>
    own.concat(own.slice(-1).map((last) => ({ ...last, observedAt: day(199.6) }))),
  )
const kindsOf = (readings: readonly MarketReading[]) =>
  marketSignals(followed(readings), NOW).signals.map(({ kind }) => kind)

test.each<[string, readonly MarketReading[], readonly string[]]>([
  ['twice the liquidity of the week, on two days', doubled, ['liquidity_rose']],
  ['a little less', [...week, ...lately(liquidity(39_999))], []],
  [
    'on one day of the two',
    [...week, ...days(198, 198, liquidity(20_000)), ...days(199, 199, liquidity(90_000))],
    [],
  ],
  ['today alone', [...week, ...lately(liquidity(20_000)), readingOf(200, liquidity(90_000))], []],
  ['half of it', [...week, ...lately(liquidity(10_000))], ['liquidity_fell']],
  [
    'twice the median of the seven days before, whatever the eighth was',
    [...lowOn(191, 193, 195, 197), ...days(190, 190, liquidity(40_000)), ...lately(liquidity(40_000))],
    ['liquidity_rose'],
  ],
  [
    'twice the median of the last six and of the last eight days before, not of seven',
    [...lowOn(192, 193, 194), ...days(190, 190, liquidity(20_000)), ...lately(liquidity(40_000))],
    [],
  ],
  ['nothing left', [...week, ...lately(liquidity(0))], ['liquidity_fell']],
  ['twice a small liquidity', [...days(191, 197, liquidity(2_000)), ...lately(liquidity(6_900))], []],
  [
    'a single outlier does not decide the day',
    [
      ...week,
      ...lately(liquidity(20_000)),
      readingOf(198.1, liquidity(900_000)),
      readingOf(199.1, liquidity(900_000)),
    ],
    [],
  ],
  [
    'another provider that shows the same',
    [...week, ...lately(liquidity(40_000)), ...gecko([...week, ...lately(liquidity(50_000))])],
    ['liquidity_rose'],
  ],
  [
    'another provider that does not show the same',
    [...week, ...lately(liquidity(40_000)), ...gecko([...week, ...lately(liquidity(20_000))])],
    [],
  ],
  [
    'another provider that began later is ignored',
    [...doubled, ...gecko(lately(liquidity(40_000)))],
    ['liquidity_rose'],
  ],
  ['five times the volume on a day', [...quiet, ...yesterday(volume(15_000))], ['volume_spike']],
  ['less than that', [...quiet, ...yesterday(volume(14_999))], []],
  ['five times a small volume', [...days(192, 198, volume(100)), ...yesterday(volume(9_000))], []],
  [
    'implausible volume is ignored',
    [
      ...days(192, 198, liquidity(20_000)),
      ...days(199, 199, { ...liquidity(20_000), volume24hUsd: 2_000_000 }),
    ],
    [],
  ],
  [
    'volume without an earlier figure',
    [...days(192, 198, { volume24hUsd: null }), ...yesterday(volume(90_000))],
    [],
  ],
  ['no reading', [], []],
])('%s', (_, readings, kinds) => {
  expect(kindsOf(readings)).toEqual(kinds)
})

test.each<[string, readonly MarketReading[], readonly string[]]>([
  [
    'five of the seven days before were read',
    [...days(193, 197, liquidity(20_000)), ...lately(liquidity(20_000))],
    [],
  ],
  [
    'four of the seven days before were read',
    [...days(194, 197, liquidity(20_000)), ...lately(liquidity(20_000))],
    ['liquidity_rose', 'liquidity_fell'],
  ],
  [
    'yesterday was not read',
    [...week, ...days(198, 198, liquidity(90_000))],
    ['liquidity_rose', 'liquidity_fell', 'volume_spike'],
  ],
  [
    'no volume is given',
    [...week, ...lately({ ...liquidity(20_000), volume24hUsd: null })],
    ['volume_spike'],
  ],
  ['nothing was read', [], ['liquidity_rose', 'liquidity_fell', 'volume_spike']],
])('undecided: %s', (_, readings, undecided) => {
  expect(marketSignals(followed(readings), NOW).undecided).toEqual(undecided)
})

test('[R64] the last day is undecided until a reading follows it', () => {
  const halved = [...week, ...lately(liquidity(10_000))]
  expect(marketSignals(halved, NOW)).toEqual({
    undecided: ['liquidity_rose', 'liquidity_fell', 'volume_spike'],
    signals: [],
  })
  expect(marketSignals(followed(halved), NOW).signals).toMatchObject([{ kind: 'liquidity_fell' }])
})

/** The figures of a provider that lists these pools. */
const listing = (pools: Readonly<Record<string, number>>, rest: Given = {}): Given => ({
  poolLiquidityUsd: pools,
  pools: Object.keys(pools).length,
  liquidityUsd: Object.values(pools).reduce((sum, usd) => sum + usd, 0),
  volume24hUsd: 900,
  ...rest,
})
const both = listing({ a: 50_000, b: 3_000 })
const NEITHER: readonly string[] = []

test.each<{
  of: string
  readings: readonly MarketReading[]
  kinds: readonly string[]
  open: readonly string[]
}>([
  {
    of: 'the deep pool is not listed any more',
    readings: [...days(191, 197, both), ...lately(listing({ b: 3_000 }))],
    kinds: NEITHER,
    open: ['liquidity_fell', 'volume_spike'],
  },
  {
    of: 'the deep pool is listed again',
    readings: [...days(180, 190, both), ...days(191, 197, listing({ b: 3_000 })), ...lately(both)],
    kinds: NEITHER,
    open: ['liquidity_rose', 'volume_spike'],
  },
  {
    of: 'the deep pool was never listed in this time',
    readings: [...days(180, 190, both), ...days(191, 199, listing({ b: 3_000 }))],
    kinds: NEITHER,
    open: ['volume_spike'],
  },
  {
    of: 'the deep pool is listed with less',
    readings: [...days(191, 197, both), ...lately(listing({ a: 10_000, b: 3_000 }))],
    kinds: ['liquidity_fell'],
    open: NEITHER,
  },
  {
    of: 'the deep pool lost its liquidity, and the other one is not listed any more',
    readings: [...days(191, 197, both), ...lately(listing({ a: 10_000 }))],
    kinds: ['liquidity_fell'],
    open: ['volume_spike'],
  },
  {
    of: 'a new pool is deep, and the other one is not listed any more',
    readings: [...days(191, 197, listing({ b: 10_000 })), ...lately(listing({ c: 40_000 }))],
    kinds: ['liquidity_rose'],
    open: ['volume_spike'],
  },
  {
    of: 'another provider lists all',
    readings: [
      ...days(191, 197, both),
      ...lately(listing({ b: 3_000 })),
      ...gecko([...days(191, 197, both), ...lately(listing({ a: 10_000, b: 3_000 }))]),
    ],
    kinds: ['liquidity_fell'],
    open: NEITHER,
  },
  {
    of: 'a pool with a tenth of the liquidity is not listed any more, and the volume rises',
    readings: [
      ...days(191, 197, listing({ a: 45_000, b: 5_000 })),
      ...lately(listing({ a: 45_000 }, { volume24hUsd: 15_000 })),
    ],
    kinds: ['volume_spike'],
    open: NEITHER,
  },
  {
    of: 'a pool with more than a tenth of the liquidity is not listed any more, and the volume rises',
    readings: [
      ...days(191, 197, listing({ a: 45_000, b: 5_001 })),
      ...lately(listing({ a: 45_000 }, { volume24hUsd: 15_000 })),
    ],
    kinds: NEITHER,
    open: ['volume_spike'],
  },
])('a pool that is not listed is not known to be empty: $of', ({ readings, kinds, open }) => {
  const { signals, undecided } = marketSignals(followed(readings), NOW)
  expect(signals.map(({ kind }) => kind)).toEqual(kinds)
  expect(undecided).toEqual(open)
})

/** A cent less than a figure, the figure, and a cent more. */
test.each<[string, (off: number) => readonly MarketReading[], readonly (readonly string[])[]]>([
  [
    'a rise of exactly $5,000',
    (off) => [...days(191, 197, liquidity(4_000)), ...lately(liquidity(9_000 + off))],
    [[], ['liquidity_rose'], ['liquidity_rose']],
  ],
  [
    'a fall of exactly $5,000',
    (off) => [...days(191, 197, liquidity(8_000)), ...lately(liquidity(3_000 + off))],
    [['liquidity_fell'], ['liquidity_fell'], []],
  ],
  [
    'exactly half',
    (off) => [...week, ...lately(liquidity(10_000 + off))],
    [['liquidity_fell'], ['liquidity_fell'], []],
  ],
  [
    'half on one day of the two',
    (off) => [...week, ...days(198, 198, liquidity(20_000)), ...days(199, 199, liquidity(9_000 + off))],
    [[], [], []],
  ],
  [
    'a volume of exactly $10,000',
    (off) => [...days(192, 198, volume(1_000)), ...yesterday(volume(10_000 + off))],
    [[], ['volume_spike'], ['volume_spike']],
  ],
  ['figures not given', () => days(191, 199, { liquidityUsd: null, volume24hUsd: null }), [[], [], []]],
])('to the cent: %s', (_, readingsAt, expected) => {
  expect([-0.01, 0, 0.01].map((off) => kindsOf(readingsAt(off)))).toEqual(expected)
})

test('the median reading of a day is the median by figure, not by time', () => {
  const noon = [198, 199].map((at) => readingOf(at, liquidity(900_000)))
  const around = [198, 199].flatMap((at) =>
    [-0.4, 0.4].map((part) => readingOf(at + part, liquidity(20_000))),
  )
  const inOrder = [...around, ...noon].toSorted((a, b) => (a.observedAt < b.observedAt ? -1 : 1))
  expect(kindsOf([...week, ...inOrder])).toEqual([])
})

test.each([
  ['liquidity_fell', 'Liquidity at least halved over two days', [...week, ...lately(liquidity(10_000))]],
  [
    'volume_spike',
    'Volume of a day at least five times that of the week before',
    [...quiet, ...yesterday(volume(15_000))],
  ],
])('the signal %s has the title %j', (kind, title, readings) => {
  expect(marketSignals(followed(readings), NOW).signals).toMatchObject([{ kind, title, group: 'market' }])
})

test('[R68] cites the providers that agree by name, covers whole days and gives the compared figures', () => {
  const risen = doubled
  expect(marketSignals(followed([...risen, ...gecko(risen)]), NOW).signals).toEqual([
    {
      kind: 'liquidity_rose',
      group: 'market',
      title: 'Liquidity at least doubled over two days',
      windowFrom: '2026-12-16T00:00:00.000Z',
      windowTo: '2026-12-18T00:00:00.000Z',
      rule: 'signals.market@5',
      evidence: ['source:dexscreener', 'source:gecko'],
      facts: {
        providers: ['dexscreener', 'geckoterminal'].map((provider) => ({
          provider,
          figures: [40_000, 40_000],
          before: 20_000,
        })),
      },
    },
  ])
})

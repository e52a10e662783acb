import { expect, test } from 'vitest'
import {
  believedLiquidity,
  believedVolume,
  figuresOf,
  gapsOf,
  isEmpty,
  joinListings,
  type ListedEntry,
  POOLS_MAX,
  type Pool,
  type PoolListing,
  toListing,
  toQuotePool,
} from './pools.ts'

/** The figures of a complete listing. */
const figures = (own: readonly Pool[], supply: number | undefined) => figuresOf(toListing(own), supply)
const bare: Pool = {
  address: '0xa',
  priceUsd: undefined,
  liquidityUsd: undefined,
  volume24hUsd: undefined,
  trades24h: undefined,
  marketCapUsd: undefined,
  fdvUsd: undefined,
}
const shallow: Pool = {
  address: '0xb',
  priceUsd: 9,
  liquidityUsd: 10,
  volume24hUsd: 4000,
  trades24h: 3,
  marketCapUsd: 900,
  fdvUsd: 9000,
}
const deep: Pool = { ...shallow, address: '0xc', priceUsd: 2, liquidityUsd: 8000, fdvUsd: 2000 }

/** A pool for which the provider gives no figures, but says that nobody traded in it. */
const idle: Pool = { ...bare, trades24h: 0 }

test('price and valuation come from the deepest pool, sums from all pools', () => {
  expect(figures([shallow, idle, deep], undefined)).toEqual({
    pools: 3,
    priceUsd: 2,
    liquidityUsd: 8010,
    volume24hUsd: 8000,
    trades24h: 6,
    valuation: { usd: 900, kind: 'marketCap' },
    poolLiquidityUsd: { '0xb': 10, '0xc': 8000 },
  })
})

test.each<[string, Partial<Pool>, object]>([
  ['liquidity', { liquidityUsd: undefined }, { liquidityUsd: null, volume24hUsd: 8000, trades24h: 6 }],
  ['volume', { volume24hUsd: undefined }, { liquidityUsd: 8010, volume24hUsd: null, trades24h: 6 }],
  ['trades', { trades24h: undefined }, { liquidityUsd: 8010, volume24hUsd: 8000, trades24h: null }],
  ['any figure', bare, { liquidityUsd: null, volume24hUsd: null, trades24h: null }],
  ['any figure, but says that nobody traded', idle, { liquidityUsd: 8000, volume24hUsd: 4000, trades24h: 3 }],
  [
    'liquidity and has no volume',
    { liquidityUsd: undefined, volume24hUsd: 0, trades24h: undefined },
    { liquidityUsd: 8000, volume24hUsd: 4000, trades24h: 3 },
  ],
  [
    'liquidity and has trades without volume',
    { liquidityUsd: undefined, volume24hUsd: 0 },
    { liquidityUsd: null, volume24hUsd: 4000, trades24h: 6 },
  ],
  [
    'volume, of a drained pool with trades',
    { liquidityUsd: 0, volume24hUsd: undefined },
    { liquidityUsd: 8000, volume24hUsd: null, trades24h: 6 },
  ],
])('a pool that does not give %s: the sums', (_, over, sums) => {
  expect(figures([{ ...shallow, ...over, address: '0xb' }, deep], undefined)).toMatchObject(sums)
})

test('a drained pool beside a traded one of unknown liquidity is not all the liquidity there is', () => {
  const drained = { ...deep, liquidityUsd: 0, volume24hUsd: 0, trades24h: 0 }
  const moved = { ...shallow, liquidityUsd: undefined }
  expect(figures([drained, moved], undefined)).toMatchObject({
    priceUsd: 9,
    liquidityUsd: null,
    poolLiquidityUsd: { '0xc': 0 },
  })
})

test('a figure that no pool reports is unknown, not zero', () => {
  expect(figures([bare, { ...bare, address: '0xd' }], 1000)).toEqual({
    pools: 2,
    priceUsd: null,
    liquidityUsd: null,
    volume24hUsd: null,
    trades24h: null,
    valuation: null,
    poolLiquidityUsd: {},
  })
})

test('a drained pool has its reported zero', () => {
  const drained = figures([{ ...deep, liquidityUsd: 0, volume24hUsd: 0 }], undefined)
  expect(drained).toMatchObject({ liquidityUsd: 0, volume24hUsd: 0, poolLiquidityUsd: { '0xc': 0 } })
})

test('a price missing in the deepest pool is not taken from another pool', () => {
  expect(figures([shallow, { ...deep, priceUsd: undefined }], undefined).priceUsd).toBeNull()
})

test('a pool listed twice counts once', () => {
  expect(figures([deep, { ...deep }], undefined)).toMatchObject({ pools: 1, liquidityUsd: 8000 })
})

test('without liquidity the pool with most volume gives the price, in any order', () => {
  const quiet = { ...shallow, liquidityUsd: undefined, volume24hUsd: 1 }
  const busy = { ...deep, liquidityUsd: undefined, volume24hUsd: 50 }
  expect(figures([quiet, busy], undefined).priceUsd).toBe(2)
  expect(figures([busy, quiet], undefined).priceUsd).toBe(2)
})

test('pools over the limit are left out', () => {
  const pools = Array.from({ length: POOLS_MAX + 5 }, (_, index) => ({ ...deep, address: `0x${index}` }))
  expect(figures(pools, undefined).pools).toBe(POOLS_MAX)
})

test('an absurd count of trades is unknown', () => {
  const most = 2 ** 31 - 1
  expect(figures([{ ...deep, trades24h: most }], undefined).trades24h).toBe(most)
  expect(figures([{ ...deep, trades24h: most + 1 }], undefined).trades24h).toBeNull()
})

test('[R31] while a pool is unread, sums, price and valuation are unknown, and the pools that were read remain', () => {
  expect(figuresOf(toListing([shallow, deep, 'unread']), 1000)).toEqual({
    pools: 2,
    priceUsd: null,
    liquidityUsd: null,
    volume24hUsd: null,
    trades24h: null,
    valuation: null,
    poolLiquidityUsd: { '0xb': 10, '0xc': 8000 },
  })
})

/** A pool that prices another token in this one. */
const asQuote = (volume24hUsd: number | undefined, trades24h?: number): ListedEntry =>
  toQuotePool({ volume24hUsd, liquidityUsd: undefined, trades24h })

test.each<[string, PoolListing, readonly RegExp[]]>([
  ['has every pool', toListing([shallow, deep, 'other']), []],
  ['lacks an entry that cannot be read', toListing([shallow, 'unread']), [/could not be read: 1/]],
  ['was cut by the provider', { ...toListing([shallow]), isCut: true }, [/does not list every pool/]],
  ['has as much volume in pools with the token as quote', toListing([shallow, asQuote(4000)]), []],
  ['has more volume there', toListing([shallow, asQuote(3000), asQuote(1001)]), [/prices? another token/]],
  [
    'has pools with the token as quote of unknown volume',
    toListing([shallow, asQuote(undefined), asQuote(undefined, 3)]),
    [/of unknown volume that price another token in this one: 2$/],
  ],
  [
    'has a pool with the token as quote that the provider cannot price',
    toListing([{ ...shallow, volume24hUsd: 0 }, asQuote(0, 5)]),
    [/of unknown volume/],
  ],
  [
    'has pools with the token as quote in which nobody traded',
    toListing([shallow, asQuote(undefined, 0)]),
    [],
  ],
  ['has pools with the token as quote without volume', toListing([shallow, asQuote(0)]), []],
  ['has volume there alone', toListing([bare, asQuote(1)]), [/prices? another token/]],
])('a listing that %s: its gaps, and whether its sums are known', (_, listing, gaps) => {
  expect(gapsOf(listing)).toEqual(gaps.map((words) => expect.stringMatching(words)))
  if (gaps.length > 0) {
    const unknown = {
      priceUsd: null,
      liquidityUsd: null,
      volume24hUsd: null,
      trades24h: null,
      valuation: null,
    }
    expect(figuresOf(listing, undefined)).toMatchObject(unknown)
  } else expect(figuresOf(listing, undefined).priceUsd).not.toBeNull()
})

test('the parts of a listing are one: pools, unread entries and the volume of pools with the token as quote', () => {
  const parts = [
    toListing([shallow, asQuote(5), asQuote(undefined)]),
    toListing([deep, 'unread', asQuote(2), asQuote(undefined)]),
  ]
  expect(joinListings(parts)).toEqual({ own: [shallow, deep], unread: 1, asQuoteUsd: 7, asQuoteUnknown: 2 })
})

test.each<[string, number | undefined, { fdvUsd?: number; trades6h?: number }, number | undefined]>([
  ['what the provider gives', 8000, { fdvUsd: 100_000, trades6h: 4 }, 8000],
  ['no figure', undefined, { fdvUsd: 100_000, trades6h: 4 }, undefined],
  ['nothing, and nobody traded lately', 0, { trades6h: 0 }, 0],
  ['nothing, and it is not known whether somebody traded lately', 0, {}, 0],
  ['nothing, and somebody traded lately', 0, { trades6h: 1 }, undefined],
  ['ten times the value of the supply', 1_000_000, { fdvUsd: 100_000 }, 1_000_000],
  ['more than ten times that', 1_000_001, { fdvUsd: 100_000 }, undefined],
  ['a sum without a valuation', 60_520_012_210_442, {}, 60_520_012_210_442],
])('the liquidity of a pool: %s', (_, usd, { fdvUsd, trades6h }, expected) => {
  expect(believedLiquidity(usd, { fdvUsd, trades6h })).toBe(expected)
})

test.each<[string, number | undefined, { liquidityUsd?: number; trades24h?: number }, number | undefined]>([
  ['what the provider gives', 12, { trades24h: 4 }, 12],
  ['no figure', undefined, { trades24h: 4 }, undefined],
  ['nothing, and nobody traded', 0, { trades24h: 0 }, 0],
  ['nothing, and it is not known whether somebody traded', 0, {}, 0],
  ['nothing beside trades, in a pool with liquidity', 0, { liquidityUsd: 8000, trades24h: 4 }, 0],
  ['nothing beside trades, in a pool without liquidity', 0, { liquidityUsd: 0, trades24h: 4 }, undefined],
  ['nothing beside trades, in a pool of unknown liquidity', 0, { trades24h: 4 }, undefined],
])('the volume of a pool: %s', (_, usd, { liquidityUsd, trades24h }, expected) => {
  expect(believedVolume(usd, { liquidityUsd, trades24h })).toBe(expected)
})

test('a listing of nothing but a pool of unknown volume with the token as quote is not empty', () => {
  expect([isEmpty(toListing([])), isEmpty(toListing([asQuote(undefined, 0)]))]).toEqual([true, true])
  expect(isEmpty(toListing([asQuote(undefined)]))).toBe(false)
})

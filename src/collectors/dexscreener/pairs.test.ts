import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { parsePairs } from './pairs.ts'

// DEX Screener, 2026-11: the shape of /token-pairs/v1, with invented names, addresses and figures.
const token = '0x00000000000000000000000000000000000000a1' as ContractAddress
const other = '0x00000000000000000000000000000000000000B2'
const pair = {
  chainId: 'robinhood',
  dexId: 'uniswap',
  labels: ['v4'],
  pairAddress: '0x00000000000000000000000000000000000000F1',
  baseToken: { address: '0x00000000000000000000000000000000000000A1', name: 'Lumen', symbol: 'LUM' },
  quoteToken: { address: other, name: 'Ether', symbol: 'WETH' },
  priceUsd: '0.01',
  txns: { h24: { buys: 3, sells: 1 } },
  volume: { h24: 120.5 },
  liquidity: { usd: 8000 },
  fdv: 100_000,
  marketCap: 100_000,
  pairCreatedAt: 1_785_000_000_000,
  info: { websites: [], socials: [] },
}
const pool = {
  address: '0x00000000000000000000000000000000000000f1',
  priceUsd: 0.01,
  liquidityUsd: 8000,
  volume24hUsd: 120.5,
  trades24h: 4,
  marketCapUsd: 100_000,
  fdvUsd: 100_000,
}

test.each<[string, unknown, readonly unknown[] | undefined]>([
  ['a pair of the token, with an address in mixed case', [pair], [pool]],
  ['the form of another path', { schemaVersion: '1.0.0', pairs: [pair] }, undefined],
  ['an empty list', [], []],
  ['pairs null', { pairs: null }, undefined],
  ['[case 29] the same address on another chain', [{ ...pair, chainId: 'solarnet' }], []],
  ['the chain by its number', [{ ...pair, chainId: '4663' }], []],
  [
    '[case 30] a pair where the token is the quote',
    [{ ...pair, baseToken: pair.quoteToken, quoteToken: pair.baseToken }],
    [],
  ],
  ['a capitalisation of zero: unknown', [{ ...pair, marketCap: 0 }], [{ ...pool, marketCapUsd: undefined }]],
  ['a capitalisation of null', [{ ...pair, marketCap: null }], [{ ...pool, marketCapUsd: undefined }]],
  ['liquidity zero: reported', [{ ...pair, liquidity: { usd: 0 } }], [{ ...pool, liquidityUsd: 0 }]],
  ['no liquidity', [{ ...pair, liquidity: undefined }], [{ ...pool, liquidityUsd: undefined }]],
  ['buys without sells', [{ ...pair, txns: { h24: { buys: 3 } } }], [{ ...pool, trades24h: undefined }]],
  [
    'no liquidity, and trades without volume',
    [{ ...pair, liquidity: undefined, volume: { h24: 0 } }],
    [{ ...pool, liquidityUsd: undefined, volume24hUsd: undefined }],
  ],
  ['no volume', [{ ...pair, volume: {} }], [{ ...pool, volume24hUsd: undefined }]],
  [
    'an invalid value in every figure',
    [{ ...pair, priceUsd: 'n/a', txns: 'x', volume: { h24: 'x' }, liquidity: [], fdv: -1, marketCap: {} }],
    [
      {
        address: pool.address,
        priceUsd: undefined,
        liquidityUsd: undefined,
        volume24hUsd: undefined,
        trades24h: undefined,
        marketCapUsd: undefined,
        fdvUsd: undefined,
      },
    ],
  ],
  [
    'a token on a curve, which has no pool contract',
    [{ ...pair, dexId: 'fourmeme', pairAddress: `${token}:4meme`, liquidity: undefined }],
    [{ ...pool, address: `${token}:4meme`, liquidityUsd: undefined }],
  ],
  ['text', 'pairs', undefined],
  ['nothing (a body cut short)', undefined, undefined],
  ['null', null, undefined],
  ['an error object', { error: 'Not found' }, undefined],
  ['entries that are not pairs', [1, null], undefined],
])('%s', (_, body, pools) => {
  expect(parsePairs(body, token)).toEqual(
    pools && { own: pools, unread: 0, asQuoteUsd: expect.any(Number), asQuoteUnknown: 0, isCut: false },
  )
})

test.each<[string, unknown]>([
  ['a pair without an address', { ...pair, pairAddress: undefined }],
  ['a pair with a malformed address', { ...pair, pairAddress: '0xF1\u0000' }],
  ['a pair with a malformed name', { ...pair, pairAddress: `${token}:4 meme` }],
  ['a pair that names no chain', { ...pair, chainId: undefined }],
  ['a pair that names no base', { ...pair, baseToken: {} }],
])('[R31] %s is counted as unread', (_, entry) => {
  expect(parsePairs([pair, entry], token)).toMatchObject({ own: [pool], unread: 1 })
})

test('[case 30] of a pair where the token is the quote only the volume is known', () => {
  const asQuote = { ...pair, baseToken: pair.quoteToken, quoteToken: pair.baseToken }
  const elsewhere = { ...asQuote, chainId: 'solarnet' }
  const ofOthers = { ...asQuote, quoteToken: { address: other } }
  expect(parsePairs([pair, asQuote, asQuote, elsewhere, ofOthers], token)).toMatchObject({
    own: [pool],
    asQuoteUsd: 241,
    asQuoteUnknown: 0,
  })
  const nobody = { h24: { buys: 0, sells: 0 } }
  expect(
    parsePairs(
      [
        { ...asQuote, volume: {} },
        { ...asQuote, volume: {}, txns: nobody },
      ],
      token,
    ),
  ).toMatchObject({ own: [], asQuoteUsd: 0, asQuoteUnknown: 1 })
})

test.each([
  ['in the last six hours', { h24: { buys: 3, sells: 1 }, h6: { buys: 1, sells: 0 } }, undefined],
  ['before the last six hours', { h24: { buys: 3, sells: 1 }, h6: { buys: 0, sells: 0 } }, 0],
  ['at a time that is not given', { h24: { buys: 3, sells: 1 } }, 0],
])('an empty pair with trades %s', (_, txns, liquidityUsd) => {
  const [found] = parsePairs([{ ...pair, txns, liquidity: { usd: 0 } }], token)?.own ?? []
  expect(found).toMatchObject({ liquidityUsd })
})

import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { parsePoolsPart } from './pools.ts'

// GeckoTerminal, 2026-11: the shape of /networks/{network}/tokens/{address}/pools, with invented values.
const token = '0x00000000000000000000000000000000000000a1' as ContractAddress
const attributes = {
  name: 'LUM / WETH',
  address: '0x00000000000000000000000000000000000000F1',
  base_token_price_usd: '0.0100234',
  quote_token_price_usd: '3100.0',
  reserve_in_usd: '8000.5',
  fdv_usd: '100234',
  market_cap_usd: null,
  volume_usd: { h24: '120.5' },
  transactions: { h24: { buys: 3, sells: 1, buyers: 2, sellers: 1 } },
  pool_created_at: '2026-08-01T00:00:00Z',
}
const listed = {
  id: 'robinhood_0xf1',
  type: 'pool',
  attributes,
  relationships: {
    base_token: { data: { id: 'robinhood_0x00000000000000000000000000000000000000A1', type: 'token' } },
    quote_token: { data: { id: 'robinhood_0x00000000000000000000000000000000000000b2', type: 'token' } },
  },
}
const pool = {
  address: '0x00000000000000000000000000000000000000f1',
  priceUsd: 0.0100234,
  liquidityUsd: 8000.5,
  volume24hUsd: 120.5,
  trades24h: 4,
  marketCapUsd: undefined,
  fdvUsd: 100_234,
}
const whole = { unread: 0, asQuoteUsd: 0, asQuoteUnknown: 0, isCut: false }
const LATELY = { buys: 3, sells: 1 }
const turned = {
  ...listed,
  relationships: {
    base_token: listed.relationships.quote_token,
    quote_token: listed.relationships.base_token,
  },
}
const withBase = (id: unknown) => ({ ...listed, relationships: { base_token: { data: { id } } } })
const withAttributes = (change: object) => ({ ...listed, attributes: { ...attributes, ...change } })

test.each<[string, unknown, unknown]>([
  ['text figures, capitalisation null', { data: [listed] }, { ...whole, listed: 1, own: [pool] }],
  ['an empty listing', { data: [] }, { ...whole, listed: 0, own: [] }],
  [
    'another network with the same address',
    { data: [withBase('eth_0x00000000000000000000000000000000000000a1')] },
    { ...whole, listed: 1, own: [] },
  ],
  [
    '[case 30] the token as the quote: only the volume is known',
    { data: [turned] },
    { ...whole, listed: 1, own: [], asQuoteUsd: 120.5 },
  ],
  [
    'the token as the quote of a pool that cannot be priced',
    {
      data: [{ ...turned, attributes: { ...attributes, reserve_in_usd: '0.0', volume_usd: { h24: '0.0' } } }],
    },
    { ...whole, listed: 1, own: [], asQuoteUnknown: 1 },
  ],
  [
    'two other tokens',
    { data: [withBase('robinhood_0x00000000000000000000000000000000000000b2')] },
    { ...whole, listed: 1, own: [] },
  ],
  [
    'nothing in a pool with trades of the last six hours',
    { data: [withAttributes({ reserve_in_usd: '0.0', transactions: { h24: LATELY, h6: LATELY } })] },
    { ...whole, listed: 1, own: [{ ...pool, liquidityUsd: undefined }] },
  ],
  [
    'neither liquidity nor volume in a pool with trades',
    { data: [withAttributes({ reserve_in_usd: '0.0', volume_usd: { h24: '0.0' } })] },
    { ...whole, listed: 1, own: [{ ...pool, liquidityUsd: 0, volume24hUsd: undefined }] },
  ],
  [
    'more in a pool than ten times the supply is worth',
    { data: [withAttributes({ reserve_in_usd: '60520012210442' })] },
    { ...whole, listed: 1, own: [{ ...pool, liquidityUsd: undefined }] },
  ],
  [
    '[R31] no base token',
    { data: [listed, withBase(null)] },
    { ...whole, listed: 2, own: [pool], unread: 1 },
  ],
  [
    'a capitalisation',
    { data: [withAttributes({ market_cap_usd: '50000' })] },
    { ...whole, listed: 1, own: [{ ...pool, marketCapUsd: 50_000 }] },
  ],
  [
    'zero price and capitalisation: unknown',
    { data: [withAttributes({ market_cap_usd: '0', base_token_price_usd: '0.0' })] },
    { ...whole, listed: 1, own: [{ ...pool, priceUsd: undefined }] },
  ],
  [
    'absent and broken figures',
    { data: [withAttributes({ reserve_in_usd: 'a lot', volume_usd: null, transactions: {} })] },
    {
      ...whole,
      listed: 1,
      own: [{ ...pool, liquidityUsd: undefined, volume24hUsd: undefined, trades24h: undefined }],
    },
  ],
  [
    '[R31] a pool without attributes',
    { data: [listed, { ...listed, attributes: null }] },
    { ...whole, listed: 2, own: [pool], unread: 1 },
  ],
  ['no data', { errors: [] }, undefined],
  ['data that is not a list', { data: {} }, undefined],
  ['nothing (a body cut short)', undefined, undefined],
])('%s', (_, body, part) => {
  expect(parsePoolsPart(body, token)).toEqual(part)
})

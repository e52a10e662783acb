import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { parseCoinId } from './coin-id.ts'

// GeckoTerminal, 2026-11: the shape of /networks/{network}/tokens/{address}, with invented values.
const token = '0x00000000000000000000000000000000000000a1' as ContractAddress
const attributes = {
  address: '0x00000000000000000000000000000000000000A1',
  name: 'Lumen',
  symbol: 'LUM',
  decimals: 18,
  coingecko_coin_id: 'lumen',
  price_usd: '0.0100234',
  fdv_usd: '100234',
  market_cap_usd: null,
  total_reserve_in_usd: '8000.5',
  volume_usd: { h24: '120.5' },
}
const data = { id: `robinhood_${attributes.address}`, type: 'token', attributes }
const withId = (coingecko_coin_id: unknown) => ({
  data: { ...data, attributes: { ...attributes, coingecko_coin_id } },
})
const { coingecko_coin_id: _, ...withoutKey } = attributes
const asLumen = { listed: true, registryId: 'lumen' }

test.each<[string, unknown, unknown]>([
  ['a name: listed', { data }, asLumen],
  ['null: not listed', withId(null), { listed: false, registryId: null }],
  [
    'only figures: no other field is needed',
    { data: { id: data.id, attributes: { coingecko_coin_id: 'lumen' } } },
    asLumen,
  ],
  ['the longest name', withId('x'.repeat(200)), { listed: true, registryId: 'x'.repeat(200) }],
  ['the key missing: unknown', { data: { ...data, attributes: withoutKey } }, undefined],
  ['an empty text: unknown', withId(''), undefined],
  ['blanks: unknown', withId('  '), undefined],
  ['false: unknown', withId(false), undefined],
  ['a number: unknown', withId(0), undefined],
  ['a list: unknown', withId(['lumen']), undefined],
  ['a name over the length limit', withId('x'.repeat(201)), undefined],
  ['a name that the database cannot store', withId('lu\u0000men'), undefined],
  ['a broken name', withId('lu\ud800men'), undefined],
  ['no attributes', { data: { ...data, attributes: null } }, undefined],
  [
    'another token',
    { data: { ...data, id: 'robinhood_0x00000000000000000000000000000000000000b2' } },
    undefined,
  ],
  ['the same address on another network', { data: { ...data, id: `eth_${attributes.address}` } }, undefined],
  ['no id', { data: { attributes } }, undefined],
  ['a list of tokens', { data: [data] }, undefined],
  ['an error object', { errors: [] }, undefined],
  ['nothing (a body cut short)', undefined, undefined],
])('%s', (_name, body, state) => {
  expect(parseCoinId(body, token)).toEqual(state)
})

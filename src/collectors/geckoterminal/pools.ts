import type { ContractAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { parseCount, parseFigure, parseFigureAboveZero } from '../market/figure.ts'
import { isPoolAddress, type Pool, type PoolListing, toListing } from '../market/pools.ts'
import { GECKOTERMINAL_NETWORK } from './rest.ts'

/** One page of a pool listing: the number of all pools, and those with the token as base. */
export type PoolPage = PoolListing & { readonly listed: number }

/** The token's pools of one page; undefined when the answer is not a listing. Every figure is a text. */
export function parsePoolPage(body: unknown, token: ContractAddress): PoolPage | undefined {
  const data = fieldAt(body, 'data')
  if (!Array.isArray(data) || !data.every(isObject)) return undefined
  return { listed: data.length, ...toListing(data.map((pool) => parsePool(pool, token))) }
}

function parsePool(pool: unknown, token: ContractAddress): Pool | 'other' | 'unread' {
  const base = textAt(pool, 'relationships', 'base_token', 'data', 'id')?.toLowerCase()
  if (base === undefined) return 'unread'
  if (base !== `${GECKOTERMINAL_NETWORK}_${token}`) return 'other'
  const attributes = fieldAt(pool, 'attributes')
  const address = textAt(attributes, 'address')
  if (address === undefined || !isPoolAddress(address)) return 'unread'
  const buys = parseCount(fieldAt(attributes, 'transactions', 'h24', 'buys'))
  const sells = parseCount(fieldAt(attributes, 'transactions', 'h24', 'sells'))
  return {
    address: address.toLowerCase(),
    priceUsd: parseFigureAboveZero(fieldAt(attributes, 'base_token_price_usd')),
    liquidityUsd: parseFigure(fieldAt(attributes, 'reserve_in_usd')),
    volume24hUsd: parseFigure(fieldAt(attributes, 'volume_usd', 'h24')),
    trades24h: buys === undefined || sells === undefined ? undefined : buys + sells,
    marketCapUsd: parseFigureAboveZero(fieldAt(attributes, 'market_cap_usd')),
    fdvUsd: parseFigureAboveZero(fieldAt(attributes, 'fdv_usd')),
  }
}

import type { ContractAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { parseFigure, parseFigureAboveZero, tradesAt } from '../market/figure.ts'
import {
  believedLiquidity,
  believedVolume,
  isPoolAddress,
  type ListedEntry,
  type PoolListing,
  toListing,
  toQuotePool,
} from '../market/pools.ts'
import { GECKOTERMINAL_NETWORK } from './rest.ts'

/**
 * One part of a pool listing. `listed` is the number of all its entries; `own` has the pools with the token as base.
 */
export type PoolsPart = PoolListing & { readonly listed: number }

/**
 * The token's pools in one part; undefined when the answer is not a listing. The provider writes every figure as a
 * text.
 */
export function parsePoolsPart(body: unknown, token: ContractAddress): PoolsPart | undefined {
  const data = fieldAt(body, 'data')
  if (!Array.isArray(data) || !data.every(isObject)) return undefined
  return { listed: data.length, ...toListing(data.map((pool) => parsePool(pool, token))) }
}

function parsePool(pool: unknown, token: ContractAddress): ListedEntry {
  const base = textAt(pool, 'relationships', 'base_token', 'data', 'id')?.toLowerCase()
  if (base === undefined) return 'unread'
  const attributes = fieldAt(pool, 'attributes')
  const volume24hUsd = parseFigure(fieldAt(attributes, 'volume_usd', 'h24'))
  const trades24h = tradesAt(attributes, 'transactions', 'h24')
  const givenUsd = parseFigure(fieldAt(attributes, 'reserve_in_usd'))
  const own = `${GECKOTERMINAL_NETWORK}_${token}`
  if (base !== own) {
    const quote = textAt(pool, 'relationships', 'quote_token', 'data', 'id')?.toLowerCase()
    return quote === own ? toQuotePool({ volume24hUsd, liquidityUsd: givenUsd, trades24h }) : 'other'
  }
  const address = textAt(attributes, 'address')
  if (address === undefined || !isPoolAddress(address)) return 'unread'
  const fdvUsd = parseFigureAboveZero(fieldAt(attributes, 'fdv_usd'))
  const trades6h = tradesAt(attributes, 'transactions', 'h6')
  const liquidityUsd = believedLiquidity(givenUsd, { fdvUsd, trades6h })
  return {
    address: address.toLowerCase(),
    priceUsd: parseFigureAboveZero(fieldAt(attributes, 'base_token_price_usd')),
    liquidityUsd,
    volume24hUsd: believedVolume(volume24hUsd, { liquidityUsd, trades24h }),
    trades24h,
    marketCapUsd: parseFigureAboveZero(fieldAt(attributes, 'market_cap_usd')),
    fdvUsd,
  }
}

import type { ContractAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { parseCount, parseFigure, parseFigureAboveZero } from '../market/figure.ts'
import { isPoolKey, type Pool, type PoolListing, toListing } from '../market/pools.ts'

/** The provider's key of the chain. It answers any other key with an empty 200. */
export const DEXSCREENER_CHAIN = 'robinhood'

/**
 * The pools of this chain that have the token as base. Addresses repeat across chains, and a pair's price is the price
 * of its base. Undefined when the answer is not a listing.
 */
export function parsePairs(body: unknown, token: ContractAddress): PoolListing | undefined {
  if (!Array.isArray(body) || !body.every(isObject)) return undefined
  return toListing(body.map((pair) => parsePair(pair, token)))
}

function parsePair(pair: unknown, token: ContractAddress): Pool | 'other' | 'unread' {
  const chain = textAt(pair, 'chainId')
  const base = textAt(pair, 'baseToken', 'address')?.toLowerCase()
  if (chain === undefined || base === undefined) return 'unread'
  if (chain !== DEXSCREENER_CHAIN || base !== token) return 'other'
  const address = textAt(pair, 'pairAddress')
  if (address === undefined || !isPoolKey(address)) return 'unread'
  const buys = parseCount(fieldAt(pair, 'txns', 'h24', 'buys'))
  const sells = parseCount(fieldAt(pair, 'txns', 'h24', 'sells'))
  return {
    address: address.toLowerCase(),
    priceUsd: parseFigureAboveZero(fieldAt(pair, 'priceUsd')),
    liquidityUsd: parseFigure(fieldAt(pair, 'liquidity', 'usd')),
    volume24hUsd: parseFigure(fieldAt(pair, 'volume', 'h24')),
    trades24h: buys === undefined || sells === undefined ? undefined : buys + sells,
    marketCapUsd: parseFigureAboveZero(fieldAt(pair, 'marketCap')),
    fdvUsd: parseFigureAboveZero(fieldAt(pair, 'fdv')),
  }
}

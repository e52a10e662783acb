import type { ContractAddress } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { parseFigure, parseFigureAboveZero, tradesAt } from '../market/figure.ts'
import {
  believedLiquidity,
  believedVolume,
  isPoolKey,
  type ListedEntry,
  type PoolListing,
  toListing,
  toQuotePool,
} from '../market/pools.ts'

/** The provider's key of the chain. For any other key the provider answers 200 with an empty list. */
export const DEXSCREENER_CHAIN = 'robinhood'

/**
 * The pools of this chain with the token as base; undefined when the answer is not a listing. Addresses repeat across
 * chains, so pairs of other chains are ignored. A pair's price is the price of its base, so only the volume is used of
 * pairs with the token as quote.
 */
export function parsePairs(body: unknown, token: ContractAddress): PoolListing | undefined {
  if (!Array.isArray(body) || !body.every(isObject)) return undefined
  return toListing(body.map((pair) => parsePair(pair, token)))
}

function parsePair(pair: unknown, token: ContractAddress): ListedEntry {
  const chain = textAt(pair, 'chainId')
  const base = textAt(pair, 'baseToken', 'address')?.toLowerCase()
  if (chain === undefined || base === undefined) return 'unread'
  const volume24hUsd = parseFigure(fieldAt(pair, 'volume', 'h24'))
  if (chain !== DEXSCREENER_CHAIN) return 'other'
  const trades24h = tradesAt(pair, 'txns', 'h24')
  const givenUsd = parseFigure(fieldAt(pair, 'liquidity', 'usd'))
  if (base !== token)
    return textAt(pair, 'quoteToken', 'address')?.toLowerCase() === token
      ? toQuotePool({ volume24hUsd, liquidityUsd: givenUsd, trades24h })
      : 'other'
  const address = textAt(pair, 'pairAddress')
  if (address === undefined || !isPoolKey(address)) return 'unread'
  const fdvUsd = parseFigureAboveZero(fieldAt(pair, 'fdv'))
  const trades6h = tradesAt(pair, 'txns', 'h6')
  const liquidityUsd = believedLiquidity(givenUsd, { fdvUsd, trades6h })
  return {
    address: address.toLowerCase(),
    priceUsd: parseFigureAboveZero(fieldAt(pair, 'priceUsd')),
    liquidityUsd,
    volume24hUsd: believedVolume(volume24hUsd, { liquidityUsd, trades24h }),
    trades24h,
    marketCapUsd: parseFigureAboveZero(fieldAt(pair, 'marketCap')),
    fdvUsd,
  }
}

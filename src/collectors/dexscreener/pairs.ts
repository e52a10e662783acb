import type { ContractAddress } from '#contract/ids.ts'
import { fieldAt, isRecord, textAt } from '../json-field.ts'
import { parseCount, parseFigure, parseFigureAboveZero } from '../market/figure.ts'
import { isPoolAddress, type Pool } from '../market/pools.ts'

/** The provider's key of the chain. It answers any other key with an empty 200. */
export const DEXSCREENER_CHAIN = 'robinhood'

/**
 * The pools of this chain that have the token as base. Addresses repeat across chains, and a pair's price is the price
 * of its base. Empty when the provider lists none; undefined when the answer is not a listing.
 */
export function parsePairs(body: unknown, token: ContractAddress): readonly Pool[] | undefined {
  if (fieldAt(body, 'pairs') === null) return []
  const pairs = isRecord(body) ? fieldAt(body, 'pairs') : body
  if (!Array.isArray(pairs) || !pairs.every(isRecord)) return undefined
  return pairs.filter((pair) => isOwn(pair, token)).flatMap((pair) => parsePair(pair) ?? [])
}

function isOwn(pair: unknown, token: ContractAddress): boolean {
  return (
    fieldAt(pair, 'chainId') === DEXSCREENER_CHAIN &&
    textAt(pair, 'baseToken', 'address')?.toLowerCase() === token
  )
}

function parsePair(pair: unknown): Pool | undefined {
  const address = textAt(pair, 'pairAddress')
  if (address === undefined || !isPoolAddress(address)) return undefined
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

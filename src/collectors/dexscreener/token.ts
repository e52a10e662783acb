import type { ContractAddress } from '#contract/ids.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { askJson, type Failed, fault } from '../json-answer.ts'
import { collectedPools } from '../market/collected.ts'
import type { Pool } from '../market/pools.ts'
import { addressAt } from '../provider-locator.ts'
import { DEXSCREENER_CHAIN, parsePairs } from './pairs.ts'

const PROVIDER = 'dexscreener'

export type DexscreenerDeps = HttpDeps & {
  readonly providers: {
    readonly dexscreenerUrl: string
    /** A token that always has a pair. While it has none, an empty answer proves nothing. */
    readonly marketCanaryToken: string | undefined
  }
}

/** Market figures of a token at DEX Screener. */
export const dexscreenerToken: Collector<DexscreenerDeps> = {
  kind: 'market',
  stream: 'token_market',
  provider: PROVIDER,
  cadenceSeconds: 600,
  coverage: 'snapshot',
  collect: collectToken,
}

async function collectToken(leased: StreamToRead, deps: DexscreenerDeps): Promise<Collected> {
  const token = addressAt(leased.locator, PROVIDER)
  if (token === undefined) return fault('no address in the locator').collected
  const listing = await listPools(token, deps)
  if (listing.kind === 'failed') return listing.collected
  if (listing.pools.length === 0) return absent(token, deps)
  return collectedPools({ ...listing, token, provider: PROVIDER }, leased)
}

/** An empty answer counts only while the canary has a pair, because a wrong chain key gives the same answer. */
async function absent(token: ContractAddress, deps: DexscreenerDeps): Promise<Collected> {
  const canary = deps.providers.marketCanaryToken as ContractAddress | undefined
  if (canary === undefined || canary === token) return fault('empty, and no other token to tell by').collected
  const listing = await listPools(canary, deps)
  if (listing.kind === 'failed') return listing.collected
  if (listing.pools.length === 0) return fault('empty for every token').collected
  return { outcome: 'missing', detail: 'no pair with the token as base' }
}

type Listing = { readonly kind: 'listing'; readonly pools: readonly Pool[]; readonly digest: string }

async function listPools(token: ContractAddress, deps: DexscreenerDeps): Promise<Listing | Failed> {
  const path = `/tokens/v1/${DEXSCREENER_CHAIN}/${token}`
  const answer = await askJson({ base: deps.providers.dexscreenerUrl, path }, deps)
  if (answer.kind === 'failed') return answer
  if (answer.status !== 200) return fault(`refused (${answer.status})`)
  const pools = parsePairs(answer.value, token)
  if (pools === undefined) return fault('the answer lists no pairs')
  return { kind: 'listing', pools, digest: answer.digest }
}

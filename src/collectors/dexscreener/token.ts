import type { ContractAddress } from '#contract/ids.ts'
import type { Collected, Collector } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { type Failed, fault, requestJson, unreadable } from '../json-answer.ts'
import { collectedPools } from '../market/collected.ts'
import type { PoolListing } from '../market/pools.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
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
  coverage: 'present_state',
  collect: atAddressOf(PROVIDER, collectToken),
}

async function collectToken(
  { leased, address: token }: AddressedStream,
  deps: DexscreenerDeps,
): Promise<Collected> {
  const answered = await listPools(token, deps)
  if (answered.kind === 'failed') return answered.collected
  if (isEmpty(answered)) return absent(token, deps)
  return collectedPools({ ...answered, token, provider: PROVIDER }, leased)
}

/** An empty answer counts only while the canary has a pair, because a wrong chain key gives the same answer. */
async function absent(token: ContractAddress, deps: DexscreenerDeps): Promise<Collected> {
  const canary = deps.providers.marketCanaryToken as ContractAddress | undefined
  if (canary === undefined) return fault('empty, and no other token to tell by').collected
  if (canary === token) return unreadable('empty for a token that always has a pair').collected
  const answered = await listPools(canary, deps)
  if (answered.kind === 'failed') return answered.collected
  if (isEmpty(answered)) return unreadable('empty for every token').collected
  return { outcome: 'missing', detail: 'no pair with the token as base' }
}

type Answered = { readonly kind: 'answered'; readonly listing: PoolListing; readonly digest: string }

function isEmpty({ listing }: Answered): boolean {
  return listing.own.length === 0 && listing.unread === 0
}

/** Requests the pairs of a token. */
export function requestPairs(token: ContractAddress, deps: DexscreenerDeps): ReturnType<typeof requestJson> {
  const path = `/tokens/v1/${DEXSCREENER_CHAIN}/${token}`
  return requestJson({ provider: PROVIDER, base: deps.providers.dexscreenerUrl, path }, deps)
}

async function listPools(token: ContractAddress, deps: DexscreenerDeps): Promise<Answered | Failed> {
  const answer = await requestPairs(token, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return unreadable(`refused (${answer.status})`)
  const listing = parsePairs(answer.value, token)
  if (listing === undefined) return unreadable('the answer lists no pairs')
  return { kind: 'answered', listing, digest: answer.digest }
}

import type { ContractAddress } from '#contract/ids.ts'
import type { Collector } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { type Failed, fault, requestJson, requestJsonTogether, unreadable } from '../json-answer.ts'
import { fieldAt } from '../json-field.ts'
import { collectPools, type ListedPools, type NotListed } from '../market/collect-pools.ts'
import { ADDRESSES_MAX, isEmpty } from '../market/pools.ts'
import { atAddressOf } from '../provider-locator.ts'
import type { SharedDeps } from '../shared-requests.ts'
import { DEXSCREENER_CHAIN, parsePairs } from './pairs.ts'

const PROVIDER = 'dexscreener'
/** Maximum number of a token's pairs in the provider's answer. There is no further part. */
const PAIRS_MAX = 30

export type DexscreenerDeps = HttpDeps & {
  readonly providers: {
    readonly dexscreenerUrl: string
    /** A token that always has a pair. While the provider shows none for it, an empty answer proves nothing. */
    readonly marketCanaryToken: string | undefined
  }
}

/** Market figures of a token at DEX Screener. */
export const dexscreenerToken: Collector<DexscreenerDeps & SharedDeps> = {
  kind: 'market',
  stream: 'token_market',
  provider: PROVIDER,
  cadenceSeconds: 600,
  coverage: 'present_state',
  collect: atAddressOf(PROVIDER, collectPools({ provider: PROVIDER, list: listPairs, read: readPairs })),
}

/** Reads known pairs by address. The answer leaves out unknown pairs; when all are unknown, `pairs` is null. */
async function readPairs(
  { token, pools }: { readonly token: ContractAddress; readonly pools: readonly string[] },
  deps: DexscreenerDeps & SharedDeps,
): Promise<ListedPools | Failed | undefined> {
  const pathOf = (addresses: readonly string[]) =>
    `/latest/dex/pairs/${DEXSCREENER_CHAIN}/${addresses.join(',')}`
  const request = { provider: PROVIDER, base: deps.providers.dexscreenerUrl, pathOf, form: 'pairs' }
  const answer = await requestJsonTogether({ ...request, keys: pools, most: ADDRESSES_MAX }, deps)
  if (answer.kind !== 'json') return answer.kind === 'failed' ? answer : undefined
  const listing = parsePairs(fieldAt(answer.value, 'pairs'), token)
  return listing && { kind: 'listed', listing, digest: answer.digest }
}

async function listPairs(token: ContractAddress, deps: DexscreenerDeps): Promise<ListedPools | NotListed> {
  const answer = await requestListing(token, deps)
  return answer.kind === 'listed' && isEmpty(answer.listing) ? absent(token, deps) : answer
}

/**
 * The reading of a token without pairs. The empty answer counts only while the canary token has a pair, because a wrong
 * chain key gives the same answer.
 */
async function absent(token: ContractAddress, deps: DexscreenerDeps): Promise<NotListed> {
  const canary = deps.providers.marketCanaryToken as ContractAddress | undefined
  if (canary === undefined) return fault('empty, and no other token to tell by')
  if (canary === token) return unreadable('empty for a token that always has a pair')
  const answer = await requestListing(canary, deps)
  if (answer.kind === 'failed') return answer
  return isEmpty(answer.listing) ? unreadable('empty for every token') : NO_PAIR
}

const NO_PAIR: NotListed = {
  kind: 'not_listed',
  collected: { outcome: 'missing', detail: 'no pair with the token as base' },
}

/** Requests the pairs of a token. */
export function requestPairs(token: ContractAddress, deps: DexscreenerDeps): ReturnType<typeof requestJson> {
  const path = `/token-pairs/v1/${DEXSCREENER_CHAIN}/${token}`
  return requestJson({ provider: PROVIDER, base: deps.providers.dexscreenerUrl, path }, deps)
}

async function requestListing(token: ContractAddress, deps: DexscreenerDeps): Promise<ListedPools | Failed> {
  const answer = await requestPairs(token, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return unreadable(`refused (${answer.status})`)
  const listing = parsePairs(answer.value, token)
  if (listing === undefined) return unreadable('the answer lists no pairs')
  const isCut = Array.isArray(answer.value) && answer.value.length >= PAIRS_MAX
  return { kind: 'listed', listing: { ...listing, isCut }, digest: answer.digest }
}

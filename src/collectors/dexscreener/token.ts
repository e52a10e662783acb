import type { ContractAddress } from '#contract/ids.ts'
import type { Collected, Collector } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { type Failed, fault, requestJson, requestJsonTogether, unreadable } from '../json-answer.ts'
import { collectedPools } from '../market/collected.ts'
import type { PoolListing } from '../market/pools.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
import type { SharedDeps } from '../shared-requests.ts'
import { DEXSCREENER_CHAIN, PAIRS_MAX, parsePairs, parseSharedPairs } from './pairs.ts'

const PROVIDER = 'dexscreener'
/**
 * Tokens of one request. The provider takes 30 and lists the main pair of each; with one fewer than the most pairs, such
 * an answer is never full.
 */
const TOKENS_MAX = PAIRS_MAX - 1

export type DexscreenerDeps = HttpDeps & {
  readonly providers: {
    readonly dexscreenerUrl: string
    /** A token that always has a pair. While it has none, an empty answer proves nothing. */
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
  collect: atAddressOf(PROVIDER, collectToken),
}

async function collectToken(
  { leased, address: token }: AddressedStream,
  deps: DexscreenerDeps & SharedDeps,
): Promise<Collected> {
  const together = await listTogether(token, deps)
  if (together.kind === 'absent') return NO_PAIR
  const answered = together.kind === 'unusable' ? await listPools(token, deps) : together
  if (answered.kind === 'failed') return answered.collected
  if (isEmpty(answered.listing)) return absent(token, deps)
  return collectedPools({ ...answered, token, provider: PROVIDER }, leased)
}

const NO_PAIR: Collected = { outcome: 'missing', detail: 'no pair with the token as base' }

/**
 * The pairs of a token, from an answer about several tokens and the canary. `absent`: it has the canary's pair and none of
 * the token. `unusable`: it says nothing about the token.
 */
async function listTogether(
  token: ContractAddress,
  deps: DexscreenerDeps & SharedDeps,
): Promise<Answered | Failed | { readonly kind: 'absent' } | { readonly kind: 'unusable' }> {
  const canary = canaryOf(deps)
  const keys = [token, ...(canary === undefined ? [] : [canary])]
  const request = { provider: PROVIDER, base: deps.providers.dexscreenerUrl, pathOf, form: 'tokens' }
  const answer = await requestJsonTogether({ ...request, keys, most: TOKENS_MAX }, deps)
  if (answer.kind !== 'json') return answer
  const { value, digest } = answer
  const listing = parseSharedPairs(value, token)
  if (listing === undefined) return { kind: 'unusable' }
  if (!isEmpty(listing)) return { kind: 'answered', listing, digest }
  const ofCanary = canary && parseSharedPairs(value, canary)
  return { kind: ofCanary === undefined || isEmpty(ofCanary) ? 'unusable' : 'absent' }
}

/** An empty answer counts only while the canary has a pair, because a wrong chain key gives the same answer. */
async function absent(token: ContractAddress, deps: DexscreenerDeps): Promise<Collected> {
  const canary = canaryOf(deps)
  if (canary === undefined) return fault('empty, and no other token to tell by').collected
  if (canary === token) return unreadable('empty for a token that always has a pair').collected
  const answered = await listPools(canary, deps)
  if (answered.kind === 'failed') return answered.collected
  return isEmpty(answered.listing) ? unreadable('empty for every token').collected : NO_PAIR
}

function canaryOf({ providers }: DexscreenerDeps): ContractAddress | undefined {
  return providers.marketCanaryToken as ContractAddress | undefined
}

type Answered = { readonly kind: 'answered'; readonly listing: PoolListing; readonly digest: string }

function isEmpty({ own, unread }: PoolListing): boolean {
  return own.length === 0 && unread === 0
}

function pathOf(tokens: readonly string[]): string {
  return `/tokens/v1/${DEXSCREENER_CHAIN}/${tokens.join(',')}`
}

/** Requests the pairs of a token. */
export function requestPairs(token: ContractAddress, deps: DexscreenerDeps): ReturnType<typeof requestJson> {
  const path = pathOf([token])
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

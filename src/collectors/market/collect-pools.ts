import type { ContractAddress } from '#contract/ids.ts'
import type { Collected } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import type { AddressedStream } from '../provider-locator.ts'
import { collectedPools } from './collected.ts'
import { knownPoolsOf, rereadPools, toKnownPools } from './known-pools.ts'
import type { PoolListing } from './pools.ts'

/** A provider's pools of a token, with the digest of its answers. */
export type ListedPools = {
  readonly kind: 'listed'
  readonly listing: PoolListing
  readonly digest: string
}
/** The end of a reading without pools: the provider has no pool of the token, or the request failed. */
export type NotListed = { readonly kind: 'not_listed' | 'failed'; readonly collected: Collected }

/** The requests to a market provider for the pools of a token. */
type PoolRequests<Deps> = {
  readonly provider: string
  /** Lists all pools of one token. */
  readonly list: (token: ContractAddress, deps: Deps) => Promise<ListedPools | NotListed>
  /** Requests pools by address, together with pools of other tokens. Undefined when the answer cannot be used. */
  readonly read: (
    input: { readonly token: ContractAddress; readonly pools: readonly string[] },
    deps: Deps,
  ) => Promise<ListedPools | NotListed | undefined>
}

/**
 * Reads the market figures of a token. First the token's pools are listed by a request of its own. Later readings
 * request these pools together with pools of other tokens, until the listing is old or no longer fits.
 */
export function collectPools<Deps extends HttpDeps>(requests: PoolRequests<Deps>) {
  return async (stream: AddressedStream, deps: Deps): Promise<Collected> =>
    (await collectKnown(stream, requests, deps)) ?? collectListed(stream, requests, deps)
}

/** Reads the pools of the newest listing. Undefined when the token's pools must be listed again. */
async function collectKnown<Deps extends HttpDeps>(
  { leased, address: token }: AddressedStream,
  { provider, read }: PoolRequests<Deps>,
  deps: Deps,
): Promise<Collected | undefined> {
  const known = knownPoolsOf(leased.position, deps.clock())
  const answer = known && (await read({ token, pools: known.pools }, deps))
  if (known === undefined || answer === undefined) return undefined
  if (answer.kind !== 'listed') return answer.collected
  const listing = rereadPools(answer.listing, known)
  return listing && collectedPools({ listing, token, provider, digest: answer.digest }, leased)
}

/** Lists the pools, and stores their addresses for the next readings. */
async function collectListed<Deps extends HttpDeps>(
  { leased, address: token }: AddressedStream,
  { provider, list }: PoolRequests<Deps>,
  deps: Deps,
): Promise<Collected> {
  const listedAt = deps.clock()
  const answer = await list(token, deps)
  if (answer.kind === 'listed') {
    const collected = collectedPools({ ...answer, token, provider }, leased)
    return { ...collected, position: toKnownPools(answer.listing, listedAt) }
  }
  const { collected } = answer
  return collected.outcome === 'missing' ? { ...collected, position: null } : collected
}

import { hash } from 'node:crypto'
import type { ContractAddress } from '#contract/ids.ts'
import type { Collected, Collector } from '../collector.ts'
import { type Failed, unreadable } from '../json-answer.ts'
import { collectedPools } from '../market/collected.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
import type { SharedDeps } from '../shared-requests.ts'
import { parseCoinId } from './coin-id.ts'
import { knownPoolsOf, rereadPools, toKnownPools } from './known-pools.ts'
import { type PoolPage, parsePoolPage } from './pools.ts'
import { GECKOTERMINAL, type GeckoterminalDeps, requestAbout, requestMulti, requestToken } from './rest.ts'

const PAGE_SIZE = 20
/** The provider's maximum length of a listing. */
const PAGES_MAX = 10

type TokenDeps = GeckoterminalDeps & SharedDeps

/**
 * Market figures of a token at GeckoTerminal. The pools of a token are listed by a request of its own. Until that listing
 * is old, or no longer fits, they are read together with pools of other tokens.
 */
export const geckoterminalToken: Collector<TokenDeps> = {
  kind: 'market',
  stream: 'token_market',
  provider: GECKOTERMINAL,
  cadenceSeconds: 600,
  coverage: 'present_state',
  collect: atAddressOf(
    GECKOTERMINAL,
    async (stream, deps: TokenDeps) => (await collectKnownPools(stream, deps)) ?? collectToken(stream, deps),
  ),
}

/** Reads the pools of the newest listing; undefined when the token's pools must be listed. */
async function collectKnownPools(
  { leased, address: token }: AddressedStream,
  deps: TokenDeps,
): Promise<Collected | undefined> {
  const known = knownPoolsOf(leased.position, deps.clock())
  if (known === undefined) return undefined
  const answer = await requestMulti({ list: 'pools', addresses: known.pools }, deps)
  if (answer.kind === 'failed') return answer.collected
  const page = answer.kind === 'json' ? parsePoolPage(answer.value, token) : undefined
  const listing = page && rereadPools(page, known)
  if (listing === undefined || answer.kind !== 'json') return undefined
  return collectedPools({ listing, token, provider: GECKOTERMINAL, digest: answer.digest }, leased)
}

async function collectToken(
  { leased, address: token }: AddressedStream,
  deps: TokenDeps,
): Promise<Collected> {
  const listedAt = deps.clock()
  const pages: ReadPage[] = []
  while (pages.length < PAGES_MAX) {
    const page = await readPage({ token, number: pages.length + 1 }, deps)
    if (page.kind === 'failed') return page.collected
    if (page.kind === 'unknown_token' && pages.length === 0) return UNKNOWN_TOKEN
    if (page.kind === 'unknown_token') break
    pages.push(page)
    if (page.listed < PAGE_SIZE) break
  }
  const own = pages.flatMap((page) => page.own)
  const unread = pages.reduce((total, page) => total + page.unread, 0)
  const listing = { own, unread }
  if (own.length === 0 && unread === 0)
    return absent({ token, lists: pages.some(({ listed }) => listed > 0) }, deps)
  const digest = hash('sha256', pages.map((page) => page.digest).join())
  const collected = collectedPools({ listing, token, provider: GECKOTERMINAL, digest }, leased)
  return { ...collected, position: toKnownPools(listing, listedAt) }
}

const UNKNOWN_TOKEN: Collected = { outcome: 'missing', detail: 'not listed (404)', position: null }
const NO_POOL: Collected = {
  outcome: 'missing',
  detail: 'no pool with the token as base',
  position: null,
}

/** A listing without an entry proves nothing by itself. It counts when the provider answers about the token too. */
async function absent(
  { token, lists }: { readonly token: ContractAddress; readonly lists: boolean },
  deps: TokenDeps,
): Promise<Collected> {
  if (lists) return NO_POOL
  const answer = await requestAbout(token, deps)
  if (answer.kind === 'failed') return answer.collected
  if (answer.kind === 'missing') return UNKNOWN_TOKEN
  return parseCoinId(answer.value, token) === undefined
    ? unreadable('the answer is not about the token').collected
    : NO_POOL
}

type ReadPage = { readonly kind: 'page'; readonly digest: string } & PoolPage

async function readPage(
  { token, number }: { token: ContractAddress; number: number },
  deps: GeckoterminalDeps,
): Promise<ReadPage | { readonly kind: 'unknown_token' } | Failed> {
  const list = number === 1 ? '/pools' : `/pools?page=${number}`
  const answer = await requestToken({ token, list }, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return { kind: 'unknown_token' }
  const page = parsePoolPage(answer.value, token)
  if (page === undefined) return unreadable('the answer lists no pools')
  return { kind: 'page', digest: answer.digest, ...page }
}

import { hash } from 'node:crypto'
import type { ContractAddress } from '#contract/ids.ts'
import type { Collector } from '../collector.ts'
import { type Failed, unreadable } from '../json-answer.ts'
import { collectPools, type ListedPools, type NotListed } from '../market/collect-pools.ts'
import { isEmpty, joinListings } from '../market/pools.ts'
import { atAddressOf } from '../provider-locator.ts'
import type { SharedDeps } from '../shared-requests.ts'
import { parseCoinId } from './coin-id.ts'
import { type PoolsPart, parsePoolsPart } from './pools.ts'
import { GECKOTERMINAL, type GeckoterminalDeps, requestAbout, requestMulti, requestToken } from './rest.ts'

const POOLS_PER_PART = 20
/** Maximum number of parts of a listing that the provider gives. */
const PARTS_MAX = 10

type TokenDeps = GeckoterminalDeps & SharedDeps

/** Market figures of a token at GeckoTerminal. */
export const geckoterminalToken: Collector<TokenDeps> = {
  kind: 'market',
  stream: 'token_market',
  provider: GECKOTERMINAL,
  cadenceSeconds: 600,
  coverage: 'present_state',
  collect: atAddressOf(
    GECKOTERMINAL,
    collectPools({ provider: GECKOTERMINAL, list: listPools, read: readPools }),
  ),
}

async function readPools(
  { token, pools }: { readonly token: ContractAddress; readonly pools: readonly string[] },
  deps: TokenDeps,
): Promise<ListedPools | Failed | undefined> {
  const answer = await requestMulti({ list: 'pools', addresses: pools }, deps)
  if (answer.kind !== 'json') return answer.kind === 'failed' ? answer : undefined
  const listing = parsePoolsPart(answer.value, token)
  return listing && { kind: 'listed', listing, digest: answer.digest }
}

async function listPools(token: ContractAddress, deps: TokenDeps): Promise<ListedPools | NotListed> {
  const parts: ReadPoolsPart[] = []
  while (parts.length < PARTS_MAX) {
    const part = await readPoolsPart({ token, number: parts.length + 1 }, deps)
    if (part.kind === 'failed') return part
    if (part.kind === 'unknown_token' && parts.length === 0) return UNKNOWN_TOKEN
    if (part.kind === 'unknown_token') break
    parts.push(part)
    if (part.listed < POOLS_PER_PART) break
  }
  const isCut = parts.length === PARTS_MAX && parts.at(-1)?.listed === POOLS_PER_PART
  const listing = { ...joinListings(parts), isCut }
  if (isEmpty(listing)) return absent({ token, lists: parts.some(({ listed }) => listed > 0) }, deps)
  const digest = hash('sha256', parts.map((part) => part.digest).join())
  return { kind: 'listed', listing, digest }
}

const UNKNOWN_TOKEN: NotListed = {
  kind: 'not_listed',
  collected: { outcome: 'missing', detail: 'not listed (404)' },
}
const NO_POOL: NotListed = {
  kind: 'not_listed',
  collected: { outcome: 'missing', detail: 'no pool with the token as base' },
}

/**
 * The reading of a token without pools. An empty listing proves nothing by itself; it counts when the provider also
 * answers about the token.
 */
async function absent(
  { token, lists }: { readonly token: ContractAddress; readonly lists: boolean },
  deps: TokenDeps,
): Promise<NotListed> {
  if (lists) return NO_POOL
  const answer = await requestAbout(token, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return UNKNOWN_TOKEN
  return parseCoinId(answer.value, token) === undefined
    ? unreadable('the answer is not about the token')
    : NO_POOL
}

type ReadPoolsPart = { readonly kind: 'part'; readonly digest: string } & PoolsPart

async function readPoolsPart(
  { token, number }: { token: ContractAddress; number: number },
  deps: GeckoterminalDeps,
): Promise<ReadPoolsPart | { readonly kind: 'unknown_token' } | Failed> {
  const list = number === 1 ? '/pools' : `/pools?page=${number}`
  const answer = await requestToken({ token, list }, deps)
  if (answer.kind === 'failed') return answer
  if (answer.kind === 'missing') return { kind: 'unknown_token' }
  const part = parsePoolsPart(answer.value, token)
  if (part === undefined) return unreadable('the answer lists no pools')
  return { kind: 'part', digest: answer.digest, ...part }
}

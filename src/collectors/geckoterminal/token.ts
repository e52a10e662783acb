import { hash } from 'node:crypto'
import type { ContractAddress } from '#contract/ids.ts'
import type { Collector } from '../collector.ts'
import { type Failed, unreadable } from '../json-answer.ts'
import { collectPools, type ListedPools, type NotListed } from '../market/collect-pools.ts'
import { isEmpty, joinListings } from '../market/pools.ts'
import { atAddressOf } from '../provider-locator.ts'
import type { SharedDeps } from '../shared-requests.ts'
import { parseCoinId } from './coin-id.ts'
import { type PoolPage, parsePoolPage } from './pools.ts'
import { GECKOTERMINAL, type GeckoterminalDeps, requestAbout, requestMulti, requestToken } from './rest.ts'

const PAGE_SIZE = 20
/** The provider's maximum length of a listing. */
const PAGES_MAX = 10

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
  const listing = parsePoolPage(answer.value, token)
  return listing && { kind: 'listed', listing, digest: answer.digest }
}

async function listPools(token: ContractAddress, deps: TokenDeps): Promise<ListedPools | NotListed> {
  const pages: ReadPage[] = []
  while (pages.length < PAGES_MAX) {
    const page = await readPage({ token, number: pages.length + 1 }, deps)
    if (page.kind === 'failed') return page
    if (page.kind === 'unknown_token' && pages.length === 0) return UNKNOWN_TOKEN
    if (page.kind === 'unknown_token') break
    pages.push(page)
    if (page.listed < PAGE_SIZE) break
  }
  const isCut = pages.length === PAGES_MAX && pages.at(-1)?.listed === PAGE_SIZE
  const listing = { ...joinListings(pages), isCut }
  if (isEmpty(listing)) return absent({ token, lists: pages.some(({ listed }) => listed > 0) }, deps)
  const digest = hash('sha256', pages.map((page) => page.digest).join())
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

/** A listing without an entry proves nothing by itself. It counts when the provider answers about the token too. */
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

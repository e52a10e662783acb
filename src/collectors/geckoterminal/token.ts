import type { ContractAddress } from '#contract/ids.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import type { HttpDeps } from '../http.ts'
import { askJson, digestOf, type Failed, fault } from '../json-answer.ts'
import { collectedPools } from '../market/collected.ts'
import type { Pool } from '../market/pools.ts'
import { addressAt } from '../provider-locator.ts'
import { GECKOTERMINAL_NETWORK, type PoolPage, parsePoolPage } from './pools.ts'

const PROVIDER = 'geckoterminal'
const PAGE_SIZE = 20
/** The provider's maximum length of a listing. */
const PAGES_MAX = 10

export type GeckoterminalDeps = HttpDeps & { readonly providers: { readonly geckoterminalUrl: string } }

/** Market figures of a token at GeckoTerminal. */
export const geckoterminalToken: Collector<GeckoterminalDeps> = {
  kind: 'market',
  stream: 'token_market',
  provider: PROVIDER,
  cadenceSeconds: 600,
  coverage: 'snapshot',
  collect: collectToken,
}

async function collectToken(leased: StreamToRead, deps: GeckoterminalDeps): Promise<Collected> {
  const token = addressAt(leased.locator, PROVIDER)
  if (token === undefined) return fault('no address in the locator').collected
  const pools: Pool[] = []
  const digests: string[] = []
  for (let number = 1; number <= PAGES_MAX; number += 1) {
    const page = await readPage({ token, number }, deps)
    if (page.kind === 'failed') return page.collected
    if (page.kind === 'unknown_token' && number === 1)
      return { outcome: 'missing', detail: 'not listed (404)' }
    if (page.kind === 'unknown_token') break
    pools.push(...page.own)
    digests.push(page.digest)
    if (page.listed < PAGE_SIZE) break
  }
  if (pools.length === 0) return { outcome: 'missing', detail: 'no pool with the token as base' }
  return collectedPools({ pools, token, provider: PROVIDER, digest: digestOf(digests.join()) }, leased)
}

type Page =
  | ({ readonly kind: 'page'; readonly digest: string } & PoolPage)
  | { readonly kind: 'unknown_token' }

async function readPage(
  { token, number }: { token: ContractAddress; number: number },
  deps: GeckoterminalDeps,
): Promise<Page | Failed> {
  const pools = `/api/v2/networks/${GECKOTERMINAL_NETWORK}/tokens/${token}/pools`
  const path = number === 1 ? pools : `${pools}?page=${number}`
  const answer = await askJson({ base: deps.providers.geckoterminalUrl, path }, deps)
  if (answer.kind === 'failed') return answer
  if (answer.status === 404 && answer.value !== undefined) return { kind: 'unknown_token' }
  const page = answer.status === 200 ? parsePoolPage(answer.value, token) : undefined
  if (page === undefined) return fault(`the answer lists no pools (${answer.status})`)
  return { kind: 'page', digest: answer.digest, ...page }
}

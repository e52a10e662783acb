import { saveRegistryListing } from '#records/attention/registry-listings.ts'
import type { ClaimedStream, Collected, Collector } from '../collector.ts'
import { askJson, fault } from '../json-answer.ts'
import { addressAt } from '../provider-locator.ts'
import { parseCoinId } from './coin-id.ts'
import { GECKOTERMINAL_NETWORK } from './pools.ts'
import type { GeckoterminalDeps } from './token.ts'

const PROVIDER = 'geckoterminal'

/**
 * Whether CoinGecko lists a token, as GeckoTerminal says. A token it does not know is missing: it knows traded tokens
 * only, so that nothing is said of a listing.
 */
export const geckoterminalRegistry: Collector<GeckoterminalDeps> = {
  kind: 'market',
  stream: 'registry_listing',
  provider: PROVIDER,
  cadenceSeconds: 86_400,
  coverage: 'snapshot',
  collect: collectListing,
}

async function collectListing(claimed: ClaimedStream, deps: GeckoterminalDeps): Promise<Collected> {
  const token = addressAt(claimed.locator, PROVIDER)
  if (token === undefined) return fault('no address in the locator').collected
  const base = deps.providers.geckoterminalUrl.replace(/\/+$/, '')
  const url = `${base}/api/v2/networks/${GECKOTERMINAL_NETWORK}/tokens/${token}`
  const answer = await askJson({ url }, deps)
  if (answer.kind === 'failed') return answer.collected
  if (answer.status === 404 && answer.value !== undefined) {
    return { outcome: 'missing', detail: 'the token is not known (404)' }
  }
  const state = answer.status === 200 ? parseCoinId(answer.value, token) : undefined
  if (state === undefined) return fault(`the answer says of no listing (${answer.status})`).collected
  const { projectId, sourceId } = claimed
  return {
    outcome: 'fresh',
    digest: answer.digest,
    save: (writer, { now }) =>
      saveRegistryListing({ ...state, projectId, sourceId, registry: 'coingecko', observedAt: now }, writer),
  }
}

import { saveRegistryListing } from '#records/attention/registry-listings.ts'
import type { Collected, Collector } from '../collector.ts'
import { unreadable } from '../json-answer.ts'
import { type AddressedStream, atAddressOf } from '../provider-locator.ts'
import type { SharedDeps } from '../shared-requests.ts'
import { parseCoinId } from './coin-id.ts'
import { GECKOTERMINAL, type GeckoterminalDeps, requestAbout } from './rest.ts'

/**
 * Whether CoinGecko lists a token, according to GeckoTerminal. The outcome is `missing` for a token that GeckoTerminal
 * does not know: it only knows traded tokens, so that answer says nothing about a listing.
 */
export const geckoterminalRegistry: Collector<GeckoterminalDeps & SharedDeps> = {
  kind: 'market',
  stream: 'registry_listing',
  provider: GECKOTERMINAL,
  cadenceSeconds: 86_400,
  coverage: 'present_state',
  collect: atAddressOf(GECKOTERMINAL, collectListing),
}

async function collectListing(
  { leased, address: token }: AddressedStream,
  deps: GeckoterminalDeps & SharedDeps,
): Promise<Collected> {
  const answer = await requestAbout(token, deps)
  if (answer.kind === 'failed') return answer.collected
  if (answer.kind === 'missing') return { outcome: 'missing', detail: 'the token is not known (404)' }
  const state = parseCoinId(answer.value, token)
  if (state === undefined) return unreadable('the answer names no listing').collected
  const { projectId, sourceId } = leased
  return {
    outcome: 'fresh',
    digest: answer.digest,
    save: (writer, { now }) =>
      saveRegistryListing({ ...state, projectId, sourceId, registry: 'coingecko', observedAt: now }, writer),
  }
}

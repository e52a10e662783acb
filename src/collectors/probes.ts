import { CHAIN_ID, ZERO_ADDRESS } from '#contract/ids.ts'
import { requestExplorer } from './blockscout/rest.ts'
import { DEXSCREENER_CHAIN } from './dexscreener/pairs.ts'
import { GECKOTERMINAL_NETWORK } from './geckoterminal/pools.ts'
import { requestGithub } from './github/api.ts'
import type { CollectorDeps } from './index.ts'
import { type Failed, requestJson } from './json-answer.ts'
import type { Provider } from './providers.ts'

/** Whether a provider answers one cheap request, with the reason where it does not. */
export type ProbeResult = { readonly answers: true } | Failed
type Probed = Exclude<Provider, 'site' | 'chain'>
type Answered = { readonly kind: string } | Failed

/**
 * One request to each provider over HTTP, as its collectors make it. Sites are hosts of others: none stands for them. The
 * chain has a client of its own.
 */
export const PROBES: Readonly<Record<Probed, (deps: CollectorDeps) => Promise<ProbeResult>>> = {
  github: async (deps) => resultOf(await requestGithub({ path: '/rate_limit' }, deps)),
  blockscout: async (deps) => resultOf(await requestExplorer(`/addresses/${ZERO_ADDRESS}`, deps)),
  sourcify: async (deps) => {
    const path = `/v2/contract/${CHAIN_ID}/${ZERO_ADDRESS}`
    return resultOf(await requestJson({ provider: 'sourcify', base: deps.providers.sourcifyUrl, path }, deps))
  },
  dexscreener: async (deps) => {
    const path = `/tokens/v1/${DEXSCREENER_CHAIN}/${ZERO_ADDRESS}`
    const base = deps.providers.dexscreenerUrl
    return resultOf(await requestJson({ provider: 'dexscreener', base, path }, deps))
  },
  geckoterminal: async (deps) => {
    const path = `/api/v2/networks/${GECKOTERMINAL_NETWORK}/tokens/${ZERO_ADDRESS}`
    const base = deps.providers.geckoterminalUrl
    return resultOf(await requestJson({ provider: 'geckoterminal', base, path }, deps))
  },
}

/** An answer that the provider does not know the address is an answer. */
function resultOf(answer: Answered): ProbeResult {
  return 'collected' in answer ? answer : { answers: true }
}

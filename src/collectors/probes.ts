import { ZERO_ADDRESS } from '#contract/ids.ts'
import { requestExplorer } from './blockscout/rest.ts'
import { requestPairs } from './dexscreener/token.ts'
import { requestToken } from './geckoterminal/rest.ts'
import { requestGithub } from './github/api.ts'
import type { CollectorDeps } from './index.ts'
import type { Failed } from './json-answer.ts'
import type { Provider } from './providers.ts'
import { requestSourcify } from './sourcify/contract.ts'

/** Whether a provider answers one cheap request, with the failure when it does not. */
export type ProbeResult = { readonly answers: true } | Failed
type Probed = Exclude<Provider, 'site' | 'chain'>
type Answered = { readonly kind: string } | Failed

/**
 * One request to each provider over HTTP, as its collectors send it. Sites are left out, because no host stands for all
 * of them; the chain is left out, because it has a client of its own.
 */
export const PROBES: Readonly<Record<Probed, (deps: CollectorDeps) => Promise<ProbeResult>>> = {
  github: async (deps) => resultOf(await requestGithub({ path: '/rate_limit' }, deps)),
  blockscout: async (deps) => resultOf(await requestExplorer(`/addresses/${ZERO_ADDRESS}`, deps)),
  sourcify: async (deps) => resultOf(await requestSourcify({ contract: ZERO_ADDRESS }, deps)),
  dexscreener: async (deps) => resultOf(await requestPairs(ZERO_ADDRESS, deps)),
  geckoterminal: async (deps) => resultOf(await requestToken({ token: ZERO_ADDRESS }, deps)),
}

/** The result of a probe. An answer that the address is not known counts as an answer. */
function resultOf(answer: Answered): ProbeResult {
  return 'collected' in answer ? answer : { answers: true }
}

import type { ContractAddress } from '#contract/ids.ts'
import type { HttpDeps } from '../http.ts'
import { requestJson } from '../json-answer.ts'

export const GECKOTERMINAL = 'geckoterminal'
/** The provider's key of the chain, which is also the prefix of its token ids. */
export const GECKOTERMINAL_NETWORK = 'robinhood'

export type GeckoterminalDeps = HttpDeps & { readonly providers: { readonly geckoterminalUrl: string } }

/** Requests what the provider has about a token, or a list of it such as `/pools`. */
export function requestToken(
  { token, list = '' }: { readonly token: ContractAddress; readonly list?: string },
  deps: GeckoterminalDeps,
): ReturnType<typeof requestJson> {
  const path = `/api/v2/networks/${GECKOTERMINAL_NETWORK}/tokens/${token}${list}`
  return requestJson({ provider: GECKOTERMINAL, base: deps.providers.geckoterminalUrl, path }, deps)
}

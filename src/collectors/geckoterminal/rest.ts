import type { ContractAddress } from '#contract/ids.ts'
import type { HttpDeps } from '../http.ts'
import { requestJson, requestJsonTogether } from '../json-answer.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { ADDRESSES_MAX } from '../market/pools.ts'
import type { SharedDeps } from '../shared-requests.ts'

export const GECKOTERMINAL = 'geckoterminal'
/** The provider's key of the chain, which is also the prefix of its token ids. */
export const GECKOTERMINAL_NETWORK = 'robinhood'

const NETWORK_PATH = `/api/v2/networks/${GECKOTERMINAL_NETWORK}`

export type GeckoterminalDeps = HttpDeps & { readonly providers: { readonly geckoterminalUrl: string } }

/** Requests the provider's entry of a token, or a list of the token such as `/pools`. */
export function requestToken(
  { token, list = '' }: { readonly token: ContractAddress; readonly list?: string },
  deps: GeckoterminalDeps,
): ReturnType<typeof requestJson> {
  const path = `${NETWORK_PATH}/tokens/${token}${list}`
  return requestJson({ provider: GECKOTERMINAL, base: deps.providers.geckoterminalUrl, path }, deps)
}

/**
 * Requests tokens or pools together with other readings. The answer leaves out addresses that the provider does not
 * know.
 */
export function requestMulti(
  { list, addresses }: { readonly list: 'tokens' | 'pools'; readonly addresses: readonly string[] },
  deps: GeckoterminalDeps & SharedDeps,
): ReturnType<typeof requestJsonTogether> {
  const pathOf = (keys: readonly string[]) => `${NETWORK_PATH}/${list}/multi/${keys.join(',')}`
  const request = { provider: GECKOTERMINAL, base: deps.providers.geckoterminalUrl, form: list, pathOf }
  return requestJsonTogether({ ...request, keys: addresses, most: ADDRESSES_MAX }, deps)
}

/**
 * Requests the provider's entry of a token together with other readings; the answer has the form of `requestToken`.
 * When the shared answer lacks the token or names it twice, the token is requested alone.
 */
export async function requestAbout(
  token: ContractAddress,
  deps: GeckoterminalDeps & SharedDeps,
): ReturnType<typeof requestJson> {
  const answer = await requestMulti({ list: 'tokens', addresses: [token] }, deps)
  if (answer.kind === 'failed') return answer
  const listed = answer.kind === 'json' ? fieldAt(answer.value, 'data') : undefined
  const own = Array.isArray(listed) ? listed.filter((entry) => isAbout(entry, token)) : []
  const [data] = own
  if (answer.kind !== 'json' || own.length !== 1) return requestToken({ token }, deps)
  return { ...answer, value: { data } }
}

function isAbout(entry: unknown, token: ContractAddress): boolean {
  return textAt(entry, 'id')?.toLowerCase() === `${GECKOTERMINAL_NETWORK}_${token}`
}

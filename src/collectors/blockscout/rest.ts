import { withoutEndSlashes } from '#contract/end-slashes.ts'
import type { HttpDeps } from '../http.ts'
import { type Failed, type JsonAnswer, type MissingAnswer, requestJson } from '../json-answer.ts'

export const PROVIDER = 'blockscout'

export type BlockscoutDeps = HttpDeps & {
  readonly providers: {
    readonly explorerApiUrl: string
    readonly explorerApiKey: { reveal(): string } | undefined
  }
}

/** Requests a path of the explorer's REST API. The key goes in a header. */
export function requestExplorer(
  path: string,
  deps: BlockscoutDeps,
): Promise<JsonAnswer | MissingAnswer | Failed> {
  const { explorerApiUrl, explorerApiKey } = deps.providers
  const headers = explorerApiKey && { authorization: `Bearer ${explorerApiKey.reveal()}` }
  return requestJson(
    { provider: PROVIDER, base: restBase(explorerApiUrl), path, ...(headers && { headers }) },
    deps,
  )
}

/** The base of the REST API, for an address of the instance or of the API itself. */
function restBase(url: string): string {
  const base = withoutEndSlashes(url)
  return base.endsWith('/api/v2') ? base : `${base}/api/v2`
}

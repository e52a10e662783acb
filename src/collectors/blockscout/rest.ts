import type { HttpDeps } from '../http.ts'
import { askJson, type Failed, type JsonAnswer } from '../json-answer.ts'

export const PROVIDER = 'blockscout'

export type BlockscoutDeps = HttpDeps & {
  readonly providers: {
    readonly explorerApiUrl: string
    readonly explorerApiKey: { reveal(): string } | undefined
  }
}

/** Asks the explorer's REST interface for a path below its base; the key goes in a header. */
export function askExplorer(path: string, deps: BlockscoutDeps): Promise<JsonAnswer | Failed> {
  const { explorerApiUrl, explorerApiKey } = deps.providers
  return askJson(
    {
      url: `${restBase(explorerApiUrl)}${path}`,
      ...(explorerApiKey && { headers: { authorization: `Bearer ${explorerApiKey.reveal()}` } }),
    },
    deps,
  )
}

/** The REST interface's base, whether the address names the instance or the interface itself. */
function restBase(url: string): string {
  const base = url.replace(/\/+$/, '')
  return base.endsWith('/api/v2') ? base : `${base}/api/v2`
}

import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'

type Read = { readonly provider: string; readonly lastReadAt?: Instant | null }

/** The newest successful reading of each provider, over its streams. */
export function newestReadings(streams: readonly Read[]) {
  return [...Map.groupBy(streams, ({ provider }) => provider)].map(([provider, own]) => {
    const readAt = own.flatMap(({ lastReadAt: at }) => (at == null ? [] : [at])).toSorted()
    return { provider, ...known({ lastReadAt: readAt.at(-1) }) }
  })
}

import type { HttpClient, HttpRequest, HttpResult } from './http.ts'

/** Longest wait of a request for what other readings ask; shorter than the pause between two requests of a provider. */
export const GATHER_MS = 50

/** What one reading asks for in a request that it shares with others. */
export type SharedRequest = {
  /** Readings share requests of the same form. It names the list of a provider that is asked for. */
  readonly form: string
  /** What this reading asks for, at most `most`. They are never split over two requests. */
  readonly keys: readonly string[]
  /** The most that the provider answers at once. */
  readonly most: number
  readonly requestOf: (keys: readonly string[]) => HttpRequest
}
/**
 * Makes one request for several readings; each gets the whole answer. Network failures are results of kind `failure`.
 */
export type SharedRequests = { readonly request: (shared: SharedRequest) => Promise<HttpResult> }
export type SharedDeps = { readonly shared: SharedRequests }

type Gathering = {
  readonly keys: Set<string>
  readonly send: () => void
  readonly result: Promise<HttpResult>
}

/** Gathers for `gatherMs` what the readings of one provider ask for, and asks for it together. */
export function openSharedRequests(http: HttpClient, gatherMs: number): SharedRequests {
  const gathering = new Map<string, Gathering>()
  const begin = ({ form, requestOf }: SharedRequest): Gathering => {
    const keys = new Set<string>()
    const { promise, resolve } = Promise.withResolvers<HttpResult>()
    const send = () => {
      clearTimeout(timer)
      gathering.delete(form)
      resolve(Promise.try(() => http.request(requestOf([...keys]))))
    }
    const timer = setTimeout(send, gatherMs)
    return { keys, send, result: promise }
  }
  return {
    request(shared) {
      const { form, most } = shared
      const open = gathering.get(form)
      if (open !== undefined && open.keys.union(new Set(shared.keys)).size > most) open.send()
      const joined = gathering.getOrInsertComputed(form, () => begin(shared))
      for (const key of shared.keys) joined.keys.add(key)
      if (joined.keys.size >= most) joined.send()
      return joined.result
    },
  }
}

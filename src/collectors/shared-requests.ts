import type { HttpClient, HttpRequest, HttpResult } from './http.ts'

/**
 * Maximum time in milliseconds that a request waits for others to share it. It is shorter than the pause between two
 * requests to a provider.
 */
export const GATHER_MS = 50

/** The part of one reading in a shared request. */
export type SharedRequest = {
  /** The kind of the requested list. Only readings with the same form share a request. */
  readonly form: string
  /** The keys of this reading, at most `most`. All of them go into the same request. */
  readonly keys: readonly string[]
  /** Maximum number of keys in one request. */
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

/**
 * Opens shared requests of one provider: gathers the keys of readings for `gatherMs`, then sends one request for all.
 */
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

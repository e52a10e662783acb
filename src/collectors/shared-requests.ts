import type { HttpClient, HttpRequest, HttpResult } from './http.ts'

/** Longest wait of a request for others to share it with; shorter than the pause between two requests of a provider. */
export const GATHER_MS = 50

/** The part of one reading in a shared request. */
export type SharedRequest = {
  /** Names the kind of list that is requested. Only readings with the same form share a request. */
  readonly form: string
  /** The keys of this reading, at most `most`. One request has them all. */
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

/** Gathers the keys of one provider's readings for `gatherMs`, and sends one request for them. */
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

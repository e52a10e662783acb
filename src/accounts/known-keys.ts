import type { CalendarDate } from '#contract/time.ts'
import type { KeyInUse } from '#records/accounts/accounts.ts'

/** A cached lookup: the key, or undefined for an unknown digest; `until` is on the process's timer. */
type CachedLookup = { readonly key: KeyInUse | undefined; readonly until: number }
type Lookup = { readonly digest: string; readonly month: CalendarDate }

/** A cache of key lookups. */
type KnownKeys = {
  /** The cached lookup; undefined when it must be read from the database. */
  readonly findCached: (lookup: Lookup) => { readonly key: KeyInUse | undefined } | undefined
  /** Whether the last lookup found a key, however long ago that lookup was. */
  readonly wasKey: (digest: string) => boolean
  /** Reads from the database; concurrent calls for the same key share one query. */
  readonly lookUp: (lookup: Lookup) => Promise<KeyInUse | undefined>
  /** Expires every lookup: a key was revoked, or an account suspended or resumed. `wasKey` still knows the keys. */
  readonly forget: () => void
}

/** Unknown keys are cached separately, so that invented keys evict no valid one. */
export function openKnownKeys(
  limits: { readonly cachedMs: number; readonly atMost: number },
  deps: {
    readonly find: (lookup: Lookup) => Promise<KeyInUse | undefined>
    readonly timer: () => number
  },
): KnownKeys {
  const keys = new Map<string, CachedLookup>()
  const unknown = new Map<string, CachedLookup>()
  const waiting = new Map<string, Promise<KeyInUse | undefined>>()
  let generation = 0
  const store = (digest: string, key: KeyInUse | undefined) => {
    const cache = key === undefined ? unknown : keys
    keys.delete(digest)
    unknown.delete(digest)
    cache.set(digest, { key, until: deps.timer() + limits.cachedMs })
    const [oldest] = cache.keys()
    if (cache.size > limits.atMost && oldest !== undefined) cache.delete(oldest)
  }
  const find = async (lookup: Lookup) => {
    const begunIn = generation
    const key = await deps.find(lookup)
    if (begunIn === generation) store(lookup.digest, key)
    return key
  }
  return {
    findCached({ digest, month }) {
      const found = keys.get(digest) ?? unknown.get(digest)
      if (found === undefined || found.until <= deps.timer()) return undefined
      return found.key === undefined || found.key.month === month ? { key: found.key } : undefined
    },
    wasKey: (digest) => keys.has(digest),
    lookUp(lookup) {
      const name = `${lookup.digest} ${lookup.month}`
      const inProgress = waiting.get(name)
      if (inProgress !== undefined) return inProgress
      const pending = find(lookup).finally(() => {
        if (waiting.get(name) === pending) waiting.delete(name)
      })
      waiting.set(name, pending)
      return pending
    },
    forget() {
      generation += 1
      for (const [digest, { key }] of keys) keys.set(digest, { key, until: Number.NEGATIVE_INFINITY })
      unknown.clear()
      waiting.clear()
    },
  }
}

import { LRUCache } from 'lru-cache'
import { Type } from 'typebox'
import type { Operation } from '#contract/operation.ts'

/** Size and lifetime of the cache. */
type CacheBounds = {
  readonly bytes: number
  readonly freshMs: number
  /** Lifetime while this process receives no notifications of changes. */
  readonly unannouncedMs: number
}

/**
 * A cached value; `at` is the start of its computation, in milliseconds of the process's monotonic timer. A value that
 * is made of other cached values is as old as the oldest of them.
 */
type Cached<T> = { readonly value: T; readonly at: number }

/** Computes a value. Calls `madeOf` with each cached value that it is made of. */
type Compute<T> = (madeOf: MadeOf<T>) => Promise<T>
type MadeOf<T> = (part: Cached<T>) => void
type Wanted<T> = {
  /** Whether a cached value is recent enough. No computation is joined then, because it may have begun too early. */
  readonly isRecent?: (value: T) => boolean
  /** Called with the place that the value came from. */
  readonly looked?: (lookup: Lookup) => void
}

/** The place that a value came from: the cache, a computation in progress, or a new computation. */
export type Lookup = 'hit' | 'joined' | 'computed'

/** The response cache of a process. Concurrent requests for the same answer share one computation. */
export type ResponseCache<T extends { readonly bytes: number }> = ReturnType<typeof openResponseCache<T>>

/** Memory of an entry besides its value and its key. */
const ENTRY_BYTES = 512

/** Opens an empty cache, without notifications of changes at first. `timer` returns monotonic milliseconds. */
export function openResponseCache<T extends { readonly bytes: number }>(
  bounds: CacheBounds,
  deps: { readonly timer: () => number },
) {
  const cached = new LRUCache<string, Cached<T>>({
    maxSize: bounds.bytes,
    sizeCalculation: ({ value }, key) => value.bytes + ENTRY_BYTES + 2 * key.length,
  })
  const computing = new Map<string, Promise<Cached<T>>>()
  const counted = { hit: 0, joined: 0, computed: 0 }
  let generation = 0
  let freshMs = bounds.unannouncedMs

  const begin = async (key: string, compute: Compute<T>): Promise<Cached<T>> => {
    let at = deps.timer()
    const begunIn = generation
    const value = await compute((part) => {
      at = Math.min(at, part.at)
    })
    const found = { value, at }
    if (begunIn === generation) cached.set(key, found)
    return found
  }
  const drop = () => {
    generation += 1
    computing.clear()
    cached.clear()
  }
  return {
    /** The value under a key, cached or computed now. Failures are not cached. */
    get(
      key: string,
      compute: Compute<T>,
      { isRecent, looked }: Wanted<T> = {},
    ): Cached<T> | Promise<Cached<T>> {
      const found = cached.get(key)
      // Not lru-cache's ttl: it begins when a value is stored, but the age of a value begins with its computation.
      const isFresh = found !== undefined && deps.timer() - found.at < freshMs
      if (isFresh && (isRecent === undefined || isRecent(found.value))) {
        counted.hit += 1
        looked?.('hit')
        return found
      }
      const running = isRecent === undefined ? computing.get(key) : undefined
      const lookup = running === undefined ? 'computed' : 'joined'
      counted[lookup] += 1
      looked?.(lookup)
      if (running !== undefined) return running
      const own = begin(key, compute).finally(() => {
        if (computing.get(key) === own) computing.delete(key)
      })
      computing.set(key, own)
      return own
    },
    /** Whole seconds since the computation of a value began. */
    ageSecondsOf: ({ at }: Cached<T>) => Math.max(0, Math.floor((deps.timer() - at) / 1000)),
    /** Clears the cache. Computations in progress still answer their callers, but are not cached. */
    drop,
    /** Sets whether this process receives notifications of changes, and clears the cache. */
    setAnnounced(announced: boolean): void {
      freshMs = announced ? bounds.freshMs : bounds.unannouncedMs
      drop()
    },
    counts: () => ({
      ...counted,
      computing: computing.size,
      bytes: cached.calculatedSize,
      answers: cached.size,
    }),
  }
}

/**
 * The cache key of a request: the operation, the form of the answer, and every value that the operation reads from
 * path, query and headers, in the order of its declaration. Ignored parameters are part of the key only when the answer
 * names them. The list of a scan, which needs a key, names them; the card of a scan does not.
 */
export function cacheKeyOf(
  operation: Operation,
  request: { readonly form: string; readonly input: Readonly<Record<string, unknown>> },
): string {
  const { ignoredParameters, ...read } = request.input
  const isList = operation.needsKey?.some((name) => Object.hasOwn(read, name)) === true
  const input = isList || namesIgnored(operation) ? { ...read, ignoredParameters } : read
  return `${operation.name} ${request.form} ${JSON.stringify(input)}`
}

const NAMING = new WeakMap<Operation, boolean>()

/** Whether every answer of an operation names the parameters that it ignores, at any depth. */
function namesIgnored(operation: Operation): boolean {
  const known = NAMING.get(operation)
  if (known !== undefined) return known
  const { output } = operation
  const forms = Type.IsUnion(output) ? output.anyOf : [output]
  const names = forms.every((form) => JSON.stringify(form).includes('"ignoredParameters"'))
  NAMING.set(operation, names)
  return names
}

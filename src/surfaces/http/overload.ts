import { countedOrZero } from '#contract/counted.ts'
import { Failure } from '#contract/errors.ts'

/** How many computations may run at once; requests that share a computation count once. */
type Concurrent = {
  readonly computing: number
  /** Maximum per caller. */
  readonly ofCaller: number
}

/** Limits beyond which requests are refused with 503. */
type OverloadBounds = Concurrent & {
  /** Event-loop delay, in two samples in a row, beyond which the limits of `late` apply. */
  readonly lateMs: number
  readonly late: Concurrent
  /** Time limit of a computation for the caller that waits for it. */
  readonly waitMs: number
}

/** Limits concurrent work. */
export type Gate = {
  /** Does the work for a caller. @throws Failure unavailable beyond the limits */
  readonly pass: <T>(work: () => Promise<T>, caller: string) => Promise<T>
  readonly counts: () => { readonly computing: number; readonly refused: number }
}

/** Event-loop delay: the smaller of the last two samples. */
type Lateness = { readonly ms: () => number } & Disposable

const RETRY_AFTER_SECONDS = 1
const SAMPLE_MS = 250

/**
 * Opens a gate that refuses work while too much is being computed. While the event loop is late, the limits are lower,
 * for each caller too: the caller with the most work is refused, and the others are still served.
 */
export function openGate(bounds: OverloadBounds, deps: { readonly lateness: Pick<Lateness, 'ms'> }): Gate {
  const ofCallers = new Map<string, number>()
  let computing = 0
  let refused = 0
  const count = (caller: string, by: 1 | -1) => {
    computing += by
    const own = countedOrZero(ofCallers.get(caller)) + by
    if (own > 0) ofCallers.set(caller, own)
    else ofCallers.delete(caller)
  }
  const isFull = (caller: string) => {
    const most: Concurrent = deps.lateness.ms() > bounds.lateMs ? bounds.late : bounds
    return computing >= most.computing || countedOrZero(ofCallers.get(caller)) >= most.ofCaller
  }
  return {
    async pass(work, caller) {
      if (isFull(caller)) {
        refused += 1
        throw new Failure('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      count(caller, 1)
      const working = work().finally(() => count(caller, -1))
      return within(bounds.waitMs, working)
    },
    counts: () => ({ computing, refused }),
  }
}

/** Rejects after the time limit. The work itself continues and counts until it ends. */
async function within<T>(ms: number, working: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new Failure('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }))
  }, ms)
  try {
    return await Promise.race([working, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Samples the event-loop delay of this process until disposed. */
export function watchLateness(): Lateness {
  let due = performance.now() + SAMPLE_MS
  let last = 0
  let before = 0
  const timer = setInterval(() => {
    before = last
    last = Math.max(0, performance.now() - due)
    due = performance.now() + SAMPLE_MS
  }, SAMPLE_MS).unref()
  return { ms: () => Math.min(last, before), [Symbol.dispose]: () => clearInterval(timer) }
}

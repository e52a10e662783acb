import { Failure } from '#contract/errors.ts'

/** How much work is taken on before newcomers are sent away for a moment. */
export type OverloadBounds = {
  /** Answers computed at once; those who wait for the same answer count once. */
  readonly computing: number
  /** How late the event loop may run, twice in a row, before nothing more is computed. */
  readonly lateMs: number
  /** How long a caller waits for an answer to be computed. */
  readonly waitMs: number
}

/** Lets work through while there is room for it. */
export type Gate = {
  /** Does the work. @throws Failure unavailable when there is no room */
  readonly pass: <T>(work: () => Promise<T>) => Promise<T>
  readonly counts: () => { readonly computing: number; readonly refused: number }
}

/** How late the event loop ran, twice in a row: the smaller of the last two readings. */
export type Lateness = { readonly ms: () => number } & Disposable

const COME_BACK_SECONDS = 1
const SAMPLE_MS = 250

/** A gate that is open while less is being computed than its bound and the event loop is on time. */
export function openGate(bounds: OverloadBounds, deps: { readonly lateness: Pick<Lateness, 'ms'> }): Gate {
  let computing = 0
  let refused = 0
  return {
    async pass(work) {
      if (computing >= bounds.computing || deps.lateness.ms() > bounds.lateMs) {
        refused += 1
        throw new Failure('unavailable', { retryAfterSeconds: COME_BACK_SECONDS })
      }
      computing += 1
      const working = work().finally(() => {
        computing -= 1
      })
      return within(bounds.waitMs, working)
    },
    counts: () => ({ computing, refused }),
  }
}

/** Gives up waiting after a while; the work itself goes on and counts until it ends. */
async function within<T>(ms: number, working: Promise<T>): Promise<T> {
  const timeout = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    timeout.reject(new Failure('unavailable', { retryAfterSeconds: COME_BACK_SECONDS }))
  }, ms)
  try {
    return await Promise.race([working, timeout.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Reads how late the event loop of this process runs, until disposed. */
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

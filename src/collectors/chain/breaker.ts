import { ChainFailure } from './failure.ts'

/** When to stop asking a node that is slow or silent, and for how long. */
type BreakerPolicy = {
  /** A slower answer counts as a failure. */
  readonly slowMs: number
  readonly missesInARow: number
  readonly restMs: number
}

/**
 * A circuit breaker. After too many slow answers in a row, every call fails at once until the pause ends, so a hanging
 * node costs a run seconds instead of hours. A late answer about many blocks does not count, because a narrower query
 * may be fast.
 * @param timerMs milliseconds on a monotonic clock
 */
export function openBreaker(
  policy: BreakerPolicy,
  timerMs: () => number,
): <T>(question: () => Promise<T>) => Promise<T> {
  let misses = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  return async (question) => {
    const startedMs = timerMs()
    if (startedMs < restsUntil)
      throw new ChainFailure('unavailable', 'not asked: the node was too slow just now')
    let counts = true
    try {
      return await question()
    } catch (error) {
      counts = !(error instanceof ChainFailure && error.kind === 'late')
      throw error
    } finally {
      if (counts) misses = timerMs() - startedMs > policy.slowMs ? misses + 1 : 0
      if (misses >= policy.missesInARow) restsUntil = timerMs() + policy.restMs
    }
  }
}

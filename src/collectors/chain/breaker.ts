import { ChainFailure } from './failure.ts'

/** When to stop asking a node that is slow or silent, and for how long. */
export type BreakerTerms = {
  /** A question that takes longer counts as a miss, answered or not. */
  readonly slowMs: number
  readonly missesInARow: number
  readonly restMs: number
}

/**
 * Runs questions until too many in a row were slow; then every further one fails at once until the rest is over, so
 * that a node that hangs costs a run of readings seconds, not hours.
 * @param timerMs milliseconds on a clock that never runs backwards
 */
export function openBreaker(
  terms: BreakerTerms,
  timerMs: () => number,
): <T>(question: () => Promise<T>) => Promise<T> {
  let misses = 0
  let restsUntil = Number.NEGATIVE_INFINITY
  return async (question) => {
    const asked = timerMs()
    if (asked < restsUntil) throw new ChainFailure('unavailable', 'not asked: the node was too slow just now')
    try {
      return await question()
    } finally {
      misses = timerMs() - asked > terms.slowMs ? misses + 1 : 0
      if (misses >= terms.missesInARow) restsUntil = timerMs() + terms.restMs
    }
  }
}

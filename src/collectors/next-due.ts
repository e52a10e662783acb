import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'

/** The inputs of a stream's next due time. Failures include the attempt that just ended. */
export type Ended = {
  readonly outcome: ReadingOutcome
  readonly previousOutcome: ReadingOutcome | null
  readonly failuresInARow: number
  readonly cadenceSeconds: number
  /** Cadence of a stream that was missing twice in a row; null to use its normal cadence. */
  readonly missingCadenceSeconds: number | null
  readonly coolOffUntil: Instant | null
  readonly now: Instant
}

const BACK_OFF_CAP_MS = 6 * HOUR_MS

/**
 * After a good, forbidden or first missing reading: one cadence later. After a second missing one: the slower cadence.
 * After a rate limit: when the provider may be asked again. After a failure: exponential backoff, up to six hours or
 * one cadence.
 */
export function nextDue(ended: Ended): Instant {
  const cadenceMs = ended.cadenceSeconds * 1000
  switch (ended.outcome) {
    case 'fresh':
    case 'not_modified':
    case 'disallowed':
      return addMs(ended.now, cadenceMs)
    case 'missing': {
      const isAgain = ended.previousOutcome === 'missing'
      const slowMs = (ended.missingCadenceSeconds ?? 0) * 1000
      return addMs(ended.now, isAgain ? Math.max(cadenceMs, slowMs) : cadenceMs)
    }
    case 'rate_limited':
      return ended.coolOffUntil ?? addMs(ended.now, cadenceMs)
    case 'unavailable':
    case 'error':
      return addMs(ended.now, backOffMs(cadenceMs, ended.failuresInARow))
  }
}

function backOffMs(cadenceMs: number, failuresInARow: number): number {
  const doubled = cadenceMs * 2 ** Math.min(10, Math.max(0, failuresInARow - 1))
  return Math.min(doubled, Math.max(cadenceMs, BACK_OFF_CAP_MS))
}

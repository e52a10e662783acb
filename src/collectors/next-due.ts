import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'

/** The end of a reading, from which a stream's next due time follows. `failuresInARow` includes this attempt. */
export type Ended = {
  readonly outcome: ReadingOutcome
  readonly previousOutcome: ReadingOutcome | null
  readonly failuresInARow: number
  readonly cadenceSeconds: number
  /** Seconds to the next reading after a good one: the cadence, or more while the source is silent. */
  readonly goodCadenceSeconds: number
  /** Cadence of a stream that was missing twice in a row; null to use its normal cadence. */
  readonly missingCadenceSeconds: number | null
  /** Whether a good reading stopped before the end of its listing. */
  readonly continues: boolean
  /** When a limited provider or stream may be asked again; null without a limit. */
  readonly pauseUntil: Instant | null
  readonly now: Instant
}

/** The pause after a first failure, unless the cadence is shorter. */
export const FIRST_RETRY_MS = 5 * 60_000

/**
 * When a stream is due again. After a good reading: in the next run if the reading has more to read, otherwise after
 * the cadence of a live or a silent source. After a forbidden or a first missing reading: one cadence later. After a
 * second missing reading: after the slower cadence. After a rate limit: when the provider may be asked again. After a
 * failure: five minutes later, doubled with each failure in a row, but at most a cadence or a day, whichever is
 * shorter.
 */
export function nextDue(ended: Ended): Instant {
  const cadenceMs = ended.cadenceSeconds * 1000
  switch (ended.outcome) {
    case 'fresh':
    case 'not_modified':
      // A run reads what was due before it, so an instant later is the next run.
      return addMs(ended.now, ended.continues ? 1 : ended.goodCadenceSeconds * 1000)
    case 'disallowed':
      return addMs(ended.now, cadenceMs)
    case 'missing': {
      const isAgain = ended.previousOutcome === 'missing'
      const slowMs = (ended.missingCadenceSeconds ?? ended.cadenceSeconds) * 1000
      return addMs(ended.now, isAgain ? Math.max(cadenceMs, slowMs) : cadenceMs)
    }
    case 'rate_limited':
      return ended.pauseUntil ?? addMs(ended.now, cadenceMs)
    case 'unavailable':
    case 'error':
      return addMs(ended.now, retryMs(cadenceMs, ended.failuresInARow))
  }
}

function retryMs(cadenceMs: number, failuresInARow: number): number {
  const doubled = FIRST_RETRY_MS * 2 ** Math.min(10, Math.max(0, failuresInARow - 1))
  return Math.min(doubled, cadenceMs, DAY_MS)
}

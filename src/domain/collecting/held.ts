import { addMs, earliest, HOUR_MS, type Instant, latest } from '#contract/time.ts'
import { WATCHING_RULE } from './watching.ts'

/** How long a conclusion holds: after the last reading that supports it, and after the evaluation that confirmed it. */
export const HELD_RULE = {
  id: 'conclusions.held@1',
  afterReadingMs: WATCHING_RULE.readableAtLeastMs,
  evaluatedEveryMs: 6 * HOUR_MS,
  /** Twice `evaluatedEveryMs`: a service that runs evaluates again before this time has passed. */
  afterEvaluationMs: 12 * HOUR_MS,
} as const

/** A recorded conclusion without its value: when it began, what renewed it, and when another conclusion replaced it. */
type ConclusionSpan = {
  readonly evaluatedAt: Instant
  readonly confirmedAt: Instant
  /** Null exactly while the conclusion is unknown. */
  readonly supportedUntil: Instant | null
  readonly supersededAt: Instant | null
}

/**
 * The end of the time for which a conclusion holds; null while it has no end. A finding that needs no newer reading
 * holds as long as evaluations confirm it. An unknown conclusion holds until another conclusion replaces it.
 */
export function heldUntil({
  confirmedAt,
  supportedUntil,
  supersededAt,
}: Omit<ConclusionSpan, 'evaluatedAt'>): Instant | null {
  const renewedTo =
    supportedUntil === null
      ? null
      : latest([
          addMs(supportedUntil, HELD_RULE.afterReadingMs),
          addMs(confirmedAt, HELD_RULE.afterEvaluationMs),
        ])
  return earliest([supersededAt, renewedTo].filter((end) => end !== null))
}

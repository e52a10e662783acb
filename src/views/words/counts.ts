import type { Instant } from '#contract/time.ts'

/**
 * The end of a count's days, in words after the count; empty where the days end with the evaluation, or are unknown.
 */
export function endWords(to: Instant | null | undefined, evaluatedAt: Instant | null | undefined): string {
  return to == null || to === evaluatedAt ? '' : `, to ${to}`
}

/** The end of a count's days where the days do not end with the evaluation; otherwise undefined. */
export function countEnd(to: Instant | undefined, evaluatedAt: Instant | undefined): Instant | undefined {
  return to === evaluatedAt ? undefined : to
}

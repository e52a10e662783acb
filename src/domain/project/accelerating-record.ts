import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Finding } from './signals.ts'

/** A standing signal of acceleration; a figure is null where the signal does not hold it. */
export type AcceleratingRecord = Omit<Finding, 'facts'> & {
  readonly project: { readonly slug: Slug; readonly name: string }
  readonly id: EvidenceId
  readonly ships: number | null
  readonly shipsBefore: number | null
  readonly detectedAt: Instant
}

/**
 * How many published projects the rule of pace judged. `judgedAt` is the time of the newest judgement; null without
 * one.
 */
export type PaceCounts = {
  readonly judged: number
  readonly notMeasured: number
  readonly judgedAt: Instant | null
}

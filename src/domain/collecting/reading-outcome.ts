import type { ReadingOutcome } from '#contract/enums.ts'

/** Whether a reading succeeded, changed or not. */
export function isGood(outcome: ReadingOutcome): boolean {
  return outcome === 'fresh' || outcome === 'not_modified'
}

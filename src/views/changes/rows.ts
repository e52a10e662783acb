import { type EvidenceId, parseEvidenceId } from '#contract/ids.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { type CalendarDate, dateOf } from '#contract/time.ts'

/** The record that an event of the ledger rests on first; undefined for a retraction. */
export function changeEvidence({ id, evidence }: ChangeEvent): EvidenceId | undefined {
  return parseEvidenceId(id)?.id ?? evidence?.[0]
}

/** Entries of the ledger under the day on which the service recorded them, in their order. */
export function changesByDay(
  events: readonly ChangeEvent[],
): readonly (readonly [day: CalendarDate, events: readonly ChangeEvent[]])[] {
  return [...Map.groupBy(events, ({ detectedAt, recordedAt }) => dateOf(detectedAt ?? recordedAt))]
}

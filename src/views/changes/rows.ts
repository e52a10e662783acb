import { type EvidenceId, parseEvidenceId } from '#contract/ids.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { type CalendarDate, dateOf } from '#contract/time.ts'
import { weekOfShip } from '../ships/week.ts'

/** The record that an event of the ledger rests on first; undefined for a retraction. */
export function changeEvidence({ id, evidence }: ChangeEvent): EvidenceId | undefined {
  return parseEvidenceId(id)?.id ?? evidence?.[0]
}

/** The Monday of the week that an entry about a week of code is dated by; undefined for any other entry. */
export function changeWeek({
  type,
  occurredAt,
}: Pick<ChangeEvent, 'type' | 'occurredAt'>): CalendarDate | undefined {
  return weekOfShip({ kind: type === 'build.code_activity' ? 'code_week' : undefined, occurredAt })
}

/** Entries of the ledger under the day on which the service recorded them, in their order. */
export function changesByDay(
  events: readonly ChangeEvent[],
): readonly (readonly [day: CalendarDate, events: readonly ChangeEvent[]])[] {
  return [...Map.groupBy(events, ({ detectedAt, recordedAt }) => dateOf(detectedAt ?? recordedAt))]
}

import { type EvidenceId, parseEvidenceId } from '#contract/ids.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { type CalendarDate, dateOf } from '#contract/time.ts'
import { runsOf } from '../lists/runs.ts'
import { weekOfShip } from '../ships/week.ts'
import { changeKind } from './kinds.ts'

/** The record that an event of the ledger rests on first; undefined for a retraction. */
export function changeEvidence({ id, evidence }: ChangeEvent): EvidenceId | undefined {
  return parseEvidenceId(id)?.id ?? evidence?.[0]
}

/** The Monday of the code week that dates an entry; undefined for an entry about anything else. */
export function changeWeek({
  type,
  occurredAt,
}: Pick<ChangeEvent, 'type' | 'occurredAt'>): CalendarDate | undefined {
  return weekOfShip({ kind: type === 'build.code_activity' ? 'code_week' : undefined, occurredAt })
}

/**
 * Entries of the ledger by the day on which the service first knew of the change, in their order. A retraction is under
 * the day on which it was recorded.
 */
export function changesByDay(
  events: readonly ChangeEvent[],
): readonly (readonly [day: CalendarDate, events: readonly ChangeEvent[]])[] {
  return [...Map.groupBy(events, ({ detectedAt, recordedAt }) => dateOf(detectedAt ?? recordedAt))]
}

/** Neighbouring entries that are alike: the entries in view, and the rest of a long run, which is folded away. */
export type ChangeRun = {
  readonly shown: readonly ChangeEvent[]
  readonly folded: readonly ChangeEvent[]
}

/** Number of entries of a long run that stay in view. */
const SHOWN_OF_RUN = 5
/** Folding fewer entries away saves no room. */
const LEAST_FOLDED = 3

/**
 * A list of the ledger in its order, as runs of one project and one kind. Otherwise a project that publishes hundreds
 * of releases on one day would fill the list.
 */
export function changeRuns(events: readonly ChangeEvent[]): readonly ChangeRun[] {
  return runsOf(events, isAlike).map((run) =>
    run.length < SHOWN_OF_RUN + LEAST_FOLDED
      ? { shown: run, folded: [] }
      : { shown: run.slice(0, SHOWN_OF_RUN), folded: run.slice(SHOWN_OF_RUN) },
  )
}

function isAlike(one: ChangeEvent, other: ChangeEvent): boolean {
  return one.project != null && one.type === other.type && one.project.slug === other.project?.slug
}

/** The words for folded entries: "45 more entries of the kind “release”". */
export function foldedEntries({ folded }: Pick<ChangeRun, 'folded'>): string {
  const type = folded[0]?.type
  return `${folded.length} more entries${type === undefined ? '' : ` of the kind “${changeKind(type)}”`}`
}

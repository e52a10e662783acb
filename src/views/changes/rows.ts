import { type EvidenceId, parseEvidenceId } from '#contract/ids.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { type CalendarDate, dateOf } from '#contract/time.ts'
import { weekOfShip } from '../ships/week.ts'
import { changeKind } from './kinds.ts'

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

/** Entries that follow one another and are alike: those in view, and the others of a long run, which are folded away. */
export type ChangeRun = {
  readonly shown: readonly ChangeEvent[]
  readonly folded: readonly ChangeEvent[]
}

/** Entries of a long run that stay in view. */
const SHOWN_OF_RUN = 5
/** Folding fewer entries away saves no room. */
const LEAST_FOLDED = 3

/**
 * A list of the ledger in its order, by runs of one project and one kind: a project that publishes hundreds of releases
 * on one day would otherwise fill the list.
 */
export function changeRuns(events: readonly ChangeEvent[]): readonly ChangeRun[] {
  const runs: ChangeEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0] !== undefined && isAlike(last[0], event)) last.push(event)
    else runs.push([event])
  }
  return runs.map((run) =>
    run.length < SHOWN_OF_RUN + LEAST_FOLDED
      ? { shown: run, folded: [] }
      : { shown: run.slice(0, SHOWN_OF_RUN), folded: run.slice(SHOWN_OF_RUN) },
  )
}

function isAlike(one: ChangeEvent, other: ChangeEvent): boolean {
  return one.project != null && one.type === other.type && one.project.slug === other.project?.slug
}

/** The words of what is folded away: "45 more entries of the kind “release”". */
export function foldedEntries({ folded }: Pick<ChangeRun, 'folded'>): string {
  const type = folded[0]?.type
  return `${folded.length} more entries${type === undefined ? '' : ` of the kind “${changeKind(type)}”`}`
}

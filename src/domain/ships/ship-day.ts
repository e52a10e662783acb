import type { CalendarDate } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'

/**
 * The ships of a project on one day: how many, and the first of them. Ships that count come before others, and code
 * weeks after other kinds. A ship that its source does not date is on the day of its detection.
 */
export type ShipDay = {
  readonly day: CalendarDate
  readonly ships: number
  /** How many of the ships count. */
  readonly counted: number
  /** How many of the ships have no date. */
  readonly undated: number
  readonly named: readonly (Pick<RecordedShip, 'id' | 'title' | 'codeWeek'> & { readonly counts: boolean })[]
}

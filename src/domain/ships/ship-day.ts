import type { CalendarDate } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'

/** The ships of a project that one day has: how many, and the first of them, code weeks last. */
export type ShipDay = {
  readonly day: CalendarDate
  readonly ships: number
  readonly named: readonly Pick<RecordedShip, 'id' | 'title' | 'codeWeek'>[]
}

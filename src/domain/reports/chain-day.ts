import type { CalendarDate } from '#contract/time.ts'

/** What published projects did on a day, as counts. Invariant: null exactly when no project was measured for it. */
export type ChainDay = {
  readonly day: CalendarDate
  /** Ships that count and that a source dates on the day. */
  readonly ships: number | null
  readonly projects: number | null
  readonly upgrades: number | null
  readonly deployments: number | null
  readonly unlocks: number | null
}

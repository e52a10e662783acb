import type { CodeWeekFacts, RecordedShip, ReleaseChanges } from '#domain/evidence.ts'

/** The facts of a ship that rules use. */
export type ShipFacts = {
  readonly codeWeek?: CodeWeekFacts
  readonly block?: RecordedShip['block']
  readonly origin?: string
  readonly author?: string
  readonly changes?: ReleaseChanges
  readonly commit?: string
  readonly promotedAt?: string
  readonly unchangedUntil?: string
  readonly implementation?: string
  readonly previousImplementation?: string
}

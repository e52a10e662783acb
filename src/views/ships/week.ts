import type { ShipKind } from '#contract/enums.ts'
import { type CalendarDate, dateOf, type Instant, mondayOf } from '#contract/time.ts'

/**
 * The Monday of the week of a code week. The recorded time of a code week is the time of its newest commit. Undefined
 * for any other ship, and for a code week without a time.
 */
export function weekOfShip(ship: {
  readonly kind: ShipKind | undefined
  readonly occurredAt?: Instant | null | undefined
}): CalendarDate | undefined {
  const { kind, occurredAt } = ship
  return kind === 'code_week' && occurredAt != null ? mondayOf(dateOf(occurredAt)) : undefined
}

/** The date of a ship in text for programs: its week or its instant; undefined where no source dates it. */
export function shipDateText(ship: Parameters<typeof weekOfShip>[0]): string | undefined {
  const week = weekOfShip(ship)
  if (week !== undefined) return `week of ${week}`
  return ship.occurredAt == null ? undefined : ship.occurredAt
}

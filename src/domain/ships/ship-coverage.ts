import type { ShipKind } from '#contract/enums.ts'
import type { MonthlyDimension } from '#contract/shapes/monthly-report.ts'

/**
 * What must be read before a number of ships is a finding: code, the known contracts, or the listing of deployments.
 */
export type ShipCoverage = MonthlyDimension

/**
 * The coverage that the number of ships of each kind rests on. Null for a kind that no collector makes: no number of it
 * is a finding, 0 included. A collector of such a kind puts its coverage here in place of null.
 */
export const COVERAGE_OF_SHIPS = {
  release: 'building',
  prerelease: 'building',
  feature: null,
  integration: null,
  docs: null,
  code_week: 'building',
  deployment: 'deployments',
  upgrade: 'contracts',
} as const satisfies Readonly<Record<ShipKind, ShipCoverage | null>>

/** The kinds of ships that a collector makes. */
export type CollectedShipKind = {
  [K in ShipKind]: (typeof COVERAGE_OF_SHIPS)[K] extends null ? never : K
}[ShipKind]

/** Whether a collector makes ships of a kind. */
export function isCollectedKind(kind: ShipKind): kind is CollectedShipKind {
  return COVERAGE_OF_SHIPS[kind] !== null
}

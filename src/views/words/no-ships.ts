import type { CoverageState } from '#contract/enums.ts'

/** Said where no ship of a project is recorded. While its building is not measured, there can be ships. */
export function noShipsWords(building: CoverageState | undefined): string {
  const isMeasured = building === undefined || building === 'MEASURED'
  return isMeasured ? 'No ship is recorded.' : 'No ship is recorded. That does not say there is none.'
}

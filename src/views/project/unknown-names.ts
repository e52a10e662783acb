import { COVERAGE_DIMENSIONS, type CoverageState } from '#contract/enums.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import { isWithoutToken, listWords } from '../words/figures.ts'
import { unmeasuredDossier } from './dossier.ts'

/** The unknown status of a project whose building was read, with the reason. Undefined for any other project. */
export function unknownStatus(
  dossier: Pick<Dossier, 'status' | 'activityMeasured' | 'claims' | 'coverage' | 'asOf'>,
): { readonly state: CoverageState; readonly why: string | undefined } | undefined {
  const { status, claims, coverage } = dossier
  const reason = claims?.['status']?.reason
  if (status !== 'UNKNOWN' || coverage.building?.state !== 'MEASURED' || reason === undefined)
    return undefined
  return { state: reason, why: unmeasuredDossier(dossier) }
}

/**
 * The names of the unknowns of a project: the status, if building was read, and each dimension that is not measured. A
 * dimension that does not apply because the project has no token is left out.
 */
export function unknownNames(
  dossier: Parameters<typeof unknownStatus>[0],
): readonly { readonly words: string; readonly state: CoverageState }[] {
  const status = unknownStatus(dossier)
  const unread = COVERAGE_DIMENSIONS.flatMap((dimension) => {
    const state = dossier.coverage[dimension]?.state
    if (state === undefined || state === 'MEASURED' || isWithoutToken(dimension, state)) return []
    return [{ words: listWords(dimension), state }]
  })
  return status === undefined ? unread : [{ words: 'activity status', state: status.state }, ...unread]
}

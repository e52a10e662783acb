import type { CoverageState } from '#contract/enums.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import { listWords, NOT_APPLICABLE_WORDS } from '../words/figures.ts'
import { unmeasuredDossier } from './dossier.ts'

/** A status that is unknown although building was read, and why. Undefined where no dimension hides it. */
export function unknownStatus(
  dossier: Pick<Dossier, 'status' | 'activityMeasured' | 'claims' | 'coverage'>,
): { readonly state: CoverageState; readonly why: string | undefined } | undefined {
  const { status, claims, coverage } = dossier
  const reason = claims?.['status']?.reason
  if (status !== 'UNKNOWN' || coverage.building?.state !== 'MEASURED' || reason === undefined)
    return undefined
  return { state: reason, why: unmeasuredDossier(dossier) }
}

/**
 * The names of what is not known of a project: the status, where building was read, and each dimension that is not
 * measured. A dimension that does not arise is left out, such as the market without a token.
 */
export function unknownNames(
  dossier: Parameters<typeof unknownStatus>[0],
): readonly { readonly words: string; readonly state: CoverageState }[] {
  const status = unknownStatus(dossier)
  const unread = Object.entries(dossier.coverage).flatMap(([dimension, { state }]) =>
    state === 'MEASURED' || (state === 'NOT_APPLICABLE' && !(dimension in NOT_APPLICABLE_WORDS))
      ? []
      : [{ words: listWords(dimension), state }],
  )
  return status === undefined ? unread : [{ words: 'activity status', state: status.state }, ...unread]
}

import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { Instant } from '#contract/time.ts'
import { fieldExplanation } from '#views/evidence/field-explanation.ts'
import { fieldReading } from '#views/status/readings.ts'
import { type Basis, basisOf, beforeEvaluation, evaluated } from './basis.ts'
import { HERE, type Sheet } from './sheet.ts'

/** A card with its claim notes, and when it was last evaluated. */
type NotedCard = {
  readonly slug: Slug
  readonly claims?: Readonly<Record<string, ClaimNote>> | undefined
  readonly asOf?: Instant | undefined
  /** Whether the project is known to be evaluated, for an answer without the time of the evaluation. */
  readonly isEvaluated?: true
  readonly score?: { readonly rankedAt?: Instant | undefined }
}

/** The basis of a card's field: its claim note, the answer that explains it, its evaluation, and its readings. */
export function notedBasis(card: NotedCard, field: string, { readings }: Pick<Sheet, 'readings'>): Basis {
  const of = { slug: card.slug, field }
  // The gap is concluded with the ranking of all projects, not with the evaluation of one.
  const evaluatedAt = field === 'underTheRadar' ? card.score?.rankedAt : card.asOf
  const basis = evaluated(basisOf(card.claims?.[field], fieldExplanation(of, HERE)), evaluatedAt)
  const reading = fieldReading(of, readings)
  const noted = { ...basis, ...known({ reading }) }
  return card.isEvaluated === true ? noted : beforeEvaluation(noted, card.asOf)
}

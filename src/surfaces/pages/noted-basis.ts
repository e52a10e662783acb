import type { Slug } from '#contract/ids.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import { fieldExplanation } from '#views/evidence/field-explanation.ts'
import { isOld, nextReading } from '#views/status/readings.ts'
import { type Basis, basisOf } from './basis.ts'
import { HERE, type Sheet } from './sheet.ts'

/** What a field of a card rests on: its claim note, the page that explains it, and its last and next reading. */
export function notedBasis(
  card: { readonly slug: Slug; readonly claims?: Readonly<Record<string, ClaimNote>> | undefined },
  field: string,
  { readings }: Pick<Sheet, 'readings'>,
): Basis {
  const of = { slug: card.slug, field }
  const reading = { isOld: isOld(of, readings), next: nextReading(of, readings) }
  return { ...basisOf(card.claims?.[field], fieldExplanation(of, HERE)), reading }
}

import type { Slug } from '#contract/ids.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import { fieldExplanation } from '#views/field-explanation.ts'
import { type Basis, basisOf } from './basis.ts'
import { HERE } from './sheet.ts'

/** What a field of a card rests on, by its claim note, with the page that explains it. */
export function notedBasis(
  card: { readonly slug: Slug; readonly claims?: Readonly<Record<string, ClaimNote>> | undefined },
  field: string,
): Basis {
  return basisOf(card.claims?.[field], fieldExplanation({ slug: card.slug, field }, HERE))
}

import type { Slug } from '#contract/ids.ts'
import type { RecordedShip, SourceReference } from '#domain/evidence.ts'
import type { CardShip } from '#domain/project/card-evidence.ts'
import type { CountsAs, NotCountedReason } from './ships.ts'

/**
 * A recorded ship of a published project, with its source. Invariant: `notCountedReason` is null while the ship counts
 * or was not yet evaluated.
 */
export type ListedShip = CardShip &
  Pick<RecordedShip, 'precision' | 'detectedAt' | 'backing'> & {
    readonly project: { readonly slug: Slug; readonly name: string }
    readonly source: SourceReference
    readonly countsAs: CountsAs | null
    readonly notCountedReason: NotCountedReason | null
  }

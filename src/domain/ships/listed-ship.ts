import type { ChangePrecision, ShipBacking } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { CardShip } from '#domain/project/card-evidence.ts'
import type { ReceiptSource } from '#domain/project/receipt-record.ts'
import type { CountsAs, NotCountedReason } from './ships.ts'

/**
 * A recorded ship of a published project, with its source. Invariant: `notCountedReason` is null while the ship counts,
 * and while no evaluation has looked at it.
 */
export type ListedShip = CardShip & {
  readonly project: { readonly slug: Slug; readonly name: string }
  readonly source: ReceiptSource
  readonly precision: ChangePrecision
  readonly detectedAt: Instant
  readonly backing: ShipBacking
  readonly countsAs: CountsAs | null
  readonly notCountedReason: NotCountedReason | null
}

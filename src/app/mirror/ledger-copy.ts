import type { MirroredList } from '#client/index.ts'
import { cursorOf } from '#contract/ids.ts'

/**
 * A copy of the ledger of one service. `store` writes a list and its cursor, so that a kill loses and repeats nothing.
 */
export type LedgerCopy = AsyncDisposable & {
  readonly resumeAfter: string
  readonly store: (list: MirroredList) => Promise<void>
  /** The words for what an operator does before the copy can begin again. */
  readonly renewal: string
}
/** The first cursor of a ledger. */
export const START = cursorOf(0)
/** Replaces the cursor of a copy that holds changes which the ledger lost. Such a copy is never resumed. */
export const CONTRADICTED = 'contradicted'

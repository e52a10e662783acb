import type { MirroredList } from '#client/index.ts'
import { cursorOf } from '#contract/ids.ts'

/**
 * A copy of the ledger of one service. `store` writes a list and its cursor, so that a kill loses and repeats nothing.
 */
export type LedgerCopy = AsyncDisposable & {
  readonly resumeAfter: string
  readonly store: (list: MirroredList) => Promise<void>
  /** The step of an operator before the copy can begin again. */
  readonly renewal: string
}
/** The first cursor of a ledger. */
export const START = cursorOf(0)
/** In place of the cursor of a copy that holds changes which its ledger lost: it is never resumed. */
export const CONTRADICTED = 'contradicted'

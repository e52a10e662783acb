import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { countAt, instantAt } from '../json-field.ts'

/** The stored position of a reader of block ranges. Every field can be missing. */
export type Checkpoint = {
  /** The widest block range that the node accepted in the last reading. */
  readonly span?: number
  /** The time from which the readings are complete. */
  readonly coversFrom?: Instant
  /**
   * The first block whose state or logs no node kept. `coveredBefore` is the time from which the blocks before it are
   * read.
   */
  readonly unreadFrom?: number
  readonly coveredBefore?: Instant
  /**
   * The account's count of transactions at a block. A later reading needs it when no node keeps the state of that
   * block.
   */
  readonly nonce?: NonceAt
  /** When the implementation in storage was last compared with the logs up to the same block. */
  readonly comparedAt?: Instant
}

/** The number of transactions that an account had sent by the end of a block. */
export type NonceAt = { readonly block: number; readonly count: number }

/** Parses a stored position; parts of another form are omitted. */
export function parseCheckpoint(position: unknown): Checkpoint {
  return known({
    span: countAt(position, 'span'),
    coversFrom: instantAt(position, 'coversFrom'),
    unreadFrom: countAt(position, 'unreadFrom'),
    coveredBefore: instantAt(position, 'coveredBefore'),
    nonce: nonceAt(position),
    comparedAt: instantAt(position, 'comparedAt'),
  })
}

function nonceAt(position: unknown): NonceAt | undefined {
  const block = countAt(position, 'nonce', 'block')
  const count = countAt(position, 'nonce', 'count')
  return block === undefined || count === undefined ? undefined : { block, count }
}

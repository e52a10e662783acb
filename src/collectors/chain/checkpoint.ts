import type { Instant } from '#contract/time.ts'
import { countAt, instantAt, textAt } from '../json-field.ts'

/** The stored position of a reader of block ranges; every part can be missing. */
export type Checkpoint = {
  /** The widest block range that the node accepted last. */
  readonly span?: number
  /** The time from which the readings are complete. */
  readonly coversFrom?: Instant
  /** The backing of the saved ships; another backing saves them again. */
  readonly backing?: string
  /** When storage was last compared with logs read up to the same block. */
  readonly comparedAt?: Instant
}

/** Parses a stored position; parts of another form are omitted. */
export function parseCheckpoint(position: unknown): Checkpoint {
  const span = countAt(position, 'span')
  const coversFrom = instantAt(position, 'coversFrom')
  const backing = textAt(position, 'backing')
  const comparedAt = instantAt(position, 'comparedAt')
  return {
    ...(span && { span }),
    ...(coversFrom && { coversFrom }),
    ...(backing && { backing }),
    ...(comparedAt && { comparedAt }),
  }
}

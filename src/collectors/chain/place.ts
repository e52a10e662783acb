import { type Instant, parseInstant } from '#contract/time.ts'

/** The stored position of a reader of block ranges; every part can be missing. */
export type Place = {
  /** The widest block range that the node accepted last. */
  readonly span?: number
  /** The time from which the readings are complete. */
  readonly coversFrom?: Instant
  /** The backing of the saved ships; another backing saves them again. */
  readonly backing?: string
}

/** Parses a stored position; parts of another form are omitted. */
export function parsePlace(position: unknown): Place {
  const stored = new Map(typeof position === 'object' && position !== null ? Object.entries(position) : [])
  const span: unknown = stored.get('span')
  const coversFrom = parseInstant(String(stored.get('coversFrom')))
  const backing: unknown = stored.get('backing')
  return {
    ...(typeof span === 'number' && Number.isSafeInteger(span) && span > 0 ? { span } : {}),
    ...(coversFrom === undefined ? {} : { coversFrom }),
    ...(typeof backing === 'string' ? { backing } : {}),
  }
}

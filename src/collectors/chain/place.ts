import { type Instant, parseInstant } from '#contract/time.ts'

/** What a reader of ranges keeps between readings; every part is undefined until it is known. */
export type Place = {
  /** The widest range of blocks the node took last. */
  readonly span?: number
  /** Since when the reading knows of everything. */
  readonly coversFrom?: Instant
  /** The backing its ships were saved with: they are saved again when the source is established otherwise. */
  readonly backing?: string
}

/** Reads back what was kept; parts of another form are left out. */
export function parsePlace(position: unknown): Place {
  const kept = new Map(typeof position === 'object' && position !== null ? Object.entries(position) : [])
  const span: unknown = kept.get('span')
  const coversFrom = parseInstant(String(kept.get('coversFrom')))
  const backing: unknown = kept.get('backing')
  return {
    ...(typeof span === 'number' && Number.isSafeInteger(span) && span > 0 ? { span } : {}),
    ...(coversFrom === undefined ? {} : { coversFrom }),
    ...(typeof backing === 'string' ? { backing } : {}),
  }
}

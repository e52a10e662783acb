import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { fieldAt, instantAt } from '../json-field.ts'

/**
 * The last time that a listing was read to its end, as the stream's position stores it.
 * `pages` is its number of parts.
 */
export type WholeListing = { readonly pages: number; readonly at: Instant }

const WHOLE_LISTING_MS = DAY_MS

/** The last whole reading of a listing; null before the first. */
export function wholeOf(position: unknown): WholeListing | null {
  const pages = fieldAt(position, 'whole', 'pages')
  const at = instantAt(position, 'whole', 'at')
  return typeof pages === 'number' && at !== null ? { pages, at } : null
}

/**
 * The etag for the first part of a listing. A listing of one part always has it. A longer listing is read without an
 * etag once a day, because the etag covers its first part only.
 */
export function etagOfWhole(
  leased: { readonly position: unknown; readonly etag: string | null },
  now: Instant,
): string | null {
  const whole = wholeOf(leased.position)
  if (whole === null) return null
  return whole.pages === 1 || msOf(now) - msOf(whole.at) < WHOLE_LISTING_MS ? leased.etag : null
}

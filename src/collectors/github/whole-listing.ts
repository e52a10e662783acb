import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { fieldAt, instantAt } from '../json-field.ts'

/** The last time that a listing was read to its end, as the stream's position keeps it. */
/** A listing as stored, with the number of its parts. */
export type WholeListing = { readonly pages: number; readonly at: Instant }

const WHOLE_LISTING_MS = DAY_MS

/** The last whole reading of a listing; null before the first. */
export function wholeOf(position: unknown): WholeListing | null {
  const pages = fieldAt(position, 'whole', 'pages')
  const at = instantAt(position, 'whole', 'at')
  return typeof pages === 'number' && at !== null ? { pages, at } : null
}

/**
 * The etag to request the first part with. A listing of one part is always requested with it. A longer one is read
 * again daily, because an etag covers one part only.
 */
export function etagOfWhole(
  leased: { readonly position: unknown; readonly etag: string | null },
  now: Instant,
): string | null {
  const whole = wholeOf(leased.position)
  if (whole === null) return null
  return whole.pages === 1 || msOf(now) - msOf(whole.at) < WHOLE_LISTING_MS ? leased.etag : null
}

import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { refuse } from '#operator/refusal.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }
const LONGEST_MS = 400 * DAY_MS

/** A time span such as 90s, 30m, 2h or 3d, in milliseconds. @throws Refusal for any other text */
export function spanMs(span: string): number {
  const match = /^([1-9][0-9]{0,5})(s|m|h|d)$/.exec(span)
  const unit = match?.[2] === undefined ? undefined : UNITS[match[2]]
  const ms = match?.[1] === undefined || unit === undefined ? null : Number.parseInt(match[1], 10) * unit
  if (ms === null || ms > LONGEST_MS)
    refuse(`Invalid time span "${span}": expected a form such as 90s, 30m, 2h or 3d, at most 400d`)
  return ms
}

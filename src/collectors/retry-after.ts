import { type Instant, msOf } from '#contract/time.ts'

/** The pause in milliseconds that a `retry-after` header asks for, as seconds or as a date; null for another form. */
export function retryAfterMs(header: string | null | undefined, now: Instant): number | null {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number.parseInt(text, 10) * 1000
  const untilMs = Date.parse(text)
  return Number.isNaN(untilMs) ? null : Math.max(0, untilMs - msOf(now))
}

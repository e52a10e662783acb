import { addDays, addMs, DAY_MS, dateOf, type Instant, msOf, startOfDate } from '#contract/time.ts'

/**
 * Number of requests of a day's budget that may be used before `now`: half of the budget at 00:00 UTC, and the other
 * half evenly over the day. New readings begin only below this number, so that a budget that is too small lasts until
 * the day ends.
 */
export function allowedSoFar(dailyLimit: number, now: Instant): number {
  const passedMs = msOf(now) - msOf(startOfDate(dateOf(now)))
  return Math.ceil((dailyLimit * (DAY_MS + passedMs)) / (2 * DAY_MS))
}

/**
 * When new readings may begin again at a provider that got `used` requests today: as soon as the budget allows more, or
 * at 00:00 UTC when the whole budget is used. Null while new readings may begin.
 */
export function spentUntil(
  { used, dailyLimit }: { readonly used: number; readonly dailyLimit: number },
  now: Instant,
): Instant | null {
  if (used < allowedSoFar(dailyLimit, now)) return null
  const today = dateOf(now)
  if (used >= dailyLimit) return startOfDate(addDays(today, 1))
  const passedMs = Math.floor((2 * DAY_MS * used) / dailyLimit) - DAY_MS
  return addMs(startOfDate(today), passedMs + 1)
}

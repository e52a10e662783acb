import { createHash } from 'node:crypto'

export const MINUTE_SECONDS = 60
/** The most callers that have a counter of their own in one process. Further callers share as many counters by hash. */
const MOST_COUNTERS = 100_000

/** The result of charging a minute: the rest of the budget, and the milliseconds until it is full again. */
export type MinuteCharge = {
  readonly charged: boolean
  readonly remaining: number
  readonly resetsInMs: number
}

/**
 * Charges `cost` requests to the minute of `key`, all or nothing. A minute begins at its first request. The result is a
 * promise only when another process is asked.
 */
export type ChargeMinute = (key: string, cost: number) => MinuteCharge | Promise<MinuteCharge>

/** Charges a minute without waiting for another process. */
export type ChargeMinuteAtOnce = (key: string, cost: number) => MinuteCharge

type Minute = { used: number; readonly endsAt: number }

/** Counts minutes in this process, on its monotonic timer, with bounded memory. */
export function minuteOfProcess(limit: number, mostCounters: number = MOST_COUNTERS): ChargeMinuteAtOnce {
  const minutes = new Map<string, Minute>()
  const shared = new Map<string, Minute>()
  const begin = (key: string, now: number) => {
    dropEnded(minutes, now)
    dropEnded(shared, now)
    if (minutes.size < mostCounters) return minuteOf(minutes, key, now)
    return minuteOf(shared, bucketOf(key, mostCounters), now)
  }
  return (key, cost) => {
    const now = performance.now()
    const own = minutes.get(key)
    const found = own !== undefined && own.endsAt > now ? own : begin(key, now)
    const charged = found.used + cost <= limit
    if (charged) found.used += cost
    return { charged, remaining: Math.max(0, limit - found.used), resetsInMs: Math.ceil(found.endsAt - now) }
  }
}

/** A map iterates in insertion order, and all minutes have the same length: the first one that runs ends the scan. */
function dropEnded(minutes: Map<string, Minute>, now: number): void {
  for (const [key, { endsAt }] of minutes) {
    if (endsAt > now) return
    minutes.delete(key)
  }
}

function minuteOf(minutes: Map<string, Minute>, key: string, now: number): Minute {
  const found = minutes.get(key)
  if (found !== undefined) return found
  const begun = { used: 0, endsAt: now + MINUTE_SECONDS * 1000 }
  minutes.set(key, begun)
  return begun
}

function bucketOf(key: string, buckets: number): string {
  return `${createHash('sha256').update(key).digest().readUInt32BE() % buckets}`
}

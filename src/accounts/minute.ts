import { createHash } from 'node:crypto'

export const MINUTE_SECONDS = 60
/** How many of a kind are told apart in one process; beyond it newcomers share one of as many budgets. */
const TOLD_APART = 100_000

/** What taking from a minute's budget came to: what is left of it, and the milliseconds until it is whole again. */
export type Taken = { readonly taken: boolean; readonly remaining: number; readonly resetsInMs: number }

/** Takes `cost` requests from the budget of `key` for the minute, all or nothing. The minute begins at its first request. */
export type TakeFromMinute = (key: string, cost: number) => Promise<Taken>

/** The same, at once. */
export type TakeAtOnce = (key: string, cost: number) => Taken

type Minute = { used: number; readonly endsAt: number }

/** Budgets of this process alone, on its own timer, bounded in memory however many keys come. */
export function minuteOfProcess(limit: number, toldApart: number = TOLD_APART): TakeAtOnce {
  const minutes = new Map<string, Minute>()
  const crowd = new Map<string, Minute>()
  return (key, cost) => {
    const now = performance.now()
    dropEnded(minutes, now)
    dropEnded(crowd, now)
    const isKnown = minutes.has(key) || minutes.size < toldApart
    const found = isKnown ? minuteOf(minutes, key, now) : minuteOf(crowd, bucketOf(key, toldApart), now)
    const taken = found.used + cost <= limit
    if (taken) found.used += cost
    return { taken, remaining: Math.max(0, limit - found.used), resetsInMs: Math.ceil(found.endsAt - now) }
  }
}

/** All minutes are as long, so the first to begin are the first to end, and a map keeps them in that order. */
function dropEnded(minutes: Map<string, Minute>, now: number): void {
  for (const [key, { endsAt }] of minutes) {
    if (endsAt > now) return
    minutes.delete(key)
  }
}

function minuteOf(minutes: Map<string, Minute>, key: string, now: number): Minute {
  const held = minutes.get(key)
  if (held !== undefined) return held
  const begun = { used: 0, endsAt: now + MINUTE_SECONDS * 1000 }
  minutes.set(key, begun)
  return begun
}

function bucketOf(key: string, buckets: number): string {
  return `${createHash('sha256').update(key).digest().readUInt32BE() % buckets}`
}

import { setTimeout as wait } from 'node:timers/promises'

/** Lets requests begin at most so often; each call waits for its turn. Rejects when the signal ends the wait. */
export type RateLimit = (signal: AbortSignal) => Promise<void>

/** The time of a rate limit. */
export type Timer = {
  /** Milliseconds that only go forward. */
  readonly elapsedMs: () => number
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}
const MACHINE: Timer = {
  elapsedMs: () => performance.now(),
  pause: (ms, signal) => wait(ms, undefined, { signal }),
}

/** Waits for a turn. Whether it came before the signal. */
export async function hasTurn(rateLimit: RateLimit, signal: AbortSignal): Promise<boolean> {
  try {
    await rateLimit(signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** A pace of so many requests a second, evenly spread; without a limit nothing waits. */
export function openRateLimit(perSecond: number | null, timer: Timer = MACHINE): RateLimit {
  if (perSecond === null) return async () => {}
  const gapMs = 1000 / perSecond
  let freeAt = Number.NEGATIVE_INFINITY
  return async (signal) => {
    const now = timer.elapsedMs()
    const turnAt = Math.max(now, freeAt)
    freeAt = turnAt + gapMs
    if (turnAt > now) await timer.pause(turnAt - now, signal)
  }
}

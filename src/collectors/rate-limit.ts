import { setTimeout as wait } from 'node:timers/promises'

/** A rate limit. Each call resolves when its turn comes, and rejects when the signal ends the wait. */
export type RateLimit = (signal: AbortSignal) => Promise<void>

/** The clock of a rate limit. */
export type Timer = {
  /** Monotonic time in milliseconds. */
  readonly elapsedMs: () => number
  readonly pause: (ms: number, signal: AbortSignal) => Promise<void>
}
const MACHINE: Timer = {
  elapsedMs: () => performance.now(),
  pause: (ms, signal) => wait(ms, undefined, { signal }),
}

/** Waits for a turn. Resolves to false when the signal ended the wait. */
export async function hasTurn(rateLimit: RateLimit, signal: AbortSignal): Promise<boolean> {
  try {
    await rateLimit(signal)
    return true
  } catch (error) {
    if (signal.aborted) return false
    throw error
  }
}

/** Opens a rate limit of so many requests a second, evenly spread. Without a limit no request waits. */
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

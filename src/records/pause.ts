import { setTimeout as wait } from 'node:timers/promises'

/** Waits that many milliseconds, or until the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
}

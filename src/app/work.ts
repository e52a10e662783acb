import { setTimeout as wait } from 'node:timers/promises'
import type { ShowCounts } from './commands/progress.ts'
import { PIPELINES, runNow, runWhenDue } from './pipelines.ts'
import type { Service } from './service.ts'

const TICK_MS = 1000
const CLOCK_EVERY_MS = 1000

/** Runs every pipeline once, in order, over what is due. */
export async function runEachOnce(
  { signal, show }: { readonly signal: AbortSignal; readonly show?: ShowCounts },
  service: Service,
): Promise<void> {
  for (const name of PIPELINES) {
    if (signal.aborted) return
    const progress = show?.(name)
    await runNow({ name, extent: 'due', signal, ...(progress === undefined ? {} : { progress }) }, service)
  }
}

/** Runs each pipeline whenever it is due, until the signal. Any number of processes may do this at once. */
export async function workUntil(signal: AbortSignal, service: Service): Promise<void> {
  await Promise.all(
    PIPELINES.map((name) => every(TICK_MS, signal, () => runWhenDue({ name, signal }, service), service)),
  )
}

/** Synchronises the clock every second, so that every process follows a moved clock. */
export async function syncClock(signal: AbortSignal, service: Service): Promise<void> {
  await every(CLOCK_EVERY_MS, signal, () => service.clock.sync(service.database), service)
}

/** Repeats until the signal. A failure, such as a database restart, is logged; the next turn tries again. */
async function every(
  intervalMs: number,
  signal: AbortSignal,
  turn: () => Promise<unknown>,
  service: Service,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await turn()
    } catch (err) {
      service.logger.error({ err }, 'background work failed and will be retried')
    }
    await wait(intervalMs, undefined, { signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { ShowCounts } from './commands/progress.ts'
import { PIPELINES, runNow, runWhenDue } from './pipelines.ts'
import type { Service } from './service.ts'

const TICK_MS = 1000
const CLOCK_EVERY_MS = 1000

/** Runs every pipeline once over what is due, one after the other, until the signal. */
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

/** Runs each pipeline when it is due, until the signal; any number of processes may do so at once. */
export async function workUntil(signal: AbortSignal, service: Service): Promise<void> {
  await Promise.all(
    PIPELINES.map((name) => every(TICK_MS, signal, () => runWhenDue({ name, signal }, service), service)),
  )
}

/** Reads the service clock again every second, so that a moved clock reaches every process. */
export async function keepClock(signal: AbortSignal, service: Service): Promise<void> {
  await every(CLOCK_EVERY_MS, signal, () => service.clock.sync(service.database), service)
}

/** Repeats until the signal; a failure, such as a database that restarts, is logged and the next turn tries again. */
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
      service.logger.error({ err }, 'background work failed; it is tried again')
    }
    await wait(intervalMs, undefined, { signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error
    })
  }
}

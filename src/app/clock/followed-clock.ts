import { once } from 'node:events'
import { Refusal } from '#operator/refusal.ts'
import { STEP_MS } from '#records/service-clock.ts'
import { every } from '../pipelines/every.ts'
import type { Service } from '../service.ts'
import { AHEAD_ADVICE, type ClockStep } from './clock.ts'

const CLOCK_EVERY_MS = 1000

/**
 * Runs `run` until the signal and follows the database's clock every second, so that every process follows a moved
 * clock.
 * @throws Refusal when that clock goes back by more than a day. `run` gets a signal that aborts then too.
 */
export async function runByClock(
  stop: AbortSignal,
  service: Pick<Service, 'clock' | 'database' | 'logger'>,
  run: (until: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const [lost, ended] = [new AbortController(), new AbortController()]
  const until = AbortSignal.any([stop, lost.signal])
  const followed = followClock(AbortSignal.any([until, ended.signal]), { ...service, lost })
  try {
    await run(until)
  } finally {
    ended.abort()
    await followed
  }
  lost.signal.throwIfAborted()
}

/** Resolves when the signal aborts. */
export async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

/** Synchronises the clock every second. Logs steps of the database's clock; `lost` aborts if one is not followed. */
async function followClock(
  until: AbortSignal,
  { lost, ...service }: Pick<Service, 'clock' | 'database' | 'logger'> & { readonly lost: AbortController },
): Promise<void> {
  const sync = async () => {
    const step = await service.clock.sync(service.database)
    if (step === undefined) return
    service.logger.warn({ stepMs: step.databaseMs }, stepWords(step))
    if (step.serviceMs < -STEP_MS)
      lost.abort(new Refusal(`The database's clock went back by more than a day: ${AHEAD_ADVICE}`))
  }
  await every({ work: 'clock', intervalMs: CLOCK_EVERY_MS, signal: until }, sync, service)
}

function stepWords({ databaseMs, serviceMs }: ClockStep): string {
  if (serviceMs < -STEP_MS) return "the database's clock went back by more than a day; this process ends"
  if (serviceMs > STEP_MS) return "the database's clock went forward, and the service clock with it"
  return databaseMs < 0
    ? "the database's clock went back; the service clock keeps its time and runs at half speed until it is caught up with"
    : "the database's clock went forward, to the service clock that was held ahead of it"
}

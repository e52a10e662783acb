import { setTimeout as wait } from 'node:timers/promises'
import { addMs, DAY_MS, HOUR_MS, type Instant, instantOfMs, msOf } from '#contract/time.ts'
import { refuse } from '#operator/refusal.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import { countRunningAttempts, findNextAttempt } from '#records/webhooks/attempts.ts'
import { deliverNow } from '../pipelines/delivering.ts'
import { requestSandbox } from '../sandbox.ts'
import type { Service } from '../service.ts'

const LOOK_AGAIN_MS = 50
/** Milliseconds after midnight UTC of each pass. The first pass comes soon after a day's end and records that day. */
const PASSES_OF_A_DAY_MS = [6 * 60_000, 8 * HOUR_MS, 16 * HOUR_MS] as const

type Moving = {
  readonly ms: number
  readonly controlUrl: string
  readonly signal: AbortSignal
  /** Runs what became due on the way. Without it the clock jumps, as for a service that did not run. */
  readonly pass?: (() => Promise<unknown>) | undefined
}

/**
 * Moves the clocks of world and service forward. With `pass`, the clocks go from one due attempt or pass to the next,
 * and each is done at its time. Returns the number of background events in the world.
 * @throws Refusal when the signal aborts the move: the clock then stays where it is
 */
export async function moveClock({ ms, controlUrl, signal, pass }: Moving, service: Service): Promise<number> {
  const end = addMs(service.clock.now(), ms)
  const refuseAtSignal = () => {
    if (signal.aborted)
      refuse(`Interrupted: the clock is at ${service.clock.now()}, and the move was to ${end}`)
  }
  if (pass === undefined) {
    await waitForAttempts(service)
    refuseAtSignal()
    return move(ms, controlUrl, service)
  }
  let events = 0
  for (;;) {
    await deliverAll(signal, service)
    refuseAtSignal()
    const now = service.clock.now()
    const attempt = await findNextAttempt(service.database)
    const passAt = nextPass(now)
    const stops = [passAt, attempt].flatMap((at) => (at !== undefined && msOf(at) > msOf(now) ? [at] : []))
    const next = Math.min(msOf(end), ...stops.map(msOf))
    const isLast = next >= msOf(end)
    events += await move(Math.max(1, (isLast ? msOf(end) : next) - msOf(now)), controlUrl, service)
    if (isLast) return events
    // The place of the clock says more than the pipeline that the signal interrupted.
    if (next === msOf(passAt)) await pass().finally(refuseAtSignal)
  }
}

/** The first pass after an instant. */
export function nextPass(now: Instant): Instant {
  const ms = msOf(now)
  const day = ms - (ms % DAY_MS)
  const of = [day, day + DAY_MS].flatMap((begin) => PASSES_OF_A_DAY_MS.map((at) => begin + at))
  return instantOfMs(of.find((at) => at > ms) ?? day + DAY_MS)
}

async function move(ms: number, controlUrl: string, service: Service): Promise<number> {
  const moved = await requestSandbox({ controlUrl, path: '/advance', body: { ms } })
  await inTransaction(service.database, (writer) => advanceServiceClock({ ms }, writer))
  await service.clock.sync(service.database)
  return eventsOf(moved)
}

/** Sends what is due, and waits for the attempts of other processes: none may run while the clock moves. */
async function deliverAll(signal: AbortSignal, service: Service): Promise<void> {
  await deliverNow(signal, service)
  await waitForAttempts(service, () => deliverNow(signal, service))
}

async function waitForAttempts({ database, clock }: Service, meanwhile?: () => Promise<unknown>) {
  while ((await countRunningAttempts({ now: clock.now() }, database)) > 0) {
    await wait(LOOK_AGAIN_MS)
    await meanwhile?.()
  }
}

function eventsOf(moved: unknown): number {
  const events = moved !== null && typeof moved === 'object' && 'events' in moved ? moved.events : undefined
  if (typeof events !== 'number') throw new Error('sandbox: the answer has no number of events')
  return events
}

import { setTimeout as wait } from 'node:timers/promises'
import { addMs, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import { countRunningAttempts, findNextAttempt } from '#records/webhooks/attempts.ts'
import { deliverNow } from '../delivering.ts'
import { requestSandbox } from '../sandbox.ts'
import type { Service } from '../service.ts'

const LOOK_AGAIN_MS = 50

type Moving = {
  readonly ms: number
  readonly controlUrl: string
  readonly signal: AbortSignal
}

/**
 * Moves the clocks of world and service forward, from one due attempt to the next, and makes each attempt at its time.
 * Returns how many background events happened in the world.
 */
export async function moveClock({ ms, controlUrl, signal }: Moving, service: Service): Promise<number> {
  const end = addMs(service.clock.now(), ms)
  let events = 0
  for (;;) {
    await deliverAll(signal, service)
    const due = await findNextAttempt(service.database)
    const now = service.clock.now()
    const stops = !signal.aborted && due !== undefined && msOf(due) > msOf(now) && msOf(due) < msOf(end)
    events += await move(Math.max(1, msOf(stops ? due : end) - msOf(now)), controlUrl, service)
    if (!stops) return events
  }
}

async function move(ms: number, controlUrl: string, service: Service): Promise<number> {
  const moved = await requestSandbox({ controlUrl, path: '/advance', body: { ms } })
  await inTransaction(service.database, (writer) => advanceServiceClock({ ms }, writer))
  await service.clock.sync(service.database)
  return eventsOf(moved)
}

/** Sends what is due, and waits for the attempts of other processes: none may run while the clock moves. */
async function deliverAll(signal: AbortSignal, service: Service): Promise<void> {
  const { database, clock } = service
  await deliverNow(signal, service)
  while ((await countRunningAttempts({ now: clock.now() }, database)) > 0) {
    await wait(LOOK_AGAIN_MS)
    await deliverNow(signal, service)
  }
}

function eventsOf(moved: unknown): number {
  const events = moved !== null && typeof moved === 'object' && 'events' in moved ? moved.events : undefined
  if (typeof events !== 'number') throw new Error('sandbox: the answer has no number of events')
  return events
}

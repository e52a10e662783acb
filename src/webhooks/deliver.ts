import { addMs, type Instant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { inTransaction } from '#records/database.ts'
import { takeTurns } from '#records/take-turns.ts'
import { type DeliveryLease, leaseAttempts, releaseLeases } from '#records/webhooks/leases.ts'
import { traceAttempt } from './attempt-span.ts'
import { type Prepared, type RequestDeps, readLeased, toRequest } from './prepare.ts'
import type { Sender, SendRequest } from './send.ts'
import { openSettling, type SettleDeps } from './settle.ts'
import type { Waker } from './waker.ts'

export type DeliverDeps = RequestDeps &
  SettleDeps & {
    /** The clock by which leases end; default: `now`. */
    readonly leasesNow?: () => Instant
    readonly send: Sender['send']
    /** Traces the attempts of traced events; without it nothing is traced. */
    readonly tracer?: Tracer | undefined
  }

/** Slots of a process. A request takes one until it is slow, so that slow endpoints leave room for the others. */
const SLOTS = 1024
const SLOW_MS = 1000
/** The most requests that a process has open at once, slow ones included. An endpoint has at most two of them. */
const MOST_OPEN = 4096
/** The most deliveries in one lease: few enough that a process begins to send all of them immediately. */
const LEASED_AT_ONCE = 512
/** While requests are open, a process leases only when at least this many slots are free. */
const WORTH_A_LEASE = 256
/**
 * The delay of a delivery whose body could not be built. The fault is the service's, never a failure of the receiver.
 */
const UNBUILT_RETRY_MS = 300_000

/** Sends due deliveries. Every attempt that was begun is recorded before its slot is free again. */
type Deliverer = {
  /** Leases due deliveries for the free slots, and begins to send them. Returns how many it leased. */
  readonly begin: () => Promise<number>
  readonly inFlight: () => number
  /** Resolves when the next attempt is recorded; at once when none is in flight. */
  readonly nextSettled: () => Promise<void>
  /** Resolves when every attempt in flight is recorded. */
  readonly allSettled: () => Promise<void>
}

/**
 * Opens a deliverer. `settled` is called after each recorded attempt. After the signal the deliverer leases nothing,
 * and gives back the leases of deliveries that it has not begun to send.
 */
export function openDeliverer(
  { signal, settled }: { readonly signal: AbortSignal; readonly settled?: () => void },
  deps: DeliverDeps,
): Deliverer {
  const settling = openSettling(signal, deps)
  /** Every attempt in flight, with its start on this process's monotonic timer. */
  const inFlight = new Map<Promise<void>, number>()
  const attempt = async (lease: DeliveryLease, request: SendRequest) => {
    const traced = traceAttempt({ lease, request }, deps.tracer)
    const { statusCode, excerpt, ...result } = await deps.send(traced.request)
    await settling.settle({ lease, endedAt: deps.now(), ...result, statusCode, excerpt })
    traced.ended({ outcome: result.outcome, statusCode })
  }
  const start = (lease: DeliveryLease, request: SendRequest) => {
    const running = attempt(lease, request).finally(() => {
      inFlight.delete(running)
      settled?.()
    })
    inFlight.set(running, performance.now())
  }
  const countFree = () => {
    const slowSince = performance.now() - SLOW_MS
    const taken = inFlight.values().filter((began) => began > slowSince)
    return Math.min(SLOTS - Array.from(taken).length, MOST_OPEN - inFlight.size)
  }
  return {
    inFlight: () => inFlight.size,
    nextSettled: async () => {
      await Promise.race(inFlight.size === 0 ? [undefined] : inFlight.keys())
    },
    allSettled: async () => {
      await Promise.all(inFlight.keys())
    },
    async begin() {
      const free = countFree()
      if (signal.aborted || (free < WORTH_A_LEASE && inFlight.size > 0)) return 0
      const limit = Math.min(free, LEASED_AT_ONCE)
      const leases = await inTransaction(deps.database, (writer) =>
        leaseAttempts({ now: deps.now(), leasesAt: (deps.leasesNow ?? deps.now)(), limit }, writer),
      )
      const left = sendAll(await readLeased(leases, deps), { signal, start }, deps)
      await giveBack(left.unsent, deps.now(), deps)
      await giveBack(left.unbuilt, addMs(deps.now(), UNBUILT_RETRY_MS), deps)
      return leases.length
    },
  }
}

type Left = { readonly unsent: readonly DeliveryLease[]; readonly unbuilt: readonly DeliveryLease[] }

/**
 * Starts the requests of the deliveries. Returns those not started: `unbuilt` are those whose body could not be built.
 */
function sendAll(
  prepared: readonly Prepared[],
  { signal, start }: { signal: AbortSignal; start: (lease: DeliveryLease, request: SendRequest) => void },
  deps: DeliverDeps,
): Left {
  const unsent: DeliveryLease[] = []
  const unbuilt: DeliveryLease[] = []
  for (const { lease, says } of prepared) {
    if (signal.aborted || says === undefined) {
      unsent.push(lease)
      continue
    }
    try {
      start(lease, toRequest({ lease, says }, deps))
    } catch (err) {
      deps.logger.error({ err, delivery: lease.deliveryId }, 'the body of a delivery could not be made')
      unbuilt.push(lease)
    }
  }
  return { unsent, unbuilt }
}

async function giveBack(leases: readonly DeliveryLease[], dueAt: Instant, deps: DeliverDeps): Promise<void> {
  if (leases.length === 0) return
  await inTransaction(deps.database, (writer) => releaseLeases({ leases, dueAt, now: deps.now() }, writer))
}

/** The number of attempts begun. */
type DeliverCounts = { readonly attempts: number }

/** Sends every due delivery that the limits allow. Returns when all attempts are recorded. */
export async function deliverDue(signal: AbortSignal, deps: DeliverDeps): Promise<DeliverCounts> {
  const deliverer = openDeliverer({ signal }, deps)
  let attempts = 0
  for (;;) {
    // Check again: an attempt in flight hides other due deliveries of the same endpoint.
    const wasIdle = deliverer.inFlight() === 0
    const begun = await deliverer.begin()
    attempts += begun
    if (begun === 0 && wasIdle) return { attempts }
    if (begun === 0) await deliverer.nextSettled()
  }
}

/** The interval of the poll for due deliveries that no announcement reported. */
const POLL_MS = 1000

/**
 * Sends deliveries as they become due until the signal, then waits for the requests in flight and records them. Any
 * number of processes may do this at once. Each turn calls `looked` with the number of attempts that it began. A
 * failure is logged, and the next turn tries again.
 */
export async function deliverUntil(
  input: {
    readonly signal: AbortSignal
    readonly waker: Waker
    readonly looked: (counts: DeliverCounts) => Promise<void>
  },
  deps: DeliverDeps,
): Promise<void> {
  const { signal, waker, looked } = input
  const deliverer = openDeliverer({ signal, settled: waker.wake }, deps)
  await takeTurns({ work: 'deliver', signal, againMs: POLL_MS, logger: deps.logger }, async () => {
    const begun = await deliverer.begin()
    await looked({ attempts: begun })
    if (begun === 0) await waker.sleep(POLL_MS, signal)
  })
  await deliverer.allSettled()
}

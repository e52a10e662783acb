import { countedOrZero } from '#contract/counted.ts'
import type { Instant } from '#contract/time.ts'
import { addMs, msOf } from '#contract/time.ts'
import { recordRun } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { listenForAnnouncements } from '#records/notifications.ts'
import { takeTurns } from '#records/take-turns.ts'
import { type DeliverDeps, deliverDue, deliverUntil } from '#webhooks/deliver.ts'
import { fanOut } from '#webhooks/enqueue.ts'
import { openSender } from '#webhooks/send.ts'
import { openWaker, type Waker } from '#webhooks/waker.ts'
import type { Service } from '../service.ts'
import type { Counts } from './counts.ts'

/** How often the ledger is checked without an announcement. */
const FAN_OUT_EVERY_MS = 5000
/** Shortest time between two records of runs. */
const RECORDED_EVERY_MS = 5000
/** The cadence of both pipelines, as the status shows it. */
export const DELIVERING_CADENCE_SECONDS = 5

/** The part of the service that delivering uses. */
export type Delivering = Pick<
  Service,
  'database' | 'databaseUrl' | 'clock' | 'logger' | 'signer' | 'destinationRules'
> & { readonly config: Pick<Service['config'], 'baseUrl'>; readonly tracer?: Service['tracer'] }

/** Fans out the ledger up to its head. */
export async function fanOutNow(signal: AbortSignal, { database, clock }: Delivering): Promise<Counts> {
  return fanOut({ signal, now: clock.now }, { database })
}

/** Sends due deliveries and waits until their attempts are recorded. Sends nothing on a deployment that cannot sign. */
export async function deliverNow(signal: AbortSignal, service: Delivering): Promise<Counts> {
  const deps = deliverDepsOf(service)
  return deps === undefined ? {} : deliverDue(signal, deps)
}

/**
 * Fans out the ledger and sends due deliveries until the signal. Both wait for announcements and also poll, so a lost
 * announcement only delays them. Any number of processes may do this at once.
 */
export async function deliverWebhooks(signal: AbortSignal, service: Delivering): Promise<void> {
  const [ledger, deliveries] = [openWaker(), openWaker()]
  await using _listening = listenForAnnouncements(service.databaseUrl.reveal(), {
    heard(topic) {
      if (topic === 'ledger') ledger.wake()
      if (topic === 'deliveries') deliveries.wake()
    },
    began() {
      ledger.wake()
      deliveries.wake()
    },
    lost: (err) => service.logger.warn({ err }, 'no notifications from PostgreSQL; deliveries are polled'),
  })
  const deps = deliverDepsOf(service)
  const looked = recorder('deliver', service)
  await Promise.all([
    fanOutUntil(signal, ledger, service),
    ...(deps === undefined ? [] : [deliverUntil({ signal, waker: deliveries, looked }, deps)]),
  ])
}

async function fanOutUntil(signal: AbortSignal, waker: Waker, service: Delivering): Promise<void> {
  const looked = recorder('fan_out', service)
  const loop = { work: 'fan_out', signal, againMs: FAN_OUT_EVERY_MS, logger: service.logger }
  await takeTurns(loop, async () => {
    await looked(await fanOutNow(signal, service))
    await waker.sleep(FAN_OUT_EVERY_MS, signal)
  })
}

/** Returns the function that records runs of a pipeline, with the counts of all turns since the last record. */
function recorder(name: 'fan_out' | 'deliver', service: Delivering): (counts: Counts) => Promise<void> {
  let total: Record<string, number> = {}
  let dueAt: Instant | undefined
  return async (counts) => {
    for (const [key, count] of Object.entries(counts)) total[key] = countedOrZero(total[key]) + count
    const now = service.clock.now()
    if (dueAt !== undefined && msOf(now) < msOf(dueAt)) return
    dueAt = addMs(now, RECORDED_EVERY_MS)
    const counted = total
    total = {}
    await inTransaction(service.database, (writer) => recordRun({ name, now, counts: counted }, writer))
  }
}

function deliverDepsOf(service: Delivering): DeliverDeps | undefined {
  const { signer, database, clock, config, logger, tracer, destinationRules: rules } = service
  if (signer === undefined) return undefined
  const { send } = openSender({ rules })
  const site = { baseUrl: config.baseUrl }
  const { now, leasesNow } = clock
  return { database, now, leasesNow, site, send, signaturesOf: signer.signaturesOf, logger, tracer }
}

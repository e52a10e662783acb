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

/** How often the ledger is looked at without being announced. */
const FAN_OUT_EVERY_MS = 5000
/** How often a run is recorded while there is much to do. */
const RECORDED_EVERY_MS = 5000
/** The cadence of both pipelines, as the status shows it. */
export const DELIVERING_CADENCE_SECONDS = 5

/** The part of the service that delivering uses. */
export type Delivering = Pick<
  Service,
  'database' | 'databaseUrl' | 'clock' | 'logger' | 'signer' | 'destinationRules'
> & { readonly config: Pick<Service['config'], 'baseUrl'>; readonly tracer?: Service['tracer'] }

/** Fans out what the ledger has, up to its head. */
export async function fanOutNow(signal: AbortSignal, { database, clock }: Delivering): Promise<Counts> {
  return fanOut({ signal, now: clock.now }, { database })
}

/** Sends what is due and waits until it is recorded. Sends nothing on a deployment that cannot sign. */
export async function deliverNow(signal: AbortSignal, service: Delivering): Promise<Counts> {
  const deps = deliverDepsOf(service)
  return deps === undefined ? {} : deliverDue(signal, deps)
}

/**
 * Fans out the ledger and sends deliveries whenever there are any, until the signal. Both are announced, and looked for
 * besides, so that a lost announcement only delays. Any number of processes may do this at once.
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

/** Records a run of a pipeline, with the counts of all turns since the last record. */
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

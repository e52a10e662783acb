import { subscribableTypes } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { getPublished } from '#records/market/integrity.ts'
import { announce } from '#records/notifications.ts'
import {
  cancelWithdrawn,
  getOutboxEntries,
  isFannedOut,
  lockOutbox,
  type OutboxEntry,
  queueEntries,
  saveOutboxPosition,
} from '#records/webhooks/outbox.ts'

/** Pairs of event and subscription that one transaction compares at most. */
const PAIRS_AT_ONCE = 100_000
const ENTRIES_AT_ONCE = 500

/** The number of ledger entries fanned out, and of deliveries queued and cancelled for them. */
export type FanOutCounts = { readonly entries: number; readonly queued: number; readonly cancelled: number }
const NOTHING: FanOutCounts = { entries: 0, queued: 0, cancelled: 0 }

/**
 * Makes deliveries of the ledger's new entries, up to its head. Each transaction moves the place in the outbox with the
 * deliveries it makes, so a crash leaves either both or none. Any number of processes may do this at once.
 */
export async function fanOut(
  input: { readonly signal: AbortSignal; readonly now: () => Instant },
  deps: { readonly database: Database },
): Promise<FanOutCounts> {
  let counts = NOTHING
  while (!input.signal.aborted && !(await isFannedOut(deps.database))) {
    const now = input.now()
    const step = await inTransaction(deps.database, (writer) => fanOutStep({ now }, writer))
    counts = sum(counts, step)
  }
  return counts
}

async function fanOutStep({ now }: { readonly now: Instant }, writer: Writer): Promise<FanOutCounts> {
  const { position, head, subscriptions } = await lockOutbox(writer)
  if (subscriptions === 0) {
    await saveOutboxPosition(head, writer)
    return { ...NOTHING, entries: head - position }
  }
  const limit = Math.max(1, Math.min(ENTRIES_AT_ONCE, Math.floor(PAIRS_AT_ONCE / subscriptions)))
  const entries = untilSecondRevision(await getOutboxEntries({ after: position, limit }, writer))
  const last = entries.at(-1)
  if (last === undefined) return NOTHING
  const eventIds = entries.flatMap(({ id, op }) => (op === 'retract' ? [id] : []))
  const cancelled = await cancelWithdrawn({ eventIds, now }, writer)
  const types = subscribableTypes(await getPublished(writer))
  const positions = entries.map((entry) => entry.position)
  const queued = await queueEntries({ positions, types, now }, writer)
  await saveOutboxPosition(last.position, writer)
  if (queued > 0) await announce('deliveries', writer)
  return { entries: entries.length, queued, cancelled }
}

/** The entries before one whose event is already among them: it is compared with what that one queues. */
function untilSecondRevision(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const seen = new Set<string>()
  const again = entries.findIndex(({ id }) => seen.size === seen.add(id).size)
  return again === -1 ? entries : entries.slice(0, again)
}

function sum(a: FanOutCounts, b: FanOutCounts): FanOutCounts {
  return {
    entries: a.entries + b.entries,
    queued: a.queued + b.queued,
    cancelled: a.cancelled + b.cancelled,
  }
}

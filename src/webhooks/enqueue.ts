import { subscribableTypes } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { getPublished } from '#records/market/integrity.ts'
import { announce } from '#records/notifications.ts'
import {
  cancelWithdrawn,
  getEndOfSpan,
  getOutboxEntries,
  isFannedOut,
  lockOutbox,
  type OutboxEntry,
  queueEntries,
  saveOutboxCheckpoint,
} from '#records/webhooks/outbox.ts'

/** The most pairs of event and subscription that one transaction compares. Other transactions wait for its locks. */
const PAIRS_AT_ONCE = 10_000
const ENTRIES_AT_ONCE = 500

/** The number of ledger entries fanned out, and of deliveries queued and cancelled for them. */
export type FanOutCounts = { readonly entries: number; readonly queued: number; readonly cancelled: number }
const NOTHING: FanOutCounts = { entries: 0, queued: 0, cancelled: 0 }

/**
 * Queues deliveries of the ledger's new entries, up to its head. Each transaction compares at most `pairsAtOnce` pairs
 * of event and subscription. It moves the checkpoint of the outbox together with the deliveries that it queues, so a
 * crash leaves either both or none. Any number of processes may do this at once.
 */
export async function fanOut(
  input: { readonly signal: AbortSignal; readonly now: () => Instant; readonly pairsAtOnce?: number },
  deps: { readonly database: Database },
): Promise<FanOutCounts> {
  const { signal, pairsAtOnce: pairs = PAIRS_AT_ONCE } = input
  let counts = NOTHING
  while (!signal.aborted && !(await isFannedOut(deps.database))) {
    const now = input.now()
    const step = await inTransaction(deps.database, (writer) => fanOutStep({ now, pairs }, writer))
    counts = sum(counts, step)
  }
  return counts
}

async function fanOutStep(
  { now, pairs }: { readonly now: Instant; readonly pairs: number },
  writer: Writer,
): Promise<FanOutCounts> {
  const { checkpoint, head, subscriptions } = await lockOutbox(writer)
  if (subscriptions === 0) {
    await saveOutboxCheckpoint({ position: head, subscriptionId: null }, writer)
    return { ...NOTHING, entries: head - checkpoint.position }
  }
  const types = subscribableTypes(await getPublished(writer))
  const limit = checkpoint.subscriptionId === null ? ENTRIES_AT_ONCE : 1
  const next = await getOutboxEntries({ after: checkpoint.position, limit, types }, writer)
  const entries = takenAtOnce(next, Math.max(1, Math.floor(pairs / subscriptions)))
  const last = entries.at(-1)
  if (last === undefined) return NOTHING
  const eventIds = entries.flatMap(({ id, op }) => (op === 'retract' ? [id] : []))
  const positions = entries.flatMap(({ position, mayBeWanted }) => (mayBeWanted ? [position] : []))
  const after = checkpoint.subscriptionId
  const isLarge = positions.length > 0 && (after !== null || subscriptions > pairs)
  const through = isLarge ? await getEndOfSpan({ after, count: pairs }, writer) : null
  const span = { after, through }
  const cancelled = await cancelWithdrawn({ eventIds, span, now }, writer)
  const queued = await queueEntries({ positions, span, types, now }, writer)
  const isFinished = through === null
  const position = isFinished ? last.position : last.position - 1
  await saveOutboxCheckpoint({ position, subscriptionId: through }, writer)
  if (queued > 0) await announce('deliveries', writer)
  return { entries: isFinished ? entries.length : entries.length - 1, queued, cancelled }
}

/**
 * The first entries, with at most `wanted` of them that a subscription may want. Ends before a second entry of one
 * event: that entry must be compared with the deliveries that the first one queues.
 */
function takenAtOnce(entries: readonly OutboxEntry[], wanted: number): readonly OutboxEntry[] {
  const taken: OutboxEntry[] = []
  const events = new Set<string>()
  let left = wanted
  for (const entry of entries) {
    if (left === 0 || events.has(entry.id)) break
    taken.push(entry)
    events.add(entry.id)
    if (entry.mayBeWanted) left -= 1
  }
  return taken
}

function sum(a: FanOutCounts, b: FanOutCounts): FanOutCounts {
  return {
    entries: a.entries + b.entries,
    queued: a.queued + b.queued,
    cancelled: a.cancelled + b.cancelled,
  }
}

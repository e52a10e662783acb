import { randomUUID } from 'node:crypto'
import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, type Instant, msOf } from '#contract/time.ts'
import { coolOff, endLimits, findLimitsInARow, takeFromBudget } from '#records/collecting/budgets.ts'
import { saveReading } from '#records/collecting/readings.ts'
import { type LeasedStream, settleStream, wakeMissingStreams } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { markForEvaluation } from '#records/project/work.ts'
import type { Collected, Collector } from './collector.ts'
import { nextDue } from './next-due.ts'
import { believed } from './outage.ts'
import { missingCadenceOf, termsOf } from './providers.ts'

/** A reading that ended. */
type Ended = {
  readonly leased: LeasedStream
  readonly collector: Pick<Collector<never>, 'provider' | 'stream' | 'cadenceSeconds'>
  readonly collected: Collected
  /** Requests that were already charged to the provider. */
  readonly requests: number
}

type SettleDeps = {
  readonly database: Database
  readonly clock: () => Instant
  readonly reportBug: (bug: {
    readonly error: unknown
    readonly provider: string
    readonly stream: string
  }) => void
}

/** What is stored of a reading that threw: a bug of ours. */
export const COLLECTOR_FAILED: Collected = {
  outcome: 'error',
  detail: 'the reading failed inside the service',
}

const LEAST_PAUSE_MS = 60_000
/** The longest pause after limits whose end the provider did not say. */
const LONGEST_PAUSE_MS = 3_600_000
const DETAIL_LENGTH = 200

/**
 * Stores the end of a reading; `lost` when another process has the lease now. An error while storing is a bug too. The
 * attempt is then stored without its records, so that one stream never blocks the rest. A failure of the database says
 * nothing of the source, so nothing is stored.
 */
export async function settle(ended: Ended, deps: SettleDeps): Promise<ReadingOutcome | 'lost'> {
  try {
    return await store(ended, deps)
  } catch (error) {
    if (findDatabaseFailure(error) !== undefined) throw error
    deps.reportBug({ error, provider: ended.collector.provider, stream: ended.collector.stream })
    return store({ ...ended, collected: COLLECTOR_FAILED }, deps)
  }
}

/**
 * Stores the stream's state, the records and the attempt in one transaction; a lost lease stores nothing. It locks the
 * project's mark before its records, in the same order as an evaluation, so that the two cannot deadlock.
 */
async function store(
  { leased, collector, requests, ...ended }: Ended,
  deps: SettleDeps,
): Promise<ReadingOutcome | 'lost'> {
  const now = deps.clock()
  const { provider } = collector
  const { firstOkAt } = leased
  const collected = await believed({ collected: ended.collected, firstOkAt, provider }, deps)
  const { dailyLimit, missingCadenceSeconds, countsCalls } = termsOf(provider)
  const { failedProvider = provider } = collected
  const pauseUntil = await pauseEnd({ leased, collected, provider: failedProvider, now }, deps)
  const dueAt = nextDue({
    outcome: collected.outcome,
    previousOutcome: leased.lastOutcome,
    failuresInARow: leased.failuresInARow + 1,
    cadenceSeconds: leased.cadenceSeconds,
    missingCadenceSeconds: missingCadenceOf(collector, leased),
    continues: collected.continues === true,
    pauseUntil,
    now,
  })
  const { sourceId, stream } = leased
  const { outcome, digest = null } = collected
  const detail = detailOf(collected)
  const attempt = {
    ...{ id: randomUUID(), sourceId, stream, provider: failedProvider },
    ...{ attemptedAt: now, outcome, digest, detail },
  }
  return inTransaction(deps.database, async (writer) => {
    const isLeased = await settleStream({ ...collected, leased, now, dueAt }, writer)
    if (!isLeased) return 'lost'
    await markForEvaluation({ projectIds: [leased.projectId], now }, writer)
    await collected.save?.(writer, { now })
    await saveReading(attempt, writer)
    // A reading without a metered request costs one, so that every provider has a budget.
    if (requests === 0 && countsCalls !== true && failedProvider === provider)
      await takeFromBudget({ provider, requests: 1, dailyLimit, keepBack: 0, now }, writer)
    const isGood = outcome === 'fresh' || outcome === 'not_modified'
    if (isGood) await endLimits({ provider, now }, writer)
    if (pauseUntil !== null && collected.limit !== 'stream')
      await coolOff(
        { provider: failedProvider, until: pauseUntil, dailyLimit: termsOf(failedProvider).dailyLimit, now },
        writer,
      )
    if (isGood && missingCadenceSeconds !== undefined) await wakeMissingStreams({ sourceId, now }, writer)
    return outcome
  })
}

/** The reason as stored: what is partial first, because a long reason is cut. */
function detailOf({ partial, detail }: Collected): string | null {
  const parts = [partial === undefined ? undefined : `partial: ${partial}`, detail]
  const given = parts.filter((part) => part !== undefined)
  return given.length === 0 ? null : given.join('; ').slice(0, DETAIL_LENGTH)
}

/**
 * When a limited provider or stream may be asked again; null without a limit. As the provider said, at least a minute.
 * Otherwise a minute that doubles with each limit in a row, up to an hour.
 */
async function pauseEnd(
  ended: Pick<Ended, 'leased' | 'collected'> & { readonly provider: string; readonly now: Instant },
  { database }: Pick<SettleDeps, 'database'>,
): Promise<Instant | null> {
  const { collected, leased, provider, now } = ended
  const { outcome, coolOffUntil, limit } = collected
  const least = addMs(now, LEAST_PAUSE_MS)
  if (coolOffUntil !== undefined) return msOf(coolOffUntil) > msOf(least) ? coolOffUntil : least
  if (outcome !== 'rate_limited') return null
  const inARow =
    limit === 'stream' ? leased.limitsInARow : await findLimitsInARow({ provider, now }, database)
  return addMs(now, Math.min(LONGEST_PAUSE_MS, LEAST_PAUSE_MS * 2 ** Math.min(inARow, 10)))
}

import { randomUUID } from 'node:crypto'
import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, type Instant, msOf } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { coolOff, takeFromBudget } from '#records/collecting/budgets.ts'
import { keepLease, LEASE_MS } from '#records/collecting/leases.ts'
import { saveReading } from '#records/collecting/readings.ts'
import {
  type LeasedStream,
  makeStreamsDue,
  releaseStream,
  renewStreams,
  settleStream,
  wakeMissingStreams,
} from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { type Metered, meter, missingCadenceOf, termsOf } from './budget.ts'
import { openLane } from './chain/lane.ts'
import type { Collected, Collector } from './collector.ts'
import type { HttpDeps } from './http.ts'
import { leaseNext } from './lease-next.ts'
import { nextDue } from './next-due.ts'
import { judgeProvider } from './outage.ts'

export type RunDue = {
  /** Reads streams due by this time; streams that become due during the run wait for the next run. */
  readonly now: Instant
  /** Maximum number of readings; default: all that are due. */
  readonly limit?: number
  /** Reads all streams now, due or not. */
  readonly force?: true
  /** Ends the run: leases nothing more, and releases streams whose reading is not finished. */
  readonly signal?: AbortSignal
  /** Called with the counts so far after each reading. */
  readonly progress?: (counts: RunCounts) => void
  readonly only?: { readonly providers?: readonly string[]; readonly sourceIds?: readonly string[] }
}

type RunDueDeps<World extends HttpDeps> = {
  readonly database: Database
  readonly collectors: readonly Collector<World>[]
  /** The dependencies of collectors; `http` is metered for each reading. */
  readonly world: World
  /** Called when a collector throws: a bug, recorded as outcome `error`. */
  readonly reportBug: (bug: {
    readonly error: unknown
    readonly provider: string
    readonly stream: string
  }) => void
}

/**
 * `deferred`: not read because of budget, cool-off or the end of the run. `lost`: another process has the lease now.
 */
type ReadingResult = ReadingOutcome | 'deferred' | 'lost'
/** Number of readings by `<provider>.<result>`. */
export type RunCounts = Readonly<Record<string, number>>

const READINGS_AT_ONCE = 8
const COLLECT_MS = 8 * 60_000
const LEAST_COOL_OFF_MS = 60_000
const DETAIL_LENGTH = 200
const COLLECTOR_FAILED: Collected = { outcome: 'error', detail: 'the reading failed inside the service' }

type Run<World extends HttpDeps> = RunDue & {
  readonly signal: AbortSignal
  readonly provider: string
  readonly collectors: readonly Collector<World>[]
  readonly lane: ReturnType<typeof openLane>
  readonly left: { count: number }
  /** Fence tokens of the current leases. */
  readonly tokens: Set<string>
  readonly ended: Map<ReadingResult, number>
  /** Readings that count for or against the provider. */
  readonly judged: { count: number }
  /** Reports the counts so far. */
  readonly report: () => void
  /** Aborted when the provider has nothing more due, or its budget is used up. */
  readonly stop: AbortController
  /** Does work of the run. A failure of it, such as a lost database, ends the whole run. */
  readonly part: (work: () => Promise<void>) => Promise<void>
}

/**
 * Reads the streams that are due. One process at a time reads a stream, and concurrency is limited. Every reading has
 * ended when this returns or throws.
 * @throws the failure of the database that ended the run
 */
export async function runDue<World extends HttpDeps>(
  input: RunDue,
  deps: RunDueDeps<World>,
): Promise<RunCounts> {
  const wanted = input.only?.providers
  const providers = [...new Set(deps.collectors.map(({ provider }) => provider))].filter(
    (provider) => wanted === undefined || wanted.includes(provider),
  )
  if (input.force === true) {
    const due = { now: input.now, providers, sourceIds: input.only?.sourceIds }
    await inTransaction(deps.database, (writer) => makeStreamsDue(due, writer))
  }
  const lane = openLane(READINGS_AT_ONCE)
  const tokens = new Set<string>()
  await using _lease = keepLease(
    () => renew(tokens, deps),
    (error) => deps.reportBug({ error, provider: 'every', stream: 'lease' }),
  )
  const left = { count: input.limit ?? Number.POSITIVE_INFINITY }
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(input.signal === undefined ? [] : [input.signal])])
  const part = (work: () => Promise<void>) => work().catch((error: unknown) => failed.abort(error))
  const runs: readonly Run<World>[] = providers.map((provider) => ({
    ...{ ...input, signal, part },
    ...{ provider, lane, left, tokens, ended: new Map<ReadingResult, number>(), judged: { count: 0 } },
    stop: new AbortController(),
    report: () => input.progress?.(countsOf(runs)),
    collectors: deps.collectors.filter((collector) => collector.provider === provider),
  }))
  await Promise.all(runs.map((run) => part(() => readProvider(run, deps))))
  failed.signal.throwIfAborted()
  const counts = countsOf(runs)
  return counts
}

function countsOf(
  runs: readonly { readonly provider: string; readonly ended: ReadonlyMap<ReadingResult, number> }[],
): RunCounts {
  return Object.fromEntries(
    runs.flatMap(({ provider, ended }) => [...ended].map(([how, times]) => [`${provider}.${how}`, times])),
  )
}

function renew<World extends HttpDeps>(tokens: ReadonlySet<string>, deps: RunDueDeps<World>): Promise<void> {
  const until = addMs(deps.world.clock(), LEASE_MS)
  return inTransaction(deps.database, (writer) => renewStreams({ tokens: [...tokens], until }, writer))
}

async function readProvider<World extends HttpDeps>(run: Run<World>, deps: RunDueDeps<World>): Promise<void> {
  const work = async () => {
    while (run.left.count > 0 && !run.stop.signal.aborted && !run.signal.aborted) {
      run.left.count -= 1
      const ended = await run.lane(() => readNext(run, deps))
      if (ended === undefined) run.left.count += 1
      else {
        run.ended.set(ended, (run.ended.get(ended) ?? 0) + 1)
        run.report()
      }
      if (ended === undefined || ended === 'deferred') run.stop.abort()
    }
  }
  const { concurrency } = termsOf(run.provider)
  await Promise.all(Array.from({ length: concurrency }, () => run.part(work)))
  await judgeProvider({ provider: run.provider, made: run.judged.count, now: deps.world.clock() }, deps)
}

/** One reading, from lease to settlement; undefined when nothing is due. */
async function readNext<World extends HttpDeps>(
  run: Run<World>,
  deps: RunDueDeps<World>,
): Promise<ReadingResult | undefined> {
  const { provider } = run
  const timed = { database: deps.database, clock: deps.world.clock }
  const due = { provider, specs: run.collectors, dueBy: run.now, sourceIds: run.only?.sourceIds }
  const leased = await leaseNext(due, timed)
  const collector = run.collectors.find(
    ({ kind, stream }) => kind === leased?.kind && stream === leased.stream,
  )
  if (leased === undefined || collector === undefined) return undefined
  run.tokens.add(leased.token)
  using _release = { [Symbol.dispose]: () => void run.tokens.delete(leased.token) }
  const signal = AbortSignal.any([AbortSignal.timeout(COLLECT_MS), run.signal])
  const metered = meter({ provider, http: deps.world.http, signal }, timed)
  const collected = await collect({ leased, collector, metered }, deps)
  if (metered.deferred() || (collected.outcome === 'unavailable' && run.signal.aborted)) {
    await inTransaction(deps.database, (writer) => releaseStream(leased, writer))
    return 'deferred'
  }
  const ended = await settleOrReport({ leased, collector, collected, metered }, deps)
  if (ended !== 'lost' && !CONTEXT_STREAMS.includes(collector.stream)) run.judged.count += 1
  return ended
}

type Reading<World> = {
  readonly leased: LeasedStream
  readonly collector: Collector<World>
  readonly metered: Metered
}

async function collect<World extends HttpDeps>(
  { leased, collector, metered }: Reading<World>,
  deps: RunDueDeps<World>,
): Promise<Collected> {
  try {
    return await collector.collect(leased, { ...deps.world, http: metered.http })
  } catch (error) {
    if (findDatabaseFailure(error) !== undefined) throw error
    deps.reportBug({ error, provider: collector.provider, stream: collector.stream })
    return COLLECTOR_FAILED
  }
}

/**
 * An error while storing is a bug too. The attempt is stored without its records, so that one stream never blocks the
 * rest. A failure of the database says nothing of the source, so nothing is stored.
 */
async function settleOrReport<World extends HttpDeps>(
  reading: Reading<World> & { readonly collected: Collected },
  deps: RunDueDeps<World>,
): Promise<ReadingResult> {
  try {
    return await settle(reading, deps)
  } catch (error) {
    if (findDatabaseFailure(error) !== undefined) throw error
    deps.reportBug({ error, provider: reading.collector.provider, stream: reading.collector.stream })
    return settle({ ...reading, collected: COLLECTOR_FAILED }, deps)
  }
}

/**
 * Stores the stream's state, the records and the attempt in one transaction; a lost lease stores nothing. It locks the
 * project's mark before its records, in the same order as an evaluation, so that the two cannot deadlock.
 */
async function settle<World extends HttpDeps>(
  { leased, collector, collected, metered }: Reading<World> & { readonly collected: Collected },
  deps: RunDueDeps<World>,
): Promise<ReadingResult> {
  const now = deps.world.clock()
  const until = limitEnd(collected, now)
  const { provider } = collector
  const { dailyLimit, missingCadenceSeconds } = termsOf(provider)
  const dueAt = nextDue({
    outcome: collected.outcome,
    previousOutcome: leased.lastOutcome,
    failuresInARow: leased.failuresInARow + 1,
    cadenceSeconds: leased.cadenceSeconds,
    missingCadenceSeconds: missingCadenceOf(collector, leased),
    coolOffUntil: until,
    now,
  })
  const { sourceId, stream } = leased
  const { outcome, digest = null } = collected
  const detail = collected.detail?.slice(0, DETAIL_LENGTH) ?? null
  const attempt = { id: randomUUID(), sourceId, stream, provider, attemptedAt: now, outcome, digest, detail }
  return inTransaction(deps.database, async (writer) => {
    const isLeased = await settleStream({ ...collected, leased, now, dueAt }, writer)
    if (!isLeased) return 'lost'
    await markForEvaluation({ projectIds: [leased.projectId], now }, writer)
    await collected.save?.(writer, { now })
    await saveReading(attempt, writer)
    // A reading over another transport than the metered client costs one request.
    if (metered.used() === 0)
      await takeFromBudget({ provider, requests: 1, dailyLimit, keepBack: 0, now }, writer)
    if (until !== null) await coolOff({ provider, until, dailyLimit, now }, writer)
    const isGood = outcome === 'fresh' || outcome === 'not_modified'
    if (isGood && missingCadenceSeconds !== undefined) await wakeMissingStreams({ sourceId, now }, writer)
    return outcome
  })
}

function limitEnd({ outcome, coolOffUntil }: Collected, now: Instant): Instant | null {
  if (outcome !== 'rate_limited' && coolOffUntil === undefined) return null
  const least = addMs(now, LEAST_COOL_OFF_MS)
  return coolOffUntil !== undefined && msOf(coolOffUntil) > msOf(least) ? coolOffUntil : least
}

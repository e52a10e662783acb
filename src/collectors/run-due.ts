import { countedOrZero } from '#contract/counted.ts'
import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { isGood } from '#domain/collecting/reading-outcome.ts'
import { allowedSoFar } from '#domain/collecting/spread-budget.ts'
import { saveDailyLimit } from '#records/collecting/budgets.ts'
import { keepLease, LEASE_MS } from '#records/collecting/leases.ts'
import {
  type LeasedStream,
  makeStreamsDue,
  releaseStreams,
  renewStreams,
} from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { whenBack } from '#records/when-back.ts'
import { type Budget, type Budgets, type Metered, meter, openBudgets, openCharged } from './budget.ts'
import type { Collected, Collector } from './collector.ts'
import { type ReportDeprecation, reportingDeprecation } from './deprecation.ts'
import { type EndedReadings, openEndedReadings } from './ended-readings.ts'
import type { HttpClient, HttpDeps } from './http.ts'
import { leaseNext } from './lease-next.ts'
import { judgeProvider } from './outage.ts'
import { openProviderLimits, type ProviderLimits } from './provider-limits.ts'
import { policyOf } from './providers.ts'
import type { RateLimit } from './rate-limit.ts'
import { startReadingSpan } from './reading-span.ts'
import { COLLECTOR_FAILED, type ReportBug, settle, settlePutOff } from './settle.ts'
import { GATHER_MS, openSharedRequests, type SharedDeps, type SharedRequests } from './shared-requests.ts'
import { owningRejections } from './stray-rejections.ts'

/** Number of streams leased at once, for each concurrent reading of a provider. */
const LEASED_AHEAD = 4
/**
 * Number of readings in a long run after which the provider is judged again, so that the end of an outage is noticed
 * before the run ends.
 */
const JUDGED_AFTER = 100

export type RunDue = {
  /** Streams that are due by this time are read. A stream that becomes due during the run waits for the next run. */
  readonly now: Instant
  /** Maximum number of readings; default: all that are due. */
  readonly limit?: number
  /** Reads all streams now, whether due or not. The whole rest of the day's budget may be used. */
  readonly force?: true
  /** Ends the run: no more streams are leased, and those whose reading is unfinished are released. */
  readonly signal?: AbortSignal
  /** Called with the counts so far after each reading. */
  readonly progress?: (counts: RunCounts) => void
  readonly only?: { readonly providers?: readonly string[]; readonly sourceIds?: readonly string[] }
}

type RunDueDeps<World extends HttpDeps> = {
  readonly database: Database
  readonly collectors: readonly Collector<World & SharedDeps>[]
  /** The dependencies of collectors; `http` is metered for each reading, and `shared` is added. */
  readonly world: World
  /** Called when a collector throws. That is a bug, and the reading has the outcome `error`. */
  readonly reportBug: ReportBug
  /** Called at most once in a run for each provider, when an answer says that its endpoint ends. */
  readonly reportDeprecation?: ReportDeprecation
  /** The time that leases are measured by; default: that of the world's clock. */
  readonly leasesNow?: () => Instant
  /** The budgets, if a client of the world charges them too; default: budgets of this run. */
  readonly budgets?: Budgets
  /** The limits of requests to providers; default: the daily limits of the policies, and no rate limit. */
  readonly limits?: ProviderLimits
  /** How long a shared request waits for other readings to join; default: `GATHER_MS`. */
  readonly gatherMs?: number
  /** Traces each reading; without it nothing is traced. */
  readonly tracer?: Tracer | undefined
}

/**
 * The result of a reading. `deferred`: not read because of the budget, a cool-off or the end of the run. `lost`:
 * another process has the lease now.
 */
type ReadingResult = ReadingOutcome | 'deferred' | 'lost'
/** The number of readings by `<provider>.<result>`. */
export type RunCounts = Readonly<Record<string, number>>

type Leases = Map<string, LeasedStream>

/** A collector with its dependencies, except for the HTTP clients, which are metered for each reading. */
type BoundCollector = Omit<Collector<never>, 'collect'> & {
  readonly read: (leased: LeasedStream, metered: Metered) => Promise<Collected>
}

/** The dependencies of a run, without those that only collectors use. */
type ReadDeps = Omit<RunDueDeps<HttpDeps>, 'collectors' | 'limits'> & { readonly limits: ProviderLimits }

/** The state that a run's requests to one provider share. */
type Requests = {
  readonly provider: string
  readonly signal: AbortSignal
  readonly budget: Budget
  /**
   * Opens a client whose requests end with the signal. All clients of the process share one rate limit of the provider.
   */
  readonly charged: (signal: AbortSignal) => HttpClient
  /** Makes one request for several readings. */
  readonly shared: SharedRequests
  /** Aborted when the provider's budget is used up, and when it pauses. */
  readonly stop: AbortController
}

type Run = RunDue &
  Requests & {
    readonly collectors: readonly BoundCollector[]
    readonly left: { count: number }
    /** The current leases by their fence token. */
    readonly leases: Leases
    readonly queue: Queue
    readonly judging: Judging
    readonly readings: EndedReadings
    readonly ended: Map<ReadingResult, number>
    /** Reports the counts so far. */
    readonly report: () => void
    /** Runs one part of the run. If the part fails, for instance because the database is lost, the whole run ends. */
    readonly part: (work: () => Promise<void>) => Promise<void>
  }

/** The streams that a provider's workers read next. */
type Queue = {
  /** Leased streams whose reading has not begun. */
  readonly streams: LeasedStream[]
  /** The latest leasing of further streams. Leasings run one after the other. */
  filling: Promise<boolean>
  /** Number of readings that have ended, and the number at which more streams can be due. */
  ended: number
  dueAfter: number
}

/**
 * The state of judging. The next judgement covers the findings since `since`, the time of the judgement before the
 * last.
 */
type Judging = { ended: number; since: Instant; next: Instant }

/**
 * Reads the streams that are due, and returns the number of readings by result. Only one process at a time reads a
 * stream, and concurrency is limited. Every reading has ended when the call returns or throws.
 * @throws the failure of the database that ended the run
 */
export async function runDue<World extends HttpDeps>(
  input: RunDue,
  given: RunDueDeps<World>,
): Promise<RunCounts> {
  const { limits = openProviderLimits({ set: [], perSecondOf: () => null }) } = given
  const deps = { ...given, limits }
  const collectors = deps.collectors.map(({ collect, ...collector }) => ({
    ...collector,
    read: (leased: LeasedStream, { http, shared }: Metered) =>
      collect(leased, { ...deps.world, http, shared }),
  }))
  const wanted = input.only?.providers
  const providers = [...new Set(deps.collectors.map(({ provider }) => provider))].filter(
    (provider) => wanted === undefined || wanted.includes(provider),
  )
  if (input.force === true) {
    const due = { now: input.now, providers, sourceIds: input.only?.sourceIds }
    await inTransaction(deps.database, (writer) => makeStreamsDue(due, writer))
  }
  const leases: Leases = new Map()
  await using _lease = keepLease(
    () => renew(leases, deps),
    (error) => deps.reportBug({ error, provider: 'every', stream: 'lease' }),
  )
  await using own = openBudgets({ ...timedBy(deps), dailyLimitOf: limits.dailyLimitOf })
  const { budgets = own } = deps
  const failed = new AbortController()
  const signal = AbortSignal.any([failed.signal, ...(input.signal === undefined ? [] : [input.signal])])
  const part = (work: () => Promise<void>) => work().catch((error: unknown) => failed.abort(error))
  const ofAll = { leases, part, left: { count: input.limit ?? Number.POSITIVE_INFINITY } }
  const paused = async (provider: string) => {
    runs.find((run) => run.provider === provider)?.stop.abort()
    await budgets.of(provider).refundBlock()
  }
  const runs: readonly Run[] = providers.map((provider) => ({
    ...input,
    ...ofAll,
    ...openRequests(
      { provider, signal, budget: budgets.of(provider), rateLimit: limits.rateLimitOf(provider) },
      deps,
    ),
    queue: { streams: [], filling: Promise.resolve(false), ended: 0, dueAfter: 0 },
    judging: { ended: 0, since: input.now, next: input.now },
    readings: openEndedReadings({
      part,
      settle: (readings) => settle(readings, { ...deps, ...limits, paused }),
    }),
    ended: new Map<ReadingResult, number>(),
    report: () => input.progress?.(countsOf(runs)),
    collectors: collectors.filter((collector) => collector.provider === provider),
  }))
  await Promise.all(runs.map((run) => part(() => readProvider(run, deps))))
  if (failed.signal.aborted) await releaseAll(leases, input.signal, deps)
  failed.signal.throwIfAborted()
  const counts = countsOf(runs)
  return counts
}

/** Opens the state that the requests of a run to one provider share. */
function openRequests(
  of: Pick<Requests, 'provider' | 'signal' | 'budget'> & { readonly rateLimit: RateLimit },
  { world, gatherMs = GATHER_MS, reportDeprecation: report }: ReadDeps,
): Requests {
  const { rateLimit, ...requests } = of
  const http = reportingDeprecation(world.http, { provider: of.provider, report })
  const stop = new AbortController()
  const charged = (signal: AbortSignal) => openCharged({ ...of, http, signal, stop: stop.signal })
  return { ...requests, stop, charged, shared: openSharedRequests(charged(of.signal), gatherMs) }
}

/** Releases all leased streams after a failure, as soon as the database is back, so that the next run reads them. */
async function releaseAll(
  leases: Leases,
  signal: AbortSignal | undefined,
  { database }: ReadDeps,
): Promise<void> {
  const left = [...leases.values()].map((leased) => ({ leased }))
  const write = async () => {
    await inTransaction(database, (writer) => releaseStreams(left, writer))
  }
  await whenBack(write, signal ?? new AbortController().signal)
}

function timedBy({ database, world, leasesNow }: ReadDeps) {
  return { database, clock: world.clock, leasesNow }
}

function countsOf(runs: readonly Pick<Run, 'provider' | 'ended'>[]): RunCounts {
  return Object.fromEntries(
    runs.flatMap(({ provider, ended }) => [...ended].map(([how, times]) => [`${provider}.${how}`, times])),
  )
}

function renew(leases: Leases, deps: ReadDeps): Promise<void> {
  const until = addMs(deps.world.clock(), LEASE_MS)
  return inTransaction(deps.database, (writer) => renewStreams({ tokens: [...leases.keys()], until }, writer))
}

async function readProvider(run: Run, deps: ReadDeps): Promise<void> {
  const work = async () => {
    while (run.left.count > 0 && !isStopped(run)) {
      const leased = await nextStream(run, deps)
      // A reading that waits for another one is read by the worker of that one.
      if (leased === undefined) return
      run.left.count -= 1
      await readStream(leased, run, deps)
    }
  }
  const { provider } = run
  const { concurrency } = policyOf(provider)
  await saveDailyLimit({ provider, dailyLimit: deps.limits.dailyLimitOf(provider) }, deps.database)
  await Promise.all(Array.from({ length: concurrency }, () => run.part(work)))
  await run.readings.flush()
  const unread = run.queue.streams.splice(0).map((leased) => ({ leased }))
  await release(unread, run, deps)
  await judgeAfter(1, run, deps)
}

/** Judges the provider when at least so many readings have ended since the last judgement. */
async function judgeAfter(
  readings: number,
  { provider, queue, judging }: Run,
  deps: ReadDeps,
): Promise<void> {
  if (queue.ended - judging.ended < readings) return
  const { since, next } = judging
  const now = deps.world.clock()
  judging.ended = queue.ended
  judging.since = next
  judging.next = now
  await judgeProvider({ provider, since, now }, deps)
}

function isStopped({ stop, signal }: Run): boolean {
  return stop.signal.aborted || signal.aborted
}

/** The next leased stream. Undefined when nothing is due, and when the run has stopped. */
async function nextStream(run: Run, deps: ReadDeps): Promise<LeasedStream | undefined> {
  const { queue } = run
  while (queue.streams.length === 0) {
    queue.filling = queue.filling.then(() => fill(run, deps))
    if (!(await queue.filling) || isStopped(run)) return undefined
  }
  return queue.streams.shift()
}

/**
 * Leases more streams when the queue is empty. False when nothing is due; the end of a reading can change that, because
 * it frees a host.
 */
async function fill(run: Run, deps: ReadDeps): Promise<boolean> {
  const { queue, provider } = run
  const { ended } = queue
  if (queue.streams.length > 0) return true
  if (ended < queue.dueAfter || isStopped(run)) return false
  await run.readings.flush()
  await judgeAfter(JUDGED_AFTER, run, deps)
  const limit = Math.min(run.left.count, policyOf(provider).concurrency * LEASED_AHEAD)
  if (limit === 0) return false
  const due = { provider, specs: run.collectors, dueBy: run.now, sourceIds: run.only?.sourceIds }
  const dailyLimit = deps.limits.dailyLimitOf(provider)
  const allowed = run.force === true ? dailyLimit : allowedSoFar(dailyLimit, deps.world.clock())
  const next = await leaseNext({ ...due, limit, allowed, held: run.budget.held() }, timedBy(deps))
  for (const stream of next.streams) run.leases.set(stream.token, stream)
  queue.streams.push(...next.streams)
  if (next.isLast) queue.dueAfter = Number.POSITIVE_INFINITY
  else if (next.streams.length === 0) queue.dueAfter = ended + 1
  return next.streams.length > 0
}

/** Reads one leased stream. The reading is stored at once, or together with others that end soon. */
async function readStream(leased: LeasedStream, run: Run, deps: ReadDeps): Promise<void> {
  const { provider, budget } = run
  const collector = run.collectors.find(
    ({ kind, stream }) => kind === leased.kind && stream === leased.stream,
  )
  if (collector === undefined) throw new Error(`No collector reads ${leased.kind}:${leased.stream}`)
  const { readingMs, countsCalls } = policyOf(provider)
  const signal = AbortSignal.any([AbortSignal.timeout(readingMs), run.signal])
  const metered = meter({ charged: run.charged(signal), shared: run.shared })
  const span = startReadingSpan({ leased, collector, metered }, deps.tracer)
  const collected = await collect({ leased, collector, metered }, deps)
  const ended = { leased, collector, collected, endedAt: deps.world.clock(), causes: span.causes }
  if (metered.deferred() || (collected.outcome === 'unavailable' && run.signal.aborted)) {
    run.stop.abort()
    await settlePutOff(ended, deps)
    run.leases.delete(leased.token)
    span.ended('deferred')
    return count('deferred', run)
  }
  const { failedProvider = provider } = collected
  // A reading without a metered request costs one, so that every provider has a budget.
  if (metered.used() === 0 && countsCalls !== true && failedProvider === provider) await budget.charge()
  await run.readings.add(ended, (settled) => {
    run.leases.delete(leased.token)
    span.ended(settled)
    count(settled, run)
  })
  run.queue.ended += 1
  // A limit and a failure count for the reading after this one.
  if (!isGood(collected.outcome) || collected.coolOffUntil !== undefined) await run.readings.flush()
}

function count(result: ReadingResult, run: Run): void {
  run.ended.set(result, countedOrZero(run.ended.get(result)) + 1)
  run.report()
}

/** Releases streams that were not read. */
async function release(
  streams: readonly { readonly leased: LeasedStream }[],
  run: Run,
  deps: ReadDeps,
): Promise<void> {
  if (streams.length === 0) return
  await inTransaction(deps.database, (writer) => releaseStreams(streams, writer))
  for (const { leased } of streams) run.leases.delete(leased.token)
}

type Reading = {
  readonly leased: LeasedStream
  readonly collector: BoundCollector
  readonly metered: Metered
}

async function collect({ leased, collector, metered }: Reading, deps: ReadDeps): Promise<Collected> {
  const { provider, stream } = collector
  const report = (error: unknown) => deps.reportBug({ error, provider, stream })
  try {
    return await owningRejections(() => collector.read(leased, metered), report)
  } catch (error) {
    if (findDatabaseFailure(error) !== undefined) throw error
    report(error)
    return COLLECTOR_FAILED
  }
}

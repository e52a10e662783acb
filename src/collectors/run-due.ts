import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { keepLease, LEASE_MS } from '#records/collecting/leases.ts'
import {
  type LeasedStream,
  makeStreamsDue,
  releaseStream,
  renewStreams,
} from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { type Metered, meter } from './budget.ts'
import type { Collected, Collector } from './collector.ts'
import type { HttpDeps } from './http.ts'
import { leaseNext } from './lease-next.ts'
import { judgeProvider } from './outage.ts'
import { openPace, type Pace } from './pacing.ts'
import { termsOf } from './providers.ts'
import { COLLECTOR_FAILED, settle } from './settle.ts'

export type RunDue = {
  /** Reads streams due by this time; streams that become due during the run wait for the next run. */
  readonly now: Instant
  /** Maximum number of readings; default: all that are due. */
  readonly limit?: number
  /** Reads all streams now, due or not. */
  readonly force?: true
  /** Ends the run: leases nothing more, and releases streams whose reading is not finished. */
  readonly signal?: AbortSignal
  /** Requests a second to a provider; without it, requests do not wait. */
  readonly perSecond?: (provider: string) => number | null
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

type Run<World extends HttpDeps> = RunDue & {
  readonly signal: AbortSignal
  readonly provider: string
  readonly collectors: readonly Collector<World>[]
  /** Spreads the provider's requests of this run. */
  readonly pace: Pace
  readonly left: { count: number }
  /** Fence tokens of the current leases. */
  readonly tokens: Set<string>
  readonly ended: Map<ReadingResult, number>
  /** Readings that count for or against the provider. */
  readonly judged: { count: number }
  /** Reports the counts so far. */
  readonly report: () => void
  /** Aborted when the provider's budget is used up. */
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
    ...{
      provider,
      pace: openPace(input.perSecond?.(provider) ?? null),
      left,
      tokens,
      ended: new Map<ReadingResult, number>(),
      judged: { count: 0 },
    },
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
      const ended = await readNext(run, deps)
      if (ended === undefined) {
        run.left.count += 1
        // What waits for the end of another reading is read by the worker of that one.
        return
      }
      run.ended.set(ended, (run.ended.get(ended) ?? 0) + 1)
      run.report()
      if (ended === 'deferred') run.stop.abort()
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
  const signal = AbortSignal.any([AbortSignal.timeout(termsOf(provider).readingMs), run.signal])
  const metered = meter({ provider, http: deps.world.http, signal, pace: run.pace }, timed)
  const collected = await collect({ leased, collector, metered }, deps)
  if (metered.deferred() || (collected.outcome === 'unavailable' && run.signal.aborted)) {
    const { position } = collected
    await inTransaction(deps.database, (writer) => releaseStream({ leased, position }, writer))
    return 'deferred'
  }
  const ended = await settle(
    { leased, collector, collected, requests: metered.used() },
    { ...timed, reportBug: deps.reportBug },
  )
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

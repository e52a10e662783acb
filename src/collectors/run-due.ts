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
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { type Metered, meter, termsOf } from './budget.ts'
import { openLane } from './chain/lane.ts'
import { claimNext } from './claim-next.ts'
import type { Collected, Collector } from './collector.ts'
import type { HttpDeps } from './http.ts'
import { nextDue } from './next-due.ts'
import { judgeProvider } from './outage.ts'

export type RunDue = {
  /** Streams due by then are read; what falls due during the run waits for the next one. */
  readonly now: Instant
  /** At most so many readings; all that are due without it. */
  readonly limit?: number
  /** Reads everything now, due or not. */
  readonly force?: true
  /** Ends the run: nothing more is claimed, what is under way is given back unread. */
  readonly signal?: AbortSignal
  /** Told of the counts so far after each reading. */
  readonly progress?: (counts: RunCounts) => void
  readonly only?: { readonly providers?: readonly string[]; readonly sourceIds?: readonly string[] }
}

export type RunDueDeps<World extends HttpDeps> = {
  readonly database: Database
  readonly collectors: readonly Collector<World>[]
  /** What collectors are given; `http` is metered for each reading. */
  readonly world: World
  /** Told of a collector that threw: a bug, recorded as outcome `error`. */
  readonly reportBug: (bug: {
    readonly error: unknown
    readonly provider: string
    readonly stream: string
  }) => void
}

/** `deferred`: put off by budget, cool-off or the end of the run. `lost`: another worker had taken the stream over. */
export type Ended = ReadingOutcome | 'deferred' | 'lost'
/** Readings of a run by `<provider>.<how they ended>`; only what happened is named. */
export type RunCounts = Readonly<Record<string, number>>

const READINGS_AT_ONCE = 8
const COLLECT_MS = 8 * 60_000
const LEAST_COOL_OFF_MS = 60_000
const DETAIL_LENGTH = 200
const FAILED_INSIDE: Collected = { outcome: 'error', detail: 'the reading failed inside the service' }

type Run<World extends HttpDeps> = RunDue & {
  readonly provider: string
  readonly collectors: readonly Collector<World>[]
  readonly lane: ReturnType<typeof openLane>
  readonly left: { count: number }
  /** Fences of the streams held now. */
  readonly held: Set<string>
  readonly ended: Map<Ended, number>
  /** Readings made by which the provider is judged. */
  readonly judged: { count: number }
  /** Tells whoever watches of the counts so far. */
  readonly told: () => void
  /** Set when the provider has nothing more due, or nothing more to give. */
  readonly stop: AbortController
}

/** Reads what is due, each stream by one worker at a time over all processes, a bounded number at once. */
export async function runDue<World extends HttpDeps>(
  input: RunDue,
  deps: RunDueDeps<World>,
): Promise<RunCounts> {
  const wanted = input.only?.providers
  const providers = [...new Set(deps.collectors.map(({ provider }) => provider))].filter(
    (provider) => wanted === undefined || wanted.includes(provider),
  )
  if (input.force === true) await makeDue({ ...input, providers }, deps)
  const lane = openLane(READINGS_AT_ONCE)
  const held = new Set<string>()
  await using _lease = keepLease(() => renew(held, deps), reporting(deps))
  const left = { count: input.limit ?? Number.POSITIVE_INFINITY }
  const runs: readonly Run<World>[] = providers.map((provider) => ({
    ...input,
    ...{ provider, lane, left, held, ended: new Map<Ended, number>(), judged: { count: 0 } },
    stop: new AbortController(),
    told: () => input.progress?.(countsOf(runs)),
    collectors: deps.collectors.filter((collector) => collector.provider === provider),
  }))
  await Promise.all(runs.map((run) => readProvider(run, deps)))
  const counts = countsOf(runs)
  return counts
}

function countsOf(
  runs: readonly { readonly provider: string; readonly ended: ReadonlyMap<Ended, number> }[],
): RunCounts {
  return Object.fromEntries(
    runs.flatMap(({ provider, ended }) => [...ended].map(([how, times]) => [`${provider}.${how}`, times])),
  )
}

function renew<World extends HttpDeps>(held: ReadonlySet<string>, deps: RunDueDeps<World>): Promise<void> {
  const until = addMs(deps.world.clock(), LEASE_MS)
  return inTransaction(deps.database, (writer) => renewStreams({ tokens: [...held], until }, writer))
}

function reporting<World extends HttpDeps>(deps: RunDueDeps<World>): (error: unknown) => void {
  return (error) => deps.reportBug({ error, provider: 'every', stream: 'lease' })
}

function makeDue<World extends HttpDeps>(
  input: RunDue & { readonly providers: readonly string[] },
  deps: RunDueDeps<World>,
): Promise<void> {
  const { now, providers } = input
  const sourceIds = input.only?.sourceIds
  return inTransaction(deps.database, (writer) => makeStreamsDue({ now, providers, sourceIds }, writer))
}

async function readProvider<World extends HttpDeps>(run: Run<World>, deps: RunDueDeps<World>): Promise<void> {
  const workers = Array.from({ length: termsOf(run.provider).concurrency }, async () => {
    while (run.left.count > 0 && !run.stop.signal.aborted && run.signal?.aborted !== true) {
      run.left.count -= 1
      const ended = await run.lane(() => readNext(run, deps))
      if (ended === undefined) run.left.count += 1
      else {
        run.ended.set(ended, (run.ended.get(ended) ?? 0) + 1)
        run.told()
      }
      if (ended === undefined || ended === 'deferred') run.stop.abort()
    }
  })
  await Promise.all(workers)
  await judgeProvider({ provider: run.provider, made: run.judged.count, now: deps.world.clock() }, deps)
}

/** One reading from claim to settlement; undefined when nothing is due. */
async function readNext<World extends HttpDeps>(
  run: Run<World>,
  deps: RunDueDeps<World>,
): Promise<Ended | undefined> {
  const held = await claimNext(
    {
      ...{ provider: run.provider, specs: run.collectors },
      ...{ dueBy: run.now, sourceIds: run.only?.sourceIds },
    },
    { database: deps.database, clock: deps.world.clock },
  )
  const collector = run.collectors.find(({ kind, stream }) => kind === held?.kind && stream === held.stream)
  if (held === undefined || collector === undefined) return undefined
  run.held.add(held.token)
  using _given = { [Symbol.dispose]: () => void run.held.delete(held.token) }
  const limits = [AbortSignal.timeout(COLLECT_MS), ...(run.signal === undefined ? [] : [run.signal])]
  const metered = meter(
    { provider: run.provider, http: deps.world.http, signal: AbortSignal.any(limits) },
    { database: deps.database, clock: deps.world.clock },
  )
  const collected = await collect({ held, collector, metered }, deps)
  if (metered.deferred() || (collected.outcome === 'unavailable' && run.signal?.aborted === true)) {
    await inTransaction(deps.database, (writer) => releaseStream(held, writer))
    return 'deferred'
  }
  const ended = await settleOrReport({ held, collector, collected, metered }, deps)
  if (ended !== 'lost' && !CONTEXT_STREAMS.includes(collector.stream)) run.judged.count += 1
  return ended
}

type Reading<World> = {
  readonly held: LeasedStream
  readonly collector: Collector<World>
  readonly metered: Metered
}

async function collect<World extends HttpDeps>(
  { held, collector, metered }: Reading<World>,
  deps: RunDueDeps<World>,
): Promise<Collected> {
  try {
    return await collector.collect(held, { ...deps.world, http: metered.http })
  } catch (error) {
    deps.reportBug({ error, provider: collector.provider, stream: collector.stream })
    return FAILED_INSIDE
  }
}

/** What can't be stored is a bug too: the attempt is recorded without it, so that one stream never holds up the rest. */
async function settleOrReport<World extends HttpDeps>(
  reading: Reading<World> & { readonly collected: Collected },
  deps: RunDueDeps<World>,
): Promise<Ended> {
  try {
    return await settle(reading, deps)
  } catch (error) {
    deps.reportBug({ error, provider: reading.collector.provider, stream: reading.collector.stream })
    return settle({ ...reading, collected: FAILED_INSIDE }, deps)
  }
}

/**
 * Stream, what was read and the attempt itself stand or fall together; a lost claim writes nothing. The project's mark
 * is taken before its records are written, as an evaluation does, so that neither waits for the other in a circle.
 */
async function settle<World extends HttpDeps>(
  { held, collector, collected, metered }: Reading<World> & { readonly collected: Collected },
  deps: RunDueDeps<World>,
): Promise<Ended> {
  const now = deps.world.clock()
  const until = limitEnd(collected, now)
  const dueAt = nextDue({
    outcome: collected.outcome,
    previousOutcome: held.lastOutcome,
    failuresInARow: held.failuresInARow + 1,
    cadenceSeconds: held.cadenceSeconds,
    missingCadenceSeconds: missingCadence(held, collector),
    coolOffUntil: until,
    now,
  })
  return inTransaction(deps.database, async (writer) => {
    const stillHeld = await settleStream({ ...collected, held, now, dueAt }, writer)
    if (!stillHeld) return 'lost'
    await markForEvaluation({ projectIds: [held.projectId], now }, writer)
    await collected.save?.(writer, { now })
    await saveAttempt({ held, collector, collected, now }, writer)
    await chargeProvider({ provider: collector.provider, until, now, requests: metered.used() }, writer)
    if (isGood(collected.outcome) && termsOf(collector.provider).missingCadenceSeconds !== undefined) {
      await wakeMissingStreams({ sourceId: held.sourceId, now }, writer)
    }
    return collected.outcome
  })
}

async function saveAttempt<World>(
  input: Pick<Reading<World>, 'held' | 'collector'> & {
    readonly collected: Collected
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { held, collector, collected, now } = input
  await saveReading(
    {
      ...{ id: randomUUID(), sourceId: held.sourceId, stream: held.stream, provider: collector.provider },
      ...{ attemptedAt: now, outcome: collected.outcome, digest: collected.digest ?? null },
      detail: collected.detail?.slice(0, DETAIL_LENGTH) ?? null,
    },
    writer,
  )
}

/** A reading that went past the meter (over another transport) costs one request. */
async function chargeProvider(
  input: {
    readonly provider: string
    readonly until: Instant | null
    readonly now: Instant
    readonly requests: number
  },
  writer: Writer,
): Promise<void> {
  const { provider, until, now } = input
  const { dailyLimit } = termsOf(provider)
  if (input.requests === 0)
    await takeFromBudget({ provider, requests: 1, dailyLimit, keepBack: 0, now }, writer)
  if (until !== null) await coolOff({ provider, until, dailyLimit, now }, writer)
}

function isGood(outcome: ReadingOutcome): boolean {
  return outcome === 'fresh' || outcome === 'not_modified'
}

function limitEnd({ outcome, coolOffUntil }: Collected, now: Instant): Instant | null {
  if (outcome !== 'rate_limited' && coolOffUntil === undefined) return null
  const least = addMs(now, LEAST_COOL_OFF_MS)
  return coolOffUntil !== undefined && msOf(coolOffUntil) > msOf(least) ? coolOffUntil : least
}

/** Streams read more often than their collector says (on the sandbox) are set aside for as much less. */
function missingCadence(
  held: LeasedStream,
  collector: { provider: string; cadenceSeconds: number },
): number | null {
  const { missingCadenceSeconds } = termsOf(collector.provider)
  if (missingCadenceSeconds === undefined) return null
  return Math.ceil((missingCadenceSeconds * held.cadenceSeconds) / collector.cadenceSeconds)
}

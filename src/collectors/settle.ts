import { randomUUID } from 'node:crypto'
import type { ReadingOutcome } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import { addMs, earlierOf, HOUR_MS, type Instant, laterOf, MINUTE_MS, msOf } from '#contract/time.ts'
import { cadenceAfter } from '#domain/collecting/cadence.ts'
import { isGood } from '#domain/collecting/reading-outcome.ts'
import { coolOff, endLimits, findLimitsInARow } from '#records/collecting/budgets.ts'
import { type Reading, saveReadings } from '#records/collecting/readings.ts'
import {
  type LeasedStream,
  releaseStreams,
  type SettledStream,
  settleStreams,
  wakeStreams,
} from '#records/collecting/streams.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { type Causes, markForEvaluation } from '#records/project/work.ts'
import type { Collected, Collector } from './collector.ts'
import { nextDue } from './next-due.ts'
import { believed } from './outage.ts'
import type { ProviderLimits } from './provider-limits.ts'
import { missingCadenceOf, policyOf, scaledSeconds } from './providers.ts'

/** A reading that ended. */
export type EndedReading = {
  readonly leased: LeasedStream
  readonly collector: Pick<Collector<never>, 'provider' | 'stream' | 'cadenceSeconds' | 'slowsInSilence'>
  readonly collected: Collected
  readonly endedAt: Instant
  /** The sampled trace of the reading: one or none. Undefined without tracing. */
  readonly causes?: readonly string[] | undefined
}

/**
 * The result of storing a reading: its outcome, or `lost` when another process has the lease now and nothing was
 * stored.
 */
export type Settled = ReadingOutcome | 'lost'

/** Reports a bug in a reading of a stream. */
export type ReportBug = (bug: {
  readonly error: unknown
  readonly provider: string
  readonly stream: string
}) => void

type SettleDeps = {
  readonly database: Database
  /** Called when a provider must not be asked for a time. */
  readonly paused: (provider: string) => Promise<void>
  readonly reportBug: ReportBug
  readonly dailyLimitOf: ProviderLimits['dailyLimitOf']
}

/** The stored result of a reading that threw, which is a bug. */
export const COLLECTOR_FAILED: Collected = {
  outcome: 'error',
  detail: 'the reading failed inside the service',
}

const LEAST_PAUSE_MS = MINUTE_MS
/** The longest pause after a rate limit when the provider does not say how long to wait. */
const LONGEST_PAUSE_MS = HOUR_MS
const DETAIL_LENGTH = 200

/**
 * Stores the ended readings of one provider in one transaction. An error while storing is a bug of one of them: each is
 * then stored alone, and a reading that fails again is stored without its records, so that no stream blocks the others.
 * A failure of the database says nothing about a source, so nothing is stored.
 * @throws the failure of the database
 */
export async function settle(
  readings: readonly EndedReading[],
  deps: SettleDeps,
): Promise<readonly Settled[]> {
  try {
    return await store(readings, deps)
  } catch (error) {
    const [reading] = readings
    if (reading === undefined || findDatabaseFailure(error) !== undefined) throw error
    if (readings.length > 1) return settleEach(readings, deps)
    deps.reportBug({ error, provider: reading.collector.provider, stream: reading.collector.stream })
    return store([{ ...reading, collected: COLLECTOR_FAILED }], deps)
  }
}

/**
 * Stores what a reading read before it was put off, and releases its stream with the position that it reached. Such a
 * reading has no outcome. A good outcome with records may depend on requests that were refused, so neither its records
 * nor its position are stored.
 */
export async function settlePutOff(
  ended: EndedReading,
  deps: Pick<SettleDeps, 'database' | 'reportBug'>,
): Promise<void> {
  const { collected, collector } = ended
  const isKept = collected.save === undefined || !isGood(collected.outcome)
  try {
    await storePutOff(isKept ? ended : { ...ended, collected: NOTHING_READ }, deps)
  } catch (error) {
    if (collected.save === undefined || findDatabaseFailure(error) !== undefined) throw error
    deps.reportBug({ error, provider: collector.provider, stream: collector.stream })
    await storePutOff({ ...ended, collected: NOTHING_READ }, deps)
  }
}

/** The result without position and records. A position beyond records that are not stored would skip them. */
const NOTHING_READ: Pick<Collected, 'position' | 'save'> = {}

async function storePutOff(
  ended: Pick<EndedReading, 'leased' | 'endedAt' | 'causes'> & {
    readonly collected: Pick<Collected, 'position' | 'save'>
  },
  { database }: Pick<SettleDeps, 'database'>,
): Promise<void> {
  const { leased, endedAt: now, causes } = ended
  const { position, save } = ended.collected
  await inTransaction(database, async (writer) => {
    const held = await releaseStreams([{ leased, position }], writer)
    if (save === undefined || !held.has(leased.token)) return
    const { projectId } = leased
    const ofProject: Causes = causes === undefined ? new Map() : new Map([[projectId, causes]])
    await markForEvaluation({ projectIds: [projectId], now, causes: ofProject }, writer)
    await save(writer, { now })
  })
}

async function settleEach(readings: readonly EndedReading[], deps: SettleDeps): Promise<readonly Settled[]> {
  const settled: Settled[] = []
  for (const reading of readings) settled.push(...(await settle([reading], deps)))
  return settled
}

/** An ended reading with all data to store. */
type Prepared = {
  readonly provider: string
  readonly stream: SettledStream
  readonly attempt: Reading
  readonly collected: Collected
  readonly causes: EndedReading['causes']
  /** The provider that must not be asked, and until when; null without a limit of the provider. */
  readonly pause: { readonly provider: string; readonly until: Instant } | null
  /** Whether other streams of the source may be due now: those set aside as missing, or read less often in silence. */
  readonly wakesOthers: boolean
}

/**
 * Stores the streams' states, the records and the attempts in one transaction. A reading with a lost lease stores
 * nothing. The projects' marks are locked before their records, in the order that an evaluation uses, so that the two
 * cannot deadlock.
 */
async function store(readings: readonly EndedReading[], deps: SettleDeps): Promise<readonly Settled[]> {
  const prepared = await Promise.all(readings.map((reading) => prepare(reading, deps)))
  const held = await inTransaction(deps.database, async (writer) => {
    const tokens = await settleStreams(
      prepared.map(({ stream }) => stream),
      writer,
    )
    await storeRecords(
      prepared.filter(({ stream }) => tokens.has(stream.leased.token)),
      deps,
      writer,
    )
    return tokens
  })
  for (const { pause } of prepared) if (pause !== null) await deps.paused(pause.provider)
  return prepared.map(({ stream }) => (held.has(stream.leased.token) ? stream.outcome : 'lost'))
}

async function storeRecords(
  ended: readonly Prepared[],
  { dailyLimitOf }: Pick<SettleDeps, 'dailyLimitOf'>,
  writer: Writer,
): Promise<void> {
  const [first] = ended
  if (first === undefined) return
  const { now } = first.stream
  const projectIds = ended.map(({ stream }) => stream.leased.projectId)
  await markForEvaluation({ projectIds, now, causes: causesOf(ended) }, writer)
  for (const { collected, stream } of ended) await collected.save?.(writer, { now: stream.now })
  const attempts = ended.map(({ attempt }) => attempt)
  const hasGood = ended.some(({ stream }) => isGood(stream.outcome))
  await Promise.all([
    saveReadings(attempts, writer),
    ...(hasGood ? [endLimits({ provider: first.provider, now }, writer)] : []),
  ])
  for (const { pause, stream } of ended) {
    if (pause === null) continue
    const dailyLimit = dailyLimitOf(pause.provider)
    await coolOff({ ...pause, dailyLimit, now: stream.now }, writer)
  }
  const readings = ended.filter(({ wakesOthers }) => wakesOthers).map(({ stream }) => stream.leased)
  await wakeStreams({ readings, now }, writer)
}

/** The traces of each project with traced readings. A project's list is empty when none of its traces is sampled. */
function causesOf(ended: readonly Prepared[]): Causes {
  const traced = ended.flatMap(({ causes, stream }) =>
    causes === undefined ? [] : [{ projectId: stream.leased.projectId, causes }],
  )
  const byProject = Map.groupBy(traced, ({ projectId }) => projectId)
  return new Map([...byProject].map(([id, readings]) => [id, readings.flatMap(({ causes }) => causes)]))
}

async function prepare(ended: EndedReading, deps: SettleDeps): Promise<Prepared> {
  const { leased, collector, endedAt: now } = ended
  const { provider } = collector
  const { firstOkAt, sourceId, stream } = leased
  const collected = await believed({ collected: ended.collected, firstOkAt, provider }, deps)
  const { failedProvider = provider, outcome, digest = null } = collected
  const pauseUntil = await pauseEnd({ leased, collected, provider: failedProvider, now }, deps)
  const life = isGood(collected.outcome) ? lifeOf({ ...ended, collected }) : null
  const dueAt = nextDue({
    outcome,
    previousOutcome: leased.lastOutcome,
    failuresInARow: leased.failuresInARow + 1,
    cadenceSeconds: leased.cadenceSeconds,
    goodCadenceSeconds: life?.cadenceSeconds ?? leased.cadenceSeconds,
    missingCadenceSeconds: missingCadenceOf(collector, leased),
    continues: collected.continues === true,
    pauseUntil,
    now,
  })
  const isLimited = pauseUntil !== null && collected.limit !== 'stream'
  return {
    provider,
    stream: { ...collected, ...life, leased, now, dueAt },
    attempt: {
      id: randomUUID(),
      sourceId,
      stream,
      provider: failedProvider,
      attemptedAt: now,
      outcome,
      digest,
      detail: detailOf(collected),
    },
    collected,
    causes: ended.causes,
    pause: isLimited ? { provider: failedProvider, until: pauseUntil } : null,
    wakesOthers: isGood(collected.outcome) && policyOf(provider).wakesOthers === true,
  }
}

/**
 * The stream's cadence after a good reading, and the newest change that the reading showed. The first reading of a
 * source knows only its own stream, so it cannot show silence.
 */
function lifeOf({ leased, collector, collected, endedAt }: EndedReading): {
  readonly cadenceSeconds: number
  readonly changedAt?: Instant
} {
  const { changedAt: before } = leased
  // A commit can be dated in the future.
  const shown = collected.changedAt === undefined ? null : earlierOf(collected.changedAt, endedAt)
  const newest = before !== null && shown !== null ? laterOf(before, shown) : before
  const silentMs = newest === null ? null : msOf(endedAt) - msOf(newest)
  const slows = collector.slowsInSilence === true
  const seconds = slows ? cadenceAfter({ ...collector, silentMs }) : collector.cadenceSeconds
  return {
    cadenceSeconds: scaledSeconds(seconds, { collector, stream: leased }),
    ...known({ changedAt: shown }),
  }
}

/** The detail as stored. The partial reason comes first, because a long detail is cut at its end. */
function detailOf({ partial, detail }: Collected): string | null {
  const parts = [partial === undefined ? undefined : `partial: ${partial}`, detail]
  const given = parts.filter((part) => part !== undefined)
  return given.length === 0 ? null : given.join('; ').slice(0, DETAIL_LENGTH)
}

/**
 * When a limited provider or stream may be asked again; null without a limit. The provider decides, but the pause is at
 * least a minute. If the provider does not say, the pause is a minute, doubled with each limit in a row, up to an hour.
 */
async function pauseEnd(
  ended: Pick<EndedReading, 'leased' | 'collected'> & { readonly provider: string; readonly now: Instant },
  { database }: Pick<SettleDeps, 'database'>,
): Promise<Instant | null> {
  const { collected, leased, provider, now } = ended
  const { outcome, coolOffUntil, limit } = collected
  const least = addMs(now, LEAST_PAUSE_MS)
  if (coolOffUntil !== undefined) return laterOf(least, coolOffUntil)
  if (outcome !== 'rate_limited') return null
  const inARow =
    limit === 'stream' ? leased.limitsInARow : await findLimitsInARow({ provider, now }, database)
  return addMs(now, Math.min(LONGEST_PAUSE_MS, LEAST_PAUSE_MS * 2 ** Math.min(inARow, 10)))
}

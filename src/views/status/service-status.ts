import { cursorOf } from '#contract/ids.ts'
import type { ServiceStatus } from '#contract/shapes/status.ts'
import { addMs, DAY_MS, dateOf, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { spentUntil } from '#domain/collecting/spread-budget.ts'
import type {
  ChainHead,
  LedgerHead,
  PipelineRun,
  ProviderBudget,
  ProviderReadings,
  RpcEndpoint,
} from '#domain/collecting/status-record.ts'

/** A run is late after this number of cadences, but never before the shortest time. */
const LATE_AFTER_CADENCES = 3
const LATE_AT_LEAST_MS = 120_000
/** A provider without any reading for this time is late, however slow its streams. */
export const PROVIDER_LATE_MS = 72 * HOUR_MS
/** Share of a provider's streams that must be fresh. Among many sources some are always down. */
export const FRESH_SHARE = 0.9
/** Counts of streams that are older than this do not describe the present freshness. */
const COUNT_LATE_MS = HOUR_MS

type Pipeline = ServiceStatus['pipelines'][number]
type Provider = ServiceStatus['providers'][number]

/** The status of the service without the calendar of outages. */
export type PresentStatus = Omit<ServiceStatus, 'outageCalendar'>

/** The status of the service now: each pipeline, each provider, the ledger. Freshness is null while it is unknown. */
export function presentStatus(
  input: {
    readonly pipelines: readonly PipelineRun[]
    readonly budgets: readonly ProviderBudget[]
    readonly readings: readonly ProviderReadings[]
    readonly ledger: LedgerHead
    readonly chain: { readonly head: ChainHead | undefined; readonly endpoints: readonly RpcEndpoint[] }
    readonly service: { readonly version: string; readonly sandbox: boolean }
    readonly standbys: ServiceStatus['standbys']
  },
  { now }: { readonly now: Instant },
): PresentStatus {
  const budgets = new Map(input.budgets.map((budget) => [budget.provider, budget]))
  const readings = new Map(input.readings.map((reading) => [reading.provider, reading]))
  const names = [...new Set([...budgets.keys(), ...readings.keys()])].sort()
  const providers = names.map((provider) =>
    providerStatus({ provider, budget: budgets.get(provider), readings: readings.get(provider) }, now),
  )
  return {
    now,
    version: input.service.version,
    sandbox: input.service.sandbox,
    ledger: { cursor: cursorOf(input.ledger.position), lastRunAt: input.ledger.lastRunAt },
    pipelines: input.pipelines.map((run) => pipelineStatus(run, now)),
    providers,
    chain: chainStatus(input.chain, now),
    standbys: input.standbys,
  }
}

function chainStatus(
  known: { readonly head: ChainHead | undefined; readonly endpoints: readonly RpcEndpoint[] },
  now: Instant,
): ServiceStatus['chain'] {
  if (known.head === undefined) return null
  const { latestBlock, safeBlock, finalizedBlock, basis, safeAt, readAt } = known.head
  const endpoints = known.endpoints.filter(
    ({ lastAnsweredAt }) => lastAnsweredAt !== null && !olderThan(lastAnsweredAt, DAY_MS, now),
  )
  return {
    latestBlock,
    safeBlock,
    finalizedBlock,
    basis,
    readAt,
    safeBehindSeconds: Math.max(0, Math.floor((msOf(readAt) - msOf(safeAt)) / 1000)),
    endpoints: endpoints.map(({ place, lastAnsweredAt, pausedUntil, maxBlocks, noStateBlock }) => ({
      place,
      lastAnsweredAt,
      maxBlocks,
      noStateBlock,
      pausedUntil: upcoming(pausedUntil, now),
    })),
  }
}

function pipelineStatus(run: PipelineRun, now: Instant): Pipeline {
  const state = runState(run, now)
  return {
    name: run.name,
    state,
    fresh: state === 'never_run' ? null : state === 'fresh',
    cadenceSeconds: run.cadenceSeconds,
    lastRunAt: run.lastFinishedAt,
    lastSucceededAt: run.lastSucceededAt,
    dueAt: run.dueAt,
  }
}

function runState(run: PipelineRun, now: Instant): Pipeline['state'] {
  if (run.lastFinishedAt === null) return 'never_run'
  if (run.lastError !== null || run.lastSucceededAt === null) return 'failing'
  const lateAfterMs = Math.max(run.cadenceSeconds * 1000 * LATE_AFTER_CADENCES, LATE_AT_LEAST_MS)
  return olderThan(run.lastSucceededAt, lateAfterMs, now) ? 'late' : 'fresh'
}

type Known = {
  readonly provider: string
  readonly budget: ProviderBudget | undefined
  readonly readings: ProviderReadings | undefined
}

function providerStatus({ provider, budget, readings }: Known, now: Instant): Provider {
  const state = providerState({ provider, budget, readings }, now)
  return {
    provider,
    state,
    fresh: isFresh({ provider, budget, readings }, now),
    lastTriedAt: readings === undefined ? null : readings.lastTriedAt,
    lastReadAt: readings === undefined ? null : readings.lastReadAt,
    streams: readings === undefined ? null : { countedAt: readings.countedAt, ...readings.streams },
    budget:
      budget === undefined ? null : { usedToday: usedToday(budget, now), dailyLimit: budget.dailyLimit },
    coolOffUntil: budget === undefined ? null : notAskedUntil(budget, now),
    outageSince: budget === undefined ? null : budget.outageSince,
  }
}

function providerState({ budget, readings }: Known, now: Instant): Provider['state'] {
  if (budget !== undefined) {
    // Check the pause first: a limit on one shared request fails so many streams that it is an outage too.
    if (upcoming(budget.coolOffUntil, now) !== null) return 'cooling_off'
    if (budget.outageSince !== null) return 'outage'
    if (budgetSpentUntil(budget, now) !== null) return 'budget_spent'
  }
  // Without a reading there is no age, so that a provider that was only tried is not late either.
  if (readings === undefined || readings.lastReadAt === null) return 'never_read'
  return olderThan(readings.lastReadAt, PROVIDER_LATE_MS, now) ? 'late' : 'answering'
}

function isFresh({ budget, readings }: Known, now: Instant): boolean | null {
  if (readings === undefined || readings.lastTriedAt === null) return null
  if (budget !== undefined && budget.outageSince !== null) return false
  if (olderThan(readings.countedAt, COUNT_LATE_MS, now)) return null
  const { fresh, missing, total } = readings.streams
  return fresh + missing >= FRESH_SHARE * total
}

function usedToday(budget: ProviderBudget, now: Instant): number {
  return budget.day === dateOf(now) ? budget.used : 0
}

/** The end of the provider's pause, or the time when its budget allows requests again if that is later. */
function notAskedUntil(budget: ProviderBudget, now: Instant): Instant | null {
  const ends = [upcoming(budget.coolOffUntil, now), budgetSpentUntil(budget, now)]
  return (
    ends
      .filter((end) => end !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

function budgetSpentUntil(budget: ProviderBudget, now: Instant): Instant | null {
  return spentUntil({ used: usedToday(budget, now), dailyLimit: budget.dailyLimit }, now)
}

function upcoming(until: Instant | null, now: Instant): Instant | null {
  return until !== null && msOf(until) > msOf(now) ? until : null
}

function olderThan(at: Instant, ageMs: number, now: Instant): boolean {
  return msOf(addMs(at, ageMs)) < msOf(now)
}

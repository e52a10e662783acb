import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { errorMessageOf } from '#contract/error-message.ts'
import { known } from '#contract/known.ts'
import { addMs } from '#contract/time.ts'
import { keepLease, LEASE_MS } from '#records/collecting/leases.ts'
import {
  addPipelines,
  getPipelineNames,
  leasePipeline,
  recordRun,
  releasePipeline,
  renewPipeline,
  savePipelines,
  settlePipeline,
} from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { findDatabaseFailure } from '#records/database-failure.ts'
import { ProjectsFailed } from '#records/in-parts.ts'
import { savePublication } from '#records/market/integrity.ts'
import { announce } from '#records/notifications.ts'
import { whenBack } from '#records/when-back.ts'
import { RELEASE } from '../process/release.ts'
import type { Service } from '../service.ts'
import { allEnded } from './all-ended.ts'
import { collectFrom, EXPLORERS, type Extent, PROVIDERS } from './collecting.ts'
import { type Counts, combinedProgress, sumOfCounts } from './counts.ts'
import { DELIVERING_CADENCE_SECONDS } from './delivering.ts'
import { RUN, type RunInput, STEPS, type StepName } from './steps.ts'

const LEASE_AGAIN_MS = 200

/** Steps that every process runs at once, without a lease on the step: they lease their work row by row. */
const UNLEASED = ['fan_out', 'deliver'] as const
type UnleasedName = (typeof UNLEASED)[number]
type ProviderPipelineName = `collect:${string}`
export type PipelineName = StepName | ProviderPipelineName
/** Every pipeline. Each provider is read by one of its own, so that a slow provider delays no other. */
export const PIPELINES: readonly PipelineName[] = [...STEPS, ...PROVIDERS.map(providerPipeline)]
/** Pipelines with a lease: each runs in one process at a time, when it is due. */
export const LEASED: readonly PipelineName[] = PIPELINES.filter((name) => unleasedOf(name) === undefined)
/**
 * `not_leased`: not due, or another process runs it. `interrupted`: the signal came before the end, so it is unknown
 * whether all was done. `failed` has the reason, which is also logged.
 */
export type PipelineResult =
  | { readonly name: PipelineName; readonly result: 'ran'; readonly counts: Counts }
  | { readonly name: PipelineName; readonly result: 'not_leased' | 'interrupted' }
  | { readonly name: PipelineName; readonly result: 'failed'; readonly error: string }

/**
 * Stores the cadence of every pipeline that this deployment runs, unless a newer release runs them, and whether the
 * deployment publishes market integrity.
 */
export async function registerPipelines(service: Service): Promise<void> {
  const { marketIntegrity } = service.config
  const now = service.clock.now()
  await inTransaction(service.database, async (writer) => {
    await savePipelines(pipelinesOf(service), writer)
    await savePublication({ marketIntegrity, now }, writer)
    await announce('answers', writer)
  })
}

/** Whether the database has every pipeline of this deployment. It can lack some after a restore or a failover. */
export async function areRegistered(service: Service): Promise<boolean> {
  const registered = await getPipelineNames(service.database)
  return pipelinesOf(service).pipelines.every(({ name }) => registered.includes(name))
}

/** Stores the pipelines that no process has registered yet, because only a registered pipeline can run. */
export async function registerMissingPipelines(service: Service): Promise<void> {
  await inTransaction(service.database, (writer) => addPipelines(pipelinesOf(service), writer))
}

/** The pipelines that this deployment runs, with their cadence. */
function pipelinesOf({ config, signer, clock }: Service): Parameters<typeof savePipelines>[0] {
  const cadence: Record<StepName, number> = {
    collect: 10,
    evaluate: 10,
    rank: Math.max(1, Math.floor(300 / config.cadenceDivisor)),
    signals: Math.max(1, Math.floor(3600 / config.cadenceDivisor)),
    ledger: config.ledgerSeconds,
    reports: Math.max(1, Math.floor(3600 / config.cadenceDivisor)),
    fan_out: DELIVERING_CADENCE_SECONDS,
    deliver: DELIVERING_CADENCE_SECONDS,
    days: Math.max(1, Math.floor(600 / config.cadenceDivisor)),
    retention: 86_400,
  }
  const run = PIPELINES.filter((name) => name !== 'deliver' || signer !== undefined)
  const pipelines = run.map((name) => ({ name, cadenceSeconds: cadence[stepOf(name)] }))
  return { pipelines, release: RELEASE, now: clock.now() }
}

/** Runs a pipeline if it is due and no other process runs it. */
export function runWhenDue(
  input: { name: PipelineName; signal: AbortSignal },
  service: Service,
): Promise<PipelineResult> {
  return runPipeline({ ...input, extent: 'due', when: 'due' }, service)
}

/**
 * Runs a step now. Collecting reads all providers side by side, and then the explorers of the contracts that were
 * found.
 * @throws the error of a failed database; the leases of the step then end soon
 */
export async function runNow(
  input: RunInput & { readonly name: StepName },
  service: Service,
): Promise<PipelineResult> {
  const unleased = unleasedOf(input.name)
  if (unleased !== undefined) return runUnleased({ ...input, name: unleased }, service)
  if (input.name !== 'collect') return runInTurn(input, service)
  const { progress, ...run } = input
  const shown = progress && combinedProgress(progress)
  const collectFromEach = (providers: readonly string[], extent: Extent) =>
    allEnded(
      providers.map((provider) => {
        const name = providerPipeline(provider)
        return runInTurn({ ...run, name, extent, progress: shown?.(name) }, service)
      }),
    )
  const prepare = () => runInTurn(run, service)
  const results = [await prepare(), ...(await collectFromEach(PROVIDERS, run.extent))]
  const prepared = await prepare()
  const hasMore = prepared.result === 'ran' && prepared.counts['explorers'] !== undefined
  return together([...results, prepared, ...(hasMore ? await collectFromEach(EXPLORERS, 'due') : [])])
}

/** Runs a step that needs no lease. The processes that work do what it leaves undone. */
async function runUnleased(
  { name, ...run }: RunInput & { readonly name: UnleasedName },
  service: Service,
): Promise<PipelineResult> {
  try {
    const counts = await RUN[name](run, service)
    if (run.signal.aborted) return { name, result: 'interrupted' }
    const now = service.clock.now()
    await recordRun({ name, now, counts }, service.database)
    return { name, result: 'ran', counts }
  } catch (cause) {
    if (findDatabaseFailure(cause) !== undefined) throw cause
    service.logger.error({ pipeline: name, err: cause }, 'pipeline failed')
    return { name, result: 'failed', error: errorMessageOf(cause) }
  }
}

function unleasedOf(name: PipelineName): UnleasedName | undefined {
  return UNLEASED.find((unleased) => unleased === name)
}

/** Runs a pipeline. Waits for a run of another process first, because that may have begun before the newest data. */
async function runInTurn(
  input: RunInput & { readonly name: PipelineName },
  service: Service,
): Promise<PipelineResult> {
  while (!input.signal.aborted) {
    const result = await runPipeline({ ...input, when: 'now' }, service)
    if (result.result !== 'not_leased') return result
    await wait(LEASE_AGAIN_MS)
  }
  return { name: input.name, result: 'interrupted' }
}

/** The results of a step's pipelines as one. An interruption comes first, because it ends the run of all pipelines. */
function together(results: readonly PipelineResult[]): PipelineResult {
  const ended =
    results.find(({ result }) => result === 'interrupted') ??
    results.find(({ result }) => result === 'failed')
  if (ended !== undefined) return { ...ended, name: 'collect' }
  const ran = results.flatMap((one) => (one.result === 'ran' ? [one.counts] : []))
  if (ran.length === 0) return { name: 'collect', result: 'not_leased' }
  return { name: 'collect', result: 'ran', counts: sumOfCounts(ran) }
}

function providerPipeline(provider: string): ProviderPipelineName {
  return `collect:${provider}`
}

function stepOf(name: PipelineName): StepName {
  return STEPS.find((step) => step === name) ?? 'collect'
}

async function runPipeline(
  input: RunInput & { name: PipelineName; when: 'due' | 'now' },
  service: Service,
): Promise<PipelineResult> {
  const { name, when, ...run } = input
  // Known before the lease, so that a lease whose confirmation is lost with the connection ends too.
  const token = randomUUID()
  const { clock } = service
  const at = { now: clock.now(), leasesAt: clock.leasesNow() }
  const lease = { name, token, release: RELEASE, ...at, leaseMs: LEASE_MS, when }
  const begunMs = performance.now()
  const endOf = (counts: Counts) => {
    const announces = when === 'now' || wroteEvents(name, counts) ? ('answers' as const) : undefined
    return { name, token, now: clock.now(), ...known({ announces }) }
  }
  const settle = (counts: Counts, error?: string) =>
    settlePipeline({ ...endOf(counts), counts, ...known({ error }) }, service.database)
  const renew = () =>
    renewPipeline({ name, token, until: addMs(service.clock.now(), LEASE_MS) }, service.database)
  try {
    if (!(await leasePipeline(lease, service.database))) return { name, result: 'not_leased' }
    await using _lease = keepLease(renew, (err) =>
      service.logger.warn({ pipeline: name, err }, 'the lease was not renewed'),
    )
    const step = STEPS.find((known) => known === name)
    const counts =
      step === undefined
        ? await collectFrom(name.slice('collect:'.length), run, service)
        : await RUN[step](run, service)
    if (run.signal.aborted) {
      await releasePipeline(endOf(counts), service.database)
      service.logger.info({ pipeline: name, counts }, 'pipeline was interrupted')
      return { name, result: 'interrupted' }
    }
    await settle(counts)
    service.full.delete(name)
    const ms = performance.now() - begunMs
    service.telemetry.ran({ pipeline: name, result: 'ran', ms, counts })
    service.logger.info({ pipeline: name, counts, ms: Math.round(ms) }, 'pipeline ran')
    return { name, result: 'ran', counts }
  } catch (cause) {
    const error = errorMessageOf(cause)
    const failure = findDatabaseFailure(cause)
    if (failure === 'full') service.full.add(name)
    if (failure === undefined) service.logger.error({ pipeline: name, err: cause }, 'pipeline failed')
    const counts = cause instanceof ProjectsFailed ? cause.counts : {}
    service.telemetry.ran({ pipeline: name, result: 'failed', ms: performance.now() - begunMs, counts })
    await whenBack(() => settle(counts, error), run.signal)
    if (failure !== undefined) throw cause
    return { name, result: 'failed', error }
  }
}

/** Whether a run wrote events to the ledger. Events are also pushed, so no cached answer may be older than they are. */
function wroteEvents(name: PipelineName, { upserts = 0, revisions = 0, retractions = 0 }: Counts): boolean {
  return name === 'ledger' && upserts + revisions + retractions > 0
}

import { type Budgets, openBudgets } from '#collectors/budget.ts'
import { rememberEndpoints } from '#collectors/chain/endpoint-memory.ts'
import { tokenLaunch } from '#collectors/chain/launch-stage.ts'
import { CHAIN_PROVIDER } from '#collectors/chain/reading.ts'
import { openChain } from '#collectors/chain/rpc.ts'
import { shareHead } from '#collectors/chain/shared-head.ts'
import { openHttp, parseConnectTo } from '#collectors/http.ts'
import { COLLECTORS, type CollectorDeps } from '#collectors/index.ts'
import { hasTurn } from '#collectors/rate-limit.ts'
import { runDue } from '#collectors/run-due.ts'
import { countDueStreams } from '#records/collecting/due-counts.ts'
import { countProviderReadings } from '#records/collecting/status.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { attachExplorers } from '#records/contracts/explorers.ts'
import { inTransaction } from '#records/database.ts'
import type { ProviderConfig } from '../config.ts'
import type { Service } from '../service.ts'
import type { Counts, Progress } from './counts.ts'

/** `due`: only what is due. `everything`: every source and every project, due or not. */
export type Extent = 'due' | 'everything'

const READINGS_A_RUN = 5000
/** The providers that are read. */
export const PROVIDERS: readonly string[] = [...new Set(COLLECTORS.map(({ provider }) => provider))]
/** The explorers: providers that are asked about contracts which other providers found. */
export const EXPLORERS: readonly string[] = [
  ...new Set(COLLECTORS.filter(({ kind }) => kind === 'explorer').map(({ provider }) => provider)),
]

/**
 * Attaches explorers to contracts that have none, gives every source its streams, and counts the streams of each
 * provider. Returns the number of attached explorers, as `explorers`; no count when none was attached.
 */
export async function prepareSources({ database, clock, config }: Service): Promise<Counts> {
  const now = clock.now()
  const specs = readHere(config.providers).map(({ cadenceSeconds, ...spec }) => ({
    ...spec,
    cadenceSeconds: Math.max(1, Math.ceil(cadenceSeconds / config.cadenceDivisor)),
  }))
  const explorers = await inTransaction(database, (writer) =>
    attachExplorers({ providers: EXPLORERS, now }, writer),
  )
  await inTransaction(database, (writer) => ensureStreams({ specs }, writer))
  await inTransaction(database, (writer) => countProviderReadings({ now }, writer))
  return explorers === 0 ? {} : { explorers }
}

type Opened = AsyncDisposable & { readonly world: CollectorDeps; readonly budgets: Budgets }

/**
 * Opens what the collectors of a provider use: HTTP, the chain, the threads that parse, the shared budgets. The signal
 * ends waits for a turn at the chain.
 */
export function openCollectors(
  {
    provider,
    signal = new AbortController().signal,
  }: { readonly provider: string; readonly signal?: AbortSignal },
  service: Service,
): Opened {
  const { database, clock, config } = service
  const connectTo = parseConnectTo(config.providers.httpConnectTo ?? '')
  const userAgent = `Mozilla/5.0 (compatible; svc-research/1; +${config.providers.contactUrl})`
  const http = openHttp({ contactUrl: config.providers.contactUrl, connectTo }, { clock: clock.now })
  const budgets = openBudgets({ database, clock: clock.now, dailyLimitOf: service.limits.dailyLimitOf })
  const paced = service.limits.rateLimitOf(CHAIN_PROVIDER)
  const chain = openChain({
    urls: config.providers.rpcUrls,
    maxHeadAgeMs: config.providers.maxHeadAgeMs,
    userAgent,
    timeoutMs: 15_000,
    maxInFlight: 8,
    clock: clock.now,
    memory: rememberEndpoints(database),
    budget: budgets.of(CHAIN_PROVIDER),
    hasTurn: () => hasTurn(paced, signal),
  })
  const world: CollectorDeps = {
    http,
    parserThread: service.parserThreads.of(provider),
    chain: shareHead(chain, () => performance.now()),
    reader: database,
    clock: clock.now,
    providers: config.providers,
  }
  return {
    world,
    budgets,
    async [Symbol.asyncDispose]() {
      await budgets[Symbol.asyncDispose]()
      await http[Symbol.asyncDispose]()
    },
  }
}

/** Reads every source of one provider that is due, or all of them. Returns the number of readings by outcome. */
export async function collectFrom(
  provider: string,
  input: {
    readonly extent: Extent
    readonly signal: AbortSignal
    readonly progress?: Progress | undefined
  },
  service: Service,
): Promise<Counts> {
  const { database, clock } = service
  const { extent, signal, progress } = input
  await using collectors = openCollectors({ provider, signal }, service)
  const { world, budgets } = collectors
  const now = clock.now()
  const total = progress && (await countDueStreams({ now, provider }, database))
  return await runDue(
    {
      now,
      signal,
      limit: READINGS_A_RUN,
      only: { providers: [provider] },
      ...(extent === 'everything' ? { force: true } : {}),
      ...(progress && { progress: (counts: Counts) => progress(counts, partOf(counts, total)) }),
    },
    {
      database,
      collectors: COLLECTORS,
      world,
      budgets,
      limits: service.limits,
      // The sandbox's providers have no limits, so waiting for other readings saves nothing there.
      ...(service.sandboxControlUrl === undefined ? {} : { gatherMs: 0 }),
      leasesNow: clock.leasesNow,
      tracer: service.tracer,
      reportBug: ({ error, stream }) =>
        service.logger.error({ err: error, provider, stream }, 'a collector threw an error'),
      reportDeprecation: (deprecation) => {
        service.logger.warn(deprecation, 'a provider says that an endpoint ends')
        service.telemetry.deprecated(deprecation.provider)
      },
    },
  )
}

/** The collectors of this deployment. Launches are only read when the topics of launch stages are configured. */
function readHere({ launchFactories }: ProviderConfig) {
  const readsStages = launchFactories.some(({ stageTopics }) => stageTopics !== undefined)
  return COLLECTORS.filter((collector) => collector !== tokenLaunch || readsStages)
}

function partOf(counts: Counts, total: number | undefined) {
  const done = Object.values(counts).reduce((all, count) => all + count, 0)
  return total === undefined ? undefined : { done, total: Math.max(done, total) }
}

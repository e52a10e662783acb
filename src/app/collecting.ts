import { openBudget } from '#collectors/budget.ts'
import { rememberEndpoints } from '#collectors/chain/endpoint-memory.ts'
import { CHAIN_PROVIDER } from '#collectors/chain/reading.ts'
import { openChain } from '#collectors/chain/rpc.ts'
import { openHttp, parseConnectTo } from '#collectors/http.ts'
import { COLLECTORS, type CollectorDeps } from '#collectors/index.ts'
import { type RunDue, runDue } from '#collectors/run-due.ts'
import { countDueStreams } from '#records/collecting/due-counts.ts'
import { ensureStreams } from '#records/collecting/streams.ts'
import { attachExplorers } from '#records/contracts/explorers.ts'
import { inTransaction } from '#records/database.ts'
import type { Counts, Extent, Progress } from './pipelines.ts'
import type { Service } from './service.ts'

const READINGS_A_RUN = 5000
const EXPLORERS = [
  ...new Set(COLLECTORS.filter(({ kind }) => kind === 'explorer').map(({ provider }) => provider)),
]

/**
 * Reads every source that is due, or all of them. Then reads the explorers of the contracts that this run found.
 * Returns the number of readings by provider and outcome.
 */
export async function collectDue(
  { extent, progress, ...input }: { extent: Extent; signal: AbortSignal; progress?: Progress | undefined },
  service: Service,
): Promise<Counts> {
  const { database, clock, config } = service
  const connectTo = parseConnectTo(config.providers.httpConnectTo ?? '')
  const userAgent = `Mozilla/5.0 (compatible; svc-research/1; +${config.providers.contactUrl})`
  await using http = openHttp({ contactUrl: config.providers.contactUrl, connectTo }, { clock: clock.now })
  const world: CollectorDeps = {
    http,
    chain: openChain({
      ...{ urls: config.providers.rpcUrls, userAgent, timeoutMs: 15_000, maxInFlight: 8 },
      ...{ clock: clock.now, memory: rememberEndpoints(database) },
      take: openBudget({ provider: CHAIN_PROVIDER }, { database, clock: clock.now }),
    }),
    reader: database,
    clock: clock.now,
    providers: config.providers,
  }
  const read = async (more: Pick<RunDue, 'force' | 'only'>) => {
    const now = clock.now()
    const total = progress && (await countDueStreams({ now }, database))
    const shown = progress && { progress: (counts: Counts) => progress(counts, partOf(counts, total)) }
    return runDue(
      { ...input, ...shown, now, limit: READINGS_A_RUN, ...more },
      {
        ...{ database, collectors: COLLECTORS, world },
        reportBug: ({ error, provider, stream }) =>
          service.logger.error({ err: error, provider, stream }, 'a collector threw an error'),
      },
    )
  }
  await attachToContracts(service)
  await attachStreams(service)
  const counts = await read(extent === 'everything' ? { force: true } : {})
  if (input.signal.aborted || (await attachToContracts(service)) === 0) return counts
  await attachStreams(service)
  const total = sum(counts, await read({ only: { providers: EXPLORERS } }))
  return total
}

/** Adds explorer sources to contracts that have none; returns how many were added. */
async function attachToContracts({ database, clock }: Service): Promise<number> {
  const wanted = { providers: EXPLORERS, now: clock.now() }
  return inTransaction(database, (writer) => attachExplorers(wanted, writer))
}

async function attachStreams({ database, clock, config }: Service): Promise<void> {
  const now = clock.now()
  const specs = COLLECTORS.map(({ cadenceSeconds, ...spec }) => ({
    ...spec,
    cadenceSeconds: Math.max(1, Math.ceil(cadenceSeconds / config.cadenceDivisor)),
  }))
  await inTransaction(database, (writer) => ensureStreams({ specs, now }, writer))
}

function partOf(counts: Counts, total: number | undefined) {
  const done = Object.values(counts).reduce((all, count) => all + count, 0)
  return total === undefined ? undefined : { done, total: Math.max(done, total) }
}

function sum(a: Counts, b: Counts): Counts {
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return Object.fromEntries([...names].map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))
}

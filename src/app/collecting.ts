import { openChain } from '#collectors/chain/rpc.ts'
import { openHttp, parseConnectTo } from '#collectors/http.ts'
import { COLLECTORS, type CollectorDeps } from '#collectors/index.ts'
import { runDue } from '#collectors/run-due.ts'
import { inTransaction } from '#records/database.ts'
import { ensureStreams } from '#records/streams.ts'
import type { Counts, Extent } from './pipelines.ts'
import type { Service } from './service.ts'

const READINGS_A_RUN = 5000

/** Reads every source that is due, or every one there is. Answers readings by provider and outcome. */
export async function collectDue(
  input: { extent: Extent; signal: AbortSignal },
  service: Service,
): Promise<Counts> {
  const { database, clock, config } = service
  const now = clock.now()
  const specs = COLLECTORS.map(({ cadenceSeconds, ...spec }) => ({
    ...spec,
    cadenceSeconds: Math.max(1, Math.ceil(cadenceSeconds / config.cadenceDivisor)),
  }))
  await inTransaction(database, (writer) => ensureStreams({ specs, now }, writer))
  const connectTo = parseConnectTo(config.providers.httpConnectTo ?? '')
  const userAgent = `Mozilla/5.0 (compatible; svc-research/1; +${config.providers.contactUrl})`
  await using http = openHttp({ contactUrl: config.providers.contactUrl, connectTo }, { clock: clock.now })
  const world: CollectorDeps = {
    http,
    chain: openChain({ url: config.providers.rpcUrl, userAgent, timeoutMs: 15_000, maxInFlight: 8 }),
    reader: database,
    clock: clock.now,
    providers: config.providers,
  }
  return await runDue(
    {
      ...{ now: clock.now(), limit: READINGS_A_RUN, signal: input.signal },
      ...(input.extent === 'everything' ? { force: true } : {}),
    },
    {
      ...{ database, collectors: COLLECTORS, world },
      reportBug: ({ error, provider, stream }) =>
        service.logger.error({ err: error, provider, stream }, 'a reading failed inside the service'),
    },
  )
}

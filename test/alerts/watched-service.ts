import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readServiceStatus } from '#app/checks/service-status.ts'
import { Secret } from '#app/config.ts'
import { findFreePort } from '#app/instance/address.ts'
import { databaseOf, removeInstance, writeInstance } from '#app/instance/instance.ts'
import { known } from '#contract/known.ts'
import { HOUR_MS } from '#contract/time.ts'
import { countDueStreams } from '#records/collecting/due-counts.ts'
import { pause } from '#records/pause.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { openWorld, type World } from '#test/world/world.ts'
import { type Prometheus, startPrometheus } from './prometheus.ts'
import { waitUntil } from './wait-until.ts'

/** Every window, `for` and limit of the rules is this many times shorter. */
export const FACTOR = 60
/**
 * The service reads this many times as often. A larger divisor makes a busy machine miss the tolerance of market
 * readings.
 */
const CADENCE_DIVISOR = 30
/** The time between new blocks of the chain, and below it the time between reads of a client. */
const BLOCKS_EVERY_MS = 10_000
const READ_EVERY_MS = 200
const SETTLED_WITHIN_MS = 120_000
/** The projects whose sources are read. */
const READ = ['lumen', 'gantry', 'opaline', 'harborwatch', 'saltlock']

/** The processes `serve` and `work` on a sandboxed world and a PostgreSQL behind a relay, watched by Prometheus. */
export type WatchedService = AsyncDisposable & {
  readonly world: World
  readonly prometheus: Prometheus
  readonly baseUrl: string
  /** Kills the process `work`, or starts it. */
  readonly stopWork: () => Promise<void>
  readonly startWork: () => Promise<void>
  /** Cuts every connection to the database, or accepts connections again. */
  readonly cutDatabase: () => void
  readonly joinDatabase: () => Promise<void>
  /** Moves the clocks of the world and of the service. It waits for no reading. */
  readonly pass: (ms: number) => Promise<void>
  /** Moves the clocks, and waits until every stream of these providers that is due by then was read. */
  readonly passAndRead: (ms: number, ...providers: readonly string[]) => Promise<void>
}

export async function openWatchedService(): Promise<WatchedService> {
  await using stack = new AsyncDisposableStack()
  const world = stack.use(await openWorld({ reading: READ }))
  const { dataDir } = world.service.config
  const databaseUrl = world.service.databaseUrl.reveal()
  let relay = await openRelay(databaseUrl)
  stack.defer(() => relay.close())
  await publish(world, { dataDir, databaseUrl: new Secret(relay.url) })
  stack.defer(() => removeInstance(dataDir))
  const [port, monitoringPort] = [await findFreePort(), await findFreePort()]
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: relay.url,
    PORT: `${port}`,
    MONITORING_PORT: `${monitoringPort}`,
    LOG_LEVEL: 'silent',
    TRUSTED_PROXIES: '1',
  }
  const serving = spawnService(['serve'], env)
  stack.defer(async () => void (await serving.stop()))
  await serving.ready
  let working: Spawned
  const startWork = async () => {
    working = spawnService(['work'], env)
    await working.ready
  }
  await startWork()
  stack.defer(async () => void (await working.stop()))
  const pass = async (ms: number) => {
    await world.ask('/advance', { ms })
    await world.passClock(ms)
  }
  const baseUrl = `http://127.0.0.1:${port}`
  await settle(pass, world)
  stack.use(repeat(BLOCKS_EVERY_MS, () => pass(1000)))
  stack.use(repeat(READ_EVERY_MS, openReads(baseUrl)))
  const folder = await mkdtemp(join(tmpdir(), 'svc-prometheus-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  const prometheus = stack.use(
    await startPrometheus({ folder, factor: FACTOR }, [
      { job: 'svc-serve', port },
      { job: 'svc-work', port: monitoringPort },
    ]),
  )
  const open = stack.move()
  return {
    world,
    prometheus,
    baseUrl,
    startWork,
    pass,
    stopWork: async () => void (await working.stop('SIGKILL')),
    cutDatabase: () => relay.close(),
    async joinDatabase() {
      relay = await openRelay(databaseUrl, relay.port)
    },
    async passAndRead(ms, ...providers) {
      await pass(ms)
      const now = world.service.clock.now()
      await waitUntil({ name: `${providers} were read`, withinMs: SETTLED_WITHIN_MS }, async () => {
        const due = await Promise.all(
          providers.map((provider) => countDueStreams({ now, provider }, world.service.database)),
        )
        return due.every((count) => count === 0)
      })
    },
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Lets every stream and pipeline fall due, and waits until each provider was read and each pipeline ran. */
async function settle(pass: WatchedService['pass'], { service }: World): Promise<void> {
  const begun = service.clock.now()
  await pass(HOUR_MS)
  await waitUntil(
    { name: 'each provider was read, and each pipeline ran', withinMs: SETTLED_WITHIN_MS },
    async () => {
      const status = await readServiceStatus(service)
      const late = [
        ...status.providers.flatMap(({ provider, lastReadAt }) =>
          (lastReadAt ?? '') > begun ? [] : [provider],
        ),
        ...status.pipelines.flatMap(({ name, state }) => (state === 'fresh' ? [] : [name])),
      ]
      return late.length === 0
    },
  )
}

/** Asks for an answer that is not cached, as another client each time. */
function openReads(baseUrl: string): () => Promise<unknown> {
  let asked = 0
  return async () => {
    asked += 1
    const headers = { 'x-forwarded-for': `10.0.${(asked >> 8) & 255}.${asked & 255}` }
    const answer = await fetch(`${baseUrl}/api/projects?limit=1&offset=${asked % 40}`, { headers })
    return answer.arrayBuffer()
  }
}

/** Does something again and again until disposed. */
function repeat(everyMs: number, turn: () => Promise<unknown>): AsyncDisposable {
  const end = new AbortController()
  const turning = (async () => {
    while (!end.signal.aborted) {
      await turn()
      await pause(everyMs, end.signal)
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      end.abort()
      await turning
    },
  }
}

/** Lets `serve` and `work` of the data folder find the world, as `svc up --sandbox` does. */
function publish(
  { sandbox, service }: World,
  at: { readonly dataDir: string; readonly databaseUrl: Secret },
): Promise<void> {
  const { webhookMasterKey } = service.config
  return writeInstance(at.dataDir, {
    pid: process.pid,
    ...known({ database: databaseOf(at) }),
    sandboxControlUrl: sandbox.controlUrl,
    settings: {
      ...sandbox.settings,
      CADENCE_DIVISOR: `${CADENCE_DIVISOR}`,
      LEDGER_SECONDS: `${300 / FACTOR}`,
      MARKET_INTEGRITY: 'published',
      ...(webhookMasterKey === undefined ? {} : { WEBHOOK_MASTER_KEY: webhookMasterKey.reveal() }),
    },
  })
}

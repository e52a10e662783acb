import { join } from 'node:path'
import { readConfig } from '#app/config.ts'
import { openService, type Service } from '#app/service.ts'
import { inTransaction } from '#records/database.ts'
import { raiseServiceClock } from '#records/service-clock.ts'
import { type Sandbox, startSandbox } from '#sandbox/start.ts'

/** The start time of every world: a Thursday morning. A week is running, and no day ends during a test. */
export const PRESENT = '2035-03-15T09:00:00.000Z'

/** The places of a world and of the service's records about it. */
export type WorldFolder = { readonly dataDir: string; readonly databaseUrl: string }

/** A sandboxed world and the service on it; no pipeline has run. */
export type BegunWorld = AsyncDisposable & { readonly sandbox: Sandbox; readonly service: Service }

/** Starts a world, or continues the one in the folder. Opens the service on it at the world's time. */
export async function beginWorld(folder: WorldFolder, options: { past: boolean }): Promise<BegunWorld> {
  await using stack = new AsyncDisposableStack()
  const sandbox = stack.use(
    await startSandbox({
      dataDir: join(folder.dataDir, 'sandbox'),
      background: false,
      epoch: PRESENT,
      ...options,
    }),
  )
  const config = readConfig(worldSettings(sandbox, folder.dataDir))
  const service = stack.use(
    await openService({
      config,
      databaseUrl: folder.databaseUrl,
      sandboxControlUrl: sandbox.controlUrl,
      maxConnections: 12,
      behindMs: sandbox.clock.behindMs,
    }),
  )
  const offsetMs = sandbox.clock.aheadMs()
  await inTransaction(service.database, (writer) => raiseServiceClock({ offsetMs }, writer))
  await service.clock.sync(service.database)
  const open = stack.move()
  return { sandbox, service, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

/** The settings of a service on a sandbox of a test. */
export function worldSettings({ settings }: Pick<Sandbox, 'settings'>, dataDir: string) {
  return {
    ...settings,
    DATA_DIR: dataDir,
    MARKET_INTEGRITY: 'published',
    LOG_LEVEL: 'error',
    BASE_URL: 'http://127.0.0.1:4663',
    WEBHOOK_MASTER_KEY: 'the-master-key-of-every-world-of-a-test',
    AGENT_CARD_KEYS: 'the-agent-card-key-of-every-world-of-a-test',
  }
}

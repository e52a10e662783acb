import { join } from 'node:path'
import { findFreePort } from '#app/instance/address.ts'
import { spawnService } from '#test/service/spawned-service.ts'
import { SLUGS } from './planted.ts'
import { openRelayedWorld, type RelayedWorld } from './relayed-world.ts'

/** A whole service that can be killed. */
export type KilledService = {
  readonly baseUrl: string
  /** Kills it, and returns when it is ready again. */
  readonly kill: () => Promise<void>
  /** Ends it as an operator does. */
  readonly stop: () => Promise<void>
}

/** Starts a world and a service that reads it often, both in the folder. */
export async function startRelayedService(
  folder: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ readonly world: RelayedWorld; readonly service: KilledService }> {
  const world = await openRelayedWorld(folder, { seed: 'kills', slugs: SLUGS })
  const service = await startKilledService({
    ...world.settings,
    CADENCE_DIVISOR: '300',
    LEDGER_SECONDS: '1',
    TRUSTED_PROXIES: '1',
    DATA_DIR: join(folder, 'data'),
    PORT: `${await findFreePort()}`,
    ...settings,
  })
  return { world, service }
}

/** Starts `svc up`, and returns when it is ready. */
async function startKilledService(env: Readonly<Record<string, string>>): Promise<KilledService> {
  let up = spawnService(['up'], env)
  await up.ready
  return {
    baseUrl: `http://127.0.0.1:${env['PORT']}`,
    async kill() {
      await up.stop('SIGKILL')
      up = spawnService(['up'], env)
      await up.ready
    },
    async stop() {
      await up.stop()
    },
  }
}

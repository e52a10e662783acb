import { spawnService } from '../spawned-service.ts'

/** A whole service that can be killed. */
export type KilledService = {
  readonly baseUrl: string
  /** Kills it, and returns when it is ready again. */
  readonly kill: () => Promise<void>
  /** Ends it as an operator does. */
  readonly stop: () => Promise<void>
}

/** Starts `svc up`, and returns when it is ready. */
export async function startKilledService(env: Readonly<Record<string, string>>): Promise<KilledService> {
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

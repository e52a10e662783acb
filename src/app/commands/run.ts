import { registerPipelines } from '../pipelines.ts'
import { openRunningService } from '../service.ts'
import { listen } from '../serving.ts'
import { keepClock, workUntil } from '../work.ts'

const CONNECTIONS = 24

/** Serves the API until the signal. */
export async function serve(signal: AbortSignal): Promise<void> {
  await using service = await openRunningService({ maxConnections: CONNECTIONS })
  await using _listening = await listen(service)
  console.log(`ready: http://${service.config.host}:${service.config.port}`)
  await keepClock(signal, service)
}

/** Runs the pipelines until the signal, beside any number of other workers. */
export async function work(signal: AbortSignal): Promise<void> {
  await using service = await openRunningService({ maxConnections: CONNECTIONS })
  await registerPipelines(service)
  await Promise.all([workUntil(signal, service), keepClock(signal, service)])
}

/** Brings the database to the newest migration; opening the service does that. */
export async function migrateOnce(): Promise<void> {
  await using _service = await openRunningService({ maxConnections: 1 })
  console.log('the database is at the newest migration')
}

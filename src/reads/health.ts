import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'

/**
 * Why this process is not fully working. It stops; or its database cannot be reached (`read_only` while standbys answer
 * reads), lacks migrations of this version of the service, has no disk or memory left, or has no pipelines.
 */
export type Outage = 'stopping' | 'away' | 'read_only' | 'older' | 'full' | 'no_pipelines'

type HealthDeps = { readonly outage: () => Outage | undefined }

const REASONS: Readonly<Record<Outage, string>> = {
  stopping: 'The process is stopping: it answers requests on its open connections and accepts no other.',
  away: 'The database cannot be reached: answers that are not cached are refused until it can.',
  read_only:
    'The primary database cannot be reached: standbys answer reads, and all else is refused until it can.',
  older: 'The database lacks migrations of this version: run svc migrate.',
  full: 'The database has no disk or memory left: nothing new is stored until there is room.',
  no_pipelines:
    'The database has no pipelines: nothing is read or concluded until `up` or `work` of the service runs on it.',
}

/** Whether this process is alive, without a query. `degraded` with the reason while it is not fully working. */
export async function readHealth(_input: object, deps: HealthDeps): Promise<Output<'health'>> {
  const outage = deps.outage()
  return outage === undefined ? { status: 'ok' } : { status: 'degraded', message: REASONS[outage] }
}

/**
 * Whether this process may take traffic, without a query.
 * @throws unavailable while it stops, and while it reaches neither its database nor a standby, or only a database of an
 * older version
 */
export async function readReadiness(_input: object, deps: HealthDeps): Promise<Output<'readiness'>> {
  const outage = deps.outage()
  if (outage === 'stopping' || outage === 'away' || outage === 'older')
    fail('unavailable', { retryAfterSeconds: 5 })
  return { status: 'ready' }
}

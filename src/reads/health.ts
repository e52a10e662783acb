import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'

/**
 * Why the database cannot be used as it should: it cannot be reached (`read_only` while standbys answer reads), it is of
 * an older version of the service, or its disk or memory is full.
 */
export type Outage = 'away' | 'read_only' | 'older' | 'full'

type HealthDeps = { readonly outage: () => Outage | undefined }

const REASONS: Readonly<Record<Outage, string>> = {
  away: 'The database cannot be reached: answers that are not cached are refused until it can.',
  read_only:
    'The primary database cannot be reached: standbys answer reads, and all else is refused until it can.',
  older: 'The database lacks migrations of this version: run svc migrate.',
  full: 'The database has no disk or memory left: nothing new is stored until there is room.',
}

/** Whether this process is alive, without a query. `degraded` while its database cannot be used as it should. */
export async function readHealth(_input: object, deps: HealthDeps): Promise<Output<'health'>> {
  const outage = deps.outage()
  return outage === undefined ? { status: 'ok' } : { status: 'degraded', message: REASONS[outage] }
}

/**
 * Whether this process may take traffic, without a query.
 * @throws unavailable while it reaches neither its database nor a standby, or only a database of an older version
 */
export async function readReadiness(_input: object, deps: HealthDeps): Promise<Output<'readiness'>> {
  const outage = deps.outage()
  if (outage === 'away' || outage === 'older') fail('unavailable', { retryAfterSeconds: 5 })
  return { status: 'ready' }
}

import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'

/** Why the database cannot be used now: it cannot be reached, or its disk or memory is full. */
export type Outage = 'away' | 'full'

const FULL = 'The database has no disk or memory left: nothing new is stored until there is room.'

/**
 * Whether this process can answer, without a query. `degraded` while it can answer but not store what it reads.
 * @throws unavailable when it cannot answer
 */
export async function readHealth(
  _input: object,
  deps: { readonly outage: () => Outage | undefined },
): Promise<Output<'health'>> {
  const outage = deps.outage()
  switch (outage) {
    case 'away':
      return fail('unavailable', { retryAfterSeconds: 5 })
    case 'full':
      return { status: 'degraded', message: FULL }
    case undefined:
      return { status: 'ok' }
  }
}

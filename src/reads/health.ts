import { fail } from '#contract/errors.ts'
import type { Output } from '#contract/operations/index.ts'

/** Why the database cannot be used now: it cannot be reached, or its disk or memory is full. */
export type Outage = 'away' | 'full'

const REFUSALS = {
  away: { retryAfterSeconds: 5 },
  full: {
    message: 'The database has no disk or memory left: nothing new is stored until there is room.',
    retryAfterSeconds: 30,
  },
} as const

/** Whether this process can answer, and store what it reads, without a query. @throws unavailable when it cannot */
export async function readHealth(
  _input: object,
  deps: { readonly outage: () => Outage | undefined },
): Promise<Output<'health'>> {
  const outage = deps.outage()
  if (outage !== undefined) fail('unavailable', REFUSALS[outage])
  return { status: 'ok' }
}

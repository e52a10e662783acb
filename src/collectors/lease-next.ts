import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type LeasedStream, leaseStream, lockLeases, type StreamSpec } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { termsOf } from './providers.ts'

/**
 * Leases the provider's longest-due stream. A context stream is leased only when no other is due, so that its limits
 * and failures delay nothing. Undefined when nothing is due, during a cool-off, and when the budget is used up.
 */
export async function leaseNext(
  input: {
    readonly provider: string
    readonly specs: readonly StreamSpec[]
    readonly dueBy: Instant
    readonly sourceIds: readonly string[] | undefined
  },
  deps: { readonly database: Database; readonly clock: () => Instant },
): Promise<LeasedStream | undefined> {
  const { context = [], others = [] } = Object.groupBy(input.specs, ({ stream }) =>
    CONTEXT_STREAMS.includes(stream) ? 'context' : 'others',
  )
  const lease = async (specs: readonly StreamSpec[]) => {
    if (specs.length === 0) return undefined
    const oneAHost = termsOf(input.provider).oneReadingAHost === true
    const leased = { ...input, specs, oneAHost, now: deps.clock(), leaseMs: LEASE_MS }
    if (!oneAHost) return leaseStream(leased, deps.database)
    return inTransaction(deps.database, async (writer) => {
      await lockLeases(input.provider, writer)
      return leaseStream(leased, writer)
    })
  }
  const needed = await lease(others)
  return needed ?? (await lease(context))
}

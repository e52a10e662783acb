import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type LeasedStream, leaseStreams, lockLeases, type StreamSpec } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { policyOf } from './providers.ts'

/**
 * Leases the provider's longest-due streams, at most `limit`. Context streams are leased only when no other is due, so
 * that their limits and failures delay nothing. None when nothing is due, during a cool-off, and when the budget is used
 * up.
 */
export async function leaseNext(
  input: {
    readonly provider: string
    readonly specs: readonly StreamSpec[]
    readonly dueBy: Instant
    readonly sourceIds: readonly string[] | undefined
    readonly limit: number
    /** Requests that this process has taken from the budget and can still make. */
    readonly held: number
  },
  deps: {
    readonly database: Database
    readonly clock: () => Instant
    /** The time by which leases end; default: that of the clock. */
    readonly leasesNow?: (() => Instant) | undefined
  },
): Promise<readonly LeasedStream[]> {
  const { context = [], others = [] } = Object.groupBy(input.specs, ({ stream }) =>
    CONTEXT_STREAMS.includes(stream) ? 'context' : 'others',
  )
  const lease = async (specs: readonly StreamSpec[]) => {
    if (specs.length === 0) return []
    const oneAHost = policyOf(input.provider).oneReadingAHost === true
    const at = { now: deps.clock(), leasesAt: deps.leasesNow?.() }
    const leased = { ...input, ...at, specs, oneAHost, leaseMs: LEASE_MS }
    if (!oneAHost) return leaseStreams(leased, deps.database)
    return inTransaction(deps.database, async (writer) => {
      await lockLeases(input.provider, writer)
      return leaseStreams(leased, writer)
    })
  }
  const needed = await lease(others)
  return needed.length > 0 ? needed : lease(context)
}

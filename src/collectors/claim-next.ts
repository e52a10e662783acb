import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type LeasedStream, leaseStream, type StreamSpec } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'

/**
 * Holds the provider's longest-due stream; one read for context alone only while no other is due, so that its limits
 * and failures keep nobody waiting. Undefined when none is due, or when the provider has nothing more to give.
 */
export async function claimNext(
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
  const claim = async (specs: readonly StreamSpec[]) => {
    if (specs.length === 0) return undefined
    const claimed = { ...input, specs, now: deps.clock(), leaseMs: LEASE_MS }
    return inTransaction(deps.database, (writer) => leaseStream(claimed, writer))
  }
  const needed = await claim(others)
  return needed ?? (await claim(context))
}

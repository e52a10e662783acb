import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type LeasedStream, leaseStreams, lockLeases, type StreamSpec } from '#records/collecting/streams.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { policyOf } from './providers.ts'

/** Streams that were leased together. `isLast`: no other stream is due by that time, even after these are read. */
type NextStreams = { readonly streams: readonly LeasedStream[]; readonly isLast: boolean }

/**
 * Leases the provider's longest-due streams, at most `limit`. Streams of published projects come first, then those of
 * drafts and hidden projects. Context streams are leased only when no other stream is due, so that their limits and
 * failures delay nothing. Leases none when nothing is due, during a cool-off, and when the budget allows no more
 * requests. `isLast` is never true for a provider whose readings can make others due, by freeing a host or waking
 * streams of a source.
 */
export async function leaseNext(
  input: {
    readonly provider: string
    readonly specs: readonly StreamSpec[]
    readonly dueBy: Instant
    readonly sourceIds: readonly string[] | undefined
    readonly limit: number
    /** Number of requests of the day's budget that may be used before a further reading begins. */
    readonly allowed: number
    /** Number of requests that this process has charged to the budget and not used yet. */
    readonly held: number
  },
  deps: {
    readonly database: Database
    readonly clock: () => Instant
    /** The time that leases are measured by; default: that of the clock. */
    readonly leasesNow?: (() => Instant) | undefined
  },
): Promise<NextStreams> {
  const { context = [], others = [] } = Object.groupBy(input.specs, ({ stream }) =>
    CONTEXT_STREAMS.includes(stream) ? 'context' : 'others',
  )
  const policy = policyOf(input.provider)
  const oneAHost = policy.oneReadingAHost === true
  const lease = async (phase: Phase) => {
    if (phase.specs.length === 0 || phase.limit === 0) return []
    const at = { now: deps.clock(), leasesAt: deps.leasesNow?.() }
    const leased = { ...input, ...at, ...phase, oneAHost, leaseMs: LEASE_MS }
    if (!oneAHost) return leaseStreams(leased, deps.database)
    return inTransaction(deps.database, async (writer) => {
      await lockLeases(input.provider, writer)
      return leaseStreams(leased, writer)
    })
  }
  const { limit } = input
  const shown = await lease({ specs: others, states: ['published'], limit })
  const unshown = await lease({ specs: others, states: ['draft', 'hidden'], limit: limit - shown.length })
  const needed = [...shown, ...unshown]
  const isContext = needed.length === 0
  const streams = isContext ? await lease({ specs: context, limit }) : needed
  const makesDue = oneAHost || policy.wakesOthers === true
  const hasLater = context.length > 0 && !isContext
  return { streams, isLast: !makesDue && !hasLater && streams.length < limit }
}

/** Streams that are leased together, by kind of stream and by state of the project. */
type Phase = Pick<Parameters<typeof leaseStreams>[0], 'specs' | 'states' | 'limit'>

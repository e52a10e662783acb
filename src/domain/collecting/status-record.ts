import type { Instant } from '#contract/time.ts'

/** The state of a pipeline for `/api/status`; times are null before its first run. */
export type PipelineRun = {
  readonly name: string
  readonly cadenceSeconds: number
  readonly dueAt: Instant
  readonly lastStartedAt: Instant | null
  readonly lastFinishedAt: Instant | null
  readonly lastSucceededAt: Instant | null
  readonly lastError: string | null
  readonly lastCounts: Readonly<Record<string, number>>
}

/** The request budget of a provider for today, shared by all processes, with its cool-off and outage. */
export type ProviderBudget = {
  readonly provider: string
  readonly day: string
  readonly used: number
  readonly dailyLimit: number
  readonly coolOffUntil: Instant | null
  readonly outageSince: Instant | null
}

/** Counts of a provider's streams by the result of their last reading; times are null before the first. */
export type ProviderReadings = {
  readonly provider: string
  readonly countedAt: Instant
  /** `missing`: the provider answers that it has no such source, or that nobody may read it. */
  readonly streams: {
    readonly total: number
    readonly fresh: number
    readonly failing: number
    readonly missing: number
  }
  readonly lastTriedAt: Instant | null
  readonly lastReadAt: Instant | null
  /** Seconds without a new reading after which the provider is silent; null while all its sources are gone. */
  readonly toleranceSeconds: number | null
}

/** The newest position of the ledger, 0 when it is empty, and the last run of its writer; null before the first. */
export type LedgerHead = { readonly position: number; readonly lastRunAt: Instant | null }

/** The known state of one JSON-RPC endpoint; null where nothing was learned. */
export type RpcEndpoint = {
  /** A digest of its address, which can hold a key. */
  readonly endpoint: string
  /** Its place in the configuration, from 1. */
  readonly place: number
  readonly lastAnsweredAt: Instant | null
  /** The widest block range of a log query that the endpoint said it answers. */
  readonly maxBlocks: number | null
  readonly maxBlocksAt: Instant | null
  /** The newest block of which the endpoint had no state. */
  readonly noStateBlock: number | null
  readonly noStateAt: Instant | null
  /** The endpoint is not called before this time. */
  readonly pausedUntil: Instant | null
  readonly limitsInARow: number
}

/** The newest blocks of the chain as last read. `fallback`: safe and finalized are counted back from the latest. */
export type ChainHead = {
  readonly latestBlock: number
  readonly latestAt: Instant
  readonly safeBlock: number
  readonly safeAt: Instant
  readonly finalizedBlock: number
  readonly basis: 'tags' | 'fallback'
  readonly readAt: Instant
}

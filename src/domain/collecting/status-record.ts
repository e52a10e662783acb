import type { Instant } from '#contract/time.ts'

/** A pipeline as `/api/status` tells of it; times are null while it never ran. */
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

/** What all processes together may still ask of a provider today, and whether it is left alone or failing. */
export type ProviderBudget = {
  readonly provider: string
  readonly day: string
  readonly used: number
  readonly dailyLimit: number
  readonly coolOffUntil: Instant | null
  readonly outageSince: Instant | null
}

/** How a provider's streams had been read last when they were counted; times are null while none ever was. */
export type ProviderReadings = {
  readonly provider: string
  readonly countedAt: Instant
  /** `missing` streams' sources are gone while the provider answers. */
  readonly streams: {
    readonly total: number
    readonly fresh: number
    readonly failing: number
    readonly missing: number
  }
  readonly lastTriedAt: Instant | null
  readonly lastReadAt: Instant | null
}

/** The ledger's newest position, 0 while nothing was written, and when its writer last ran; null while it never did. */
export type LedgerHead = { readonly position: number; readonly lastRunAt: Instant | null }

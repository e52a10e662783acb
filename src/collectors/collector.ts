import type { ReadingOutcome, SourceKind } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { LeasedStream } from '#records/collecting/streams.ts'
import type { Writer } from '#records/database.ts'

/** A stream leased for one reading: its source, and the state after the last reading. */
export type StreamToRead = Omit<LeasedStream, 'token' | 'lastOutcome' | 'cadenceSeconds' | 'failuresInARow'>

/** The result of one attempt. `save` runs in the transaction that stores the reading; it must not use the network. */
export type Collected = {
  readonly outcome: ReadingOutcome
  /** The reason in a short line without secrets; required unless fresh or not_modified. */
  readonly detail?: string
  readonly etag?: string
  readonly digest?: string
  readonly position?: unknown
  /** Dated listings: the oldest instant the listing reaches. */
  readonly coversFrom?: Instant
  /** When the provider may be asked again; all processes wait until then. */
  readonly coolOffUntil?: Instant
  readonly save?: (writer: Writer, reading: { readonly now: Instant }) => Promise<void>
}

/** Reads one thing of one kind of source. Upstream conditions are outcomes; only bugs throw. */
export type Collector<Deps> = {
  readonly kind: SourceKind
  readonly stream: string
  readonly provider: string
  readonly cadenceSeconds: number
  readonly coverage: 'dated_listing' | 'snapshot'
  readonly collect: (leased: StreamToRead, deps: Deps) => Promise<Collected>
}

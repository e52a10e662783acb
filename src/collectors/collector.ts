import type { ReadingOutcome, SourceKind } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { LeasedStream } from '#records/collecting/streams.ts'
import type { Writer } from '#records/database.ts'

/** A stream claimed for one reading: the source it belongs to and where the last reading left it. */
export type ClaimedStream = Omit<LeasedStream, 'token' | 'lastOutcome' | 'cadenceSeconds' | 'failuresInARow'>

/** What one attempt came to. `save` runs in the transaction that also records the reading; it never waits on a network. */
export type Collected = {
  readonly outcome: ReadingOutcome
  /** Why, in a short line without secrets; required unless fresh or not_modified. */
  readonly detail?: string
  readonly etag?: string
  readonly digest?: string
  readonly position?: unknown
  /** Dated listings: the oldest instant the listing reaches. */
  readonly coversFrom?: Instant
  /** When the provider asked to be left alone until; all processes then wait. */
  readonly coolOffUntil?: Instant
  readonly save?: (writer: Writer, reading: { readonly now: Instant }) => Promise<void>
}

/** One thing read of one kind of source. A collector answers upstream conditions as outcomes and throws only on bugs. */
export type Collector<Deps> = {
  readonly kind: SourceKind
  readonly stream: string
  readonly provider: string
  readonly cadenceSeconds: number
  readonly coverage: 'dated_listing' | 'snapshot'
  readonly collect: (claimed: ClaimedStream, deps: Deps) => Promise<Collected>
}

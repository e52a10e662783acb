import type { ReadingOutcome, SourceKind } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { LeasedStream } from '#records/collecting/streams.ts'
import type { Writer } from '#records/database.ts'
import type { Provider } from './providers.ts'

/** A stream leased for one reading: its source, and its state after the last reading. */
export type StreamToRead = Omit<
  LeasedStream,
  'token' | 'lastOutcome' | 'cadenceSeconds' | 'changedAt' | 'failuresInARow' | 'limitsInARow'
>

/** The result of one attempt. `save` runs in the transaction that stores the reading; it must not use the network. */
export type Collected = {
  readonly outcome: ReadingOutcome
  /** The reason for the outcome: a short line without secrets. Required unless the outcome is fresh or not_modified. */
  readonly detail?: string
  /**
   * What a good reading left out, in a short line: `2 releases could not be read`. Stored before the detail, as
   * `partial: …`. Such a reading withdraws nothing, and conclusions that need a complete reading stay unknown.
   */
  readonly partial?: string
  readonly etag?: string
  readonly digest?: string
  /** Where the next reading continues. It is also stored when the reading failed or was put off. */
  readonly position?: unknown
  /** The reading ended before the provider's last item, so the stream is due again in the next run. */
  readonly continues?: true
  /** Dated listings: the oldest instant the listing reaches. */
  readonly coversFrom?: Instant
  /** The instant up to which a good reading is complete, when that is before the reading. */
  readonly readUpTo?: Instant
  /** The newest change of the source that a good reading shows: a commit, a release, a push, a deletion. */
  readonly changedAt?: Instant
  /** When the provider said it may be asked again; without it, each limit in a row makes the pause longer. */
  readonly coolOffUntil?: Instant
  /** The requests that a rate limit stops: every request to the provider (the default), or this stream alone. */
  readonly limit?: 'provider' | 'stream'
  /** The provider that failed or limited the reading, when it is not the stream's own. */
  readonly failedProvider?: string
  readonly save?: (writer: Writer, reading: { readonly now: Instant }) => Promise<void>
}

/** Reads one thing of one kind of source. Upstream conditions are outcomes; only bugs throw. */
export type Collector<Deps> = {
  readonly kind: SourceKind
  readonly stream: string
  readonly provider: Provider
  readonly cadenceSeconds: number
  readonly coverage: 'dated_listing' | 'present_state'
  /**
   * The stream is read less often while its source is silent. Another stream of the source must keep its cadence, to
   * see new activity.
   */
  readonly slowsInSilence?: true
  /**
   * Limits the collector to sources whose contract counts for the project. Absent: every source of the kind is read.
   */
  readonly of?: 'counted_contracts'
  readonly collect: (leased: StreamToRead, deps: Deps) => Promise<Collected>
}

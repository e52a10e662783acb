/** Milliseconds of one clock that never goes back, the same for all entries of a history. */
type Ms = number

/** One request of a session and its answer. */
export type Exchange = {
  readonly kind: 'exchange'
  readonly session: string
  /** The time at which the arrival rate scheduled the request. Latency counts from here. */
  readonly intendedAt: Ms
  readonly sentAt: Ms
  readonly endedAt: Ms
  readonly method: string
  readonly path: string
  /** The request header `min-position`; undefined when it was not sent. */
  readonly minPosition: number | undefined
  /** 0 for no answer. */
  readonly status: number
  /** The answer header `svc-position`; undefined without one. */
  readonly position: number | undefined
  /** Whether the answer has the header `retry-after`. */
  readonly saysWhen: boolean
  readonly body: string
}

/** A ledger event that a session wrote, and whose commit was acknowledged. */
export type Append = {
  readonly kind: 'append'
  readonly session: string
  readonly endedAt: Ms
  readonly id: string
  readonly position: number
}

/** An operator hid a project, or published it again. */
export type Visibility = {
  readonly kind: 'visibility'
  readonly slug: string
  readonly becomes: 'hidden' | 'published'
  /** The position of the ledger on the primary when the act had returned. */
  readonly position: number
  readonly begunAt: Ms
  readonly endedAt: Ms
}

export type Entry = Exchange | Append | Visibility

/** One revision in the ledger of the primary. */
export type LedgerRow = {
  readonly position: number
  readonly id: string
  readonly revision: number
  readonly op: string
  readonly recordedAt: string
  readonly slug: string | null
}

/** The requests and writes of sessions, and the whole ledger of the primary at the end. */
export type History = { readonly entries: readonly Entry[]; readonly ledger: readonly LedgerRow[] }

/** The entries of one kind, in order. */
export function entriesOf<K extends Entry['kind']>(
  { entries }: Pick<History, 'entries'>,
  kind: K,
): readonly Extract<Entry, { kind: K }>[] {
  return entries.filter((entry): entry is Extract<Entry, { kind: K }> => entry.kind === kind)
}

/** The entries by a key, in order. */
export function grouped<T>(
  entries: readonly T[],
  keyOf: (entry: T) => string,
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(entries, keyOf)
}

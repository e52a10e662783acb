// npm run client writes this file. Do not edit it.

export type ClaimNote = {
  /** Recorded with its source, derived by a rule, or unknown */
  readonly kind: ClaimNoteKind
  /** Rule with its version */
  readonly rule?: string
  readonly observed_at?: Instant
  /** End of the time it covers, when that is before the evaluation */
  readonly as_of?: Instant
  /** Why it is unknown */
  readonly reason?: UnknownReason
  /** The first ten evidence ids */
  readonly evidence?: readonly EvidenceId[]
  readonly evidence_total?: number
}

export type ClaimNoteKind = 'FACT' | 'DERIVED' | 'UNKNOWN'

/** Typed evidence id; GET /api/evidence/{id} resolves it to a receipt */
export type EvidenceId = string

/** ISO 8601 instant in UTC, with three decimals */
export type Instant = string

export type UnknownReason = 'NO_SOURCE' | 'NOT_ENOUGH_YET' | 'STALE' | 'SOURCE_UNAVAILABLE' | 'NOT_APPLICABLE' | 'NOT_RESEARCHED' | 'ERROR' | 'WITHHELD'

import type { CoverageState } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import type { Instant } from '#contract/time.ts'
import type { CountedList } from '#views/history/report-words.ts'
import type { FieldReading } from '#views/status/readings.ts'
import { notEvaluated, type UnknownWords } from '#views/words/building.ts'
import { whyNoValue } from '#views/words/figures.ts'

/** The record or conclusion that a figure rests on. A figure without a basis does not compile. */
export type Basis = (RecordBasis | ConclusionBasis | OwnRecord | Missing) & {
  /** The readings behind the figure; absent for a figure that rests on several dimensions or on none. */
  readonly reading?: FieldReading | undefined
}

/** A record, by the evidence id of its receipt; `others` are further records of the same fact. */
export type RecordBasis = {
  readonly kind: 'evidence'
  readonly id: EvidenceId
  readonly others?: readonly EvidenceId[]
  readonly total?: number
  readonly readAt?: Instant
}

/** A conclusion: its rule with the version, and where it is explained. */
export type ConclusionBasis = {
  readonly kind: 'rule'
  readonly rule: string
  readonly explained?: string
  readonly evidence?: readonly EvidenceId[]
  readonly total?: number
  /** The end of the time that the conclusion covers, where that is before its evaluation. */
  readonly asOf?: Instant
  readonly evaluatedAt?: Instant
  /** The answer of the API that keeps the figure. */
  readonly keptIn?: `/${string}`
  /** The list of the things that the figure counts. */
  readonly list?: CountedList
}

/** A record that the service keeps of itself, such as the time of its last run: the answer of the API that has it. */
export type OwnRecord = { readonly kind: 'service'; readonly answer: `/${string}` }

/** No value: the reason, and words for it where the usual words of the reason would mislead. */
type Missing = { readonly kind: 'unknown'; readonly reason: NoValueReason; readonly why?: UnknownWords }

/** The basis that a claim note of an answer states. Without a note the figure is not recorded. */
export function basisOf(note: ClaimNote | undefined, explained?: string): Basis {
  if (note?.kind === 'FACT' && note.evidence?.[0] !== undefined) return recordedBy(note, note.evidence[0])
  if (note?.kind === 'DERIVED' && note.rule !== undefined) {
    return {
      kind: 'rule',
      rule: note.rule,
      ...known({ explained, evidence: note.evidence, total: note.evidence_total, asOf: note.as_of }),
    }
  }
  return { kind: 'unknown', reason: note?.reason ?? 'NOT_RECORDED' }
}

function recordedBy(
  { evidence = [], evidence_total: total, observed_at: readAt }: ClaimNote,
  id: EvidenceId,
) {
  return {
    kind: 'evidence',
    id,
    others: evidence.slice(1),
    ...known({ total, readAt }),
  } as const
}

/** The basis of a fact: its record. */
export function recorded(id: EvidenceId, readAt?: Instant): RecordBasis {
  return { kind: 'evidence', id, ...known({ readAt }) }
}

/** The basis of a conclusion: its rule. */
export function concluded(rule: string, explained?: string): ConclusionBasis {
  return { kind: 'rule', rule, ...known({ explained }) }
}

/** A conclusion with the time of its evaluation, where that is known. Any other basis is unchanged. */
export function evaluated(basis: Basis, evaluatedAt: Instant | undefined): Basis {
  return basis.kind === 'rule' && evaluatedAt !== undefined ? { ...basis, evaluatedAt } : basis
}

/** The basis of a figure that an answer of the API keeps. `list`, if there is one, has the counted things. */
export function kept(rule: string, keptIn: `/${string}`, list?: CountedList): ConclusionBasis {
  return { kind: 'rule', rule, keptIn, ...known({ list }) }
}

/** The basis of a figure about the service: a record that the service keeps of itself. */
export function ownRecord(answer: OwnRecord['answer']): OwnRecord {
  return { kind: 'service', answer }
}

/** No value, for a reason. */
export function missing(reason: NoValueReason): Missing {
  return { kind: 'unknown', reason }
}

/** The basis with words for its reason, when it has no value. Any other basis is unchanged. */
export function inWords(basis: Basis, why: UnknownWords | undefined): Basis {
  return basis.kind === 'unknown' && why !== undefined ? { ...basis, why } : basis
}

/** The basis of a project's figure. When it has no value and the project was never evaluated, its words say so. */
export function beforeEvaluation(basis: Basis, asOf: Instant | null | undefined): Basis {
  return basis.kind === 'unknown' ? inWords(basis, notEvaluated({ reason: basis.reason, asOf })) : basis
}

/** The missing value of a part with this coverage state. */
export function unvalued(state: CoverageState): Missing {
  return missing(whyNoValue(state))
}

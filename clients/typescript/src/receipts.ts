import { type Claim, Known, Unknown } from './claim.ts'
import type {
  AgentResearchReceipt,
  ChangeEvent,
  CitedChange,
  CitedEvidence,
  CitedSnapshot,
} from './generated/types.ts'

type Defaulted =
  | ('createdAt' | 'risks' | 'unknowns' | 'outcome' | 'confidence')
  | ('reviewConditions' | 'sourceSystems')
/** What a receipt needs besides its defaults. `evidenceCutoff` is the time of your last reading. */
export type ReceiptInput = Omit<AgentResearchReceipt, Defaulted> & Partial<AgentResearchReceipt>

/** A research receipt of now, with an empty list for each part that is left out. `svc.validateReceipt` checks it. */
export function makeReceipt(input: ReceiptInput): AgentResearchReceipt {
  const createdAt = new Date().toISOString()
  const empty = { risks: [], unknowns: [], reviewConditions: [], outcome: null, confidence: null }
  return { createdAt, ...empty, sourceSystems: ['svc'], ...input }
}

/** What can be cited: an evidence id, a change with its revision, a snapshot, or the evidence of a known claim. */
export type Citable =
  | string
  | Pick<ChangeEvent, 'id' | 'revision'>
  | Omit<CitedSnapshot, 'type'>
  | Claim<unknown>
type Reference = CitedEvidence | CitedChange | CitedSnapshot

/** References for a claim of a receipt. @throws TypeError for an unknown, and for a value without evidence */
export function cite(...cited: readonly Citable[]): readonly Reference[] {
  return cited.flatMap(referencesTo)
}

function referencesTo(cited: Citable): readonly Reference[] {
  if (typeof cited === 'string') return [{ type: 'service_evidence', id: cited }]
  if (cited instanceof Known || cited instanceof Unknown) return evidenceOf(cited)
  if ('revision' in cited) return [{ type: 'change_event', id: cited.id, revision: cited.revision }]
  return [{ type: 'snapshot', ...cited }]
}

function evidenceOf({ field, known, note }: Claim<unknown>): readonly CitedEvidence[] {
  if (!known) throw new TypeError(`${field} is unknown: say so in the unknowns of the receipt`)
  if (note?.evidence === undefined) throw new TypeError(`${field} names no evidence: cite an evidence id`)
  return note.evidence.map((id) => ({ type: 'service_evidence', id }))
}

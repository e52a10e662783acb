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
/** The parts of a receipt. Those with a default can be left out. `evidenceCutoff` is the time of your last reading. */
export type ReceiptInput = Omit<AgentResearchReceipt, Defaulted> & Partial<AgentResearchReceipt>

/**
 * A research receipt that is created now. A list that is left out is empty, except `sourceSystems`, which is `svc`;
 * `outcome` and `confidence` are null. `svc.validateReceipt` checks a receipt.
 */
export function makeReceipt(input: ReceiptInput): AgentResearchReceipt {
  const createdAt = new Date().toISOString()
  const empty = { risks: [], unknowns: [], reviewConditions: [], outcome: null, confidence: null }
  return { createdAt, ...empty, sourceSystems: ['svc'], ...input }
}

/** A thing to cite: an evidence id, a change with its revision, a snapshot, or a known claim with evidence. */
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

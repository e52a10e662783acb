import type { ExplainFact } from '#contract/enums.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import { MOVING_FACTS } from '#domain/ledger/evidence.ts'
import type { ExplainedProject, StoredConclusion } from '#domain/project/explained-record.ts'

/** The facts that rules derive, in the order of the contract. */
export type DerivedFact = Exclude<ExplainFact, 'source.counted'>

/**
 * The standing conclusion about a fact. Without one, the reason alone: the fact is withheld, and then nothing else
 * about it is told, or it was never concluded.
 */
export function statedFact(
  fact: DerivedFact | `coverage.${string}`,
  { conclusions, integrityPublished }: ExplainedProject,
): StoredConclusion | { readonly state: 'WITHHELD' | 'NOT_ENOUGH_YET' } {
  if (fact === 'market_integrity.state' && !integrityPublished) return { state: 'WITHHELD' }
  return conclusions.find((conclusion) => conclusion.fact === fact) ?? { state: 'NOT_ENOUGH_YET' }
}

/**
 * The evidence id of a conclusion. Only those whose moves enter the ledger are kept for ever, so only they are cited.
 */
export function conclusionId({ id, fact }: StoredConclusion): EvidenceId | null {
  const moving = MOVING_FACTS.find((known) => known === fact)
  if (moving === undefined) return null
  return evidenceId(moving === 'market_integrity.state' ? 'integrity' : 'state', id)
}

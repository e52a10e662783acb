import type { ExplainFact } from '#contract/enums.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import { MOVING_FACTS } from '#domain/ledger/evidence.ts'
import { COVERAGE_MEANING } from '#domain/project/coverage-meaning.ts'
import type { ExplainedProject, StoredConclusion } from '#domain/project/explained-record.ts'
import { marketReason } from '../cards/card-fields.ts'
import { NOT_EVALUATED } from '../words/building.ts'

/** The facts that rules derive, in the order of the contract. */
export type DerivedFact = Exclude<ExplainFact, 'source.counted'>

/** The fact that gives an unknown market status the reason of its source. */
export const MARKET_COVERAGE = 'coverage.market'

/**
 * The standing conclusion about a fact. An unknown fact has the same reason as on cards. Without a conclusion it is the
 * reason alone: the fact is withheld, so that nothing else is told of it, or it was never concluded.
 */
export function statedFact(
  fact: DerivedFact | `coverage.${string}`,
  { conclusions, integrityPublished }: Pick<ExplainedProject, 'conclusions' | 'integrityPublished'>,
): StoredConclusion | { readonly state: 'WITHHELD' | 'NOT_ENOUGH_YET' } {
  if (fact === 'market_integrity.state' && !integrityPublished) return { state: 'WITHHELD' }
  const found = conclusions.find((conclusion) => conclusion.fact === fact)
  if (found === undefined) return { state: 'NOT_ENOUGH_YET' }
  return fact === 'market.status' ? ofFailingSource(found, conclusions) : found
}

/** The meaning of the state of a fact that is not measured, in one sentence. */
export function statedMeaning(stated: ReturnType<typeof statedFact>): string {
  const isConcluded = 'rule' in stated || stated.state === 'WITHHELD'
  return isConcluded ? COVERAGE_MEANING[stated.state] : NOT_EVALUATED.meaning
}

/**
 * The conclusion about the market status. If the status is too old and its source cannot be read, its reason is the
 * state of the source.
 */
function ofFailingSource(
  status: StoredConclusion,
  conclusions: readonly StoredConclusion[],
): StoredConclusion {
  const coverage = conclusions.find(({ fact }) => fact === MARKET_COVERAGE)
  if (status.state === 'MEASURED' || coverage === undefined) return status
  const { state } = coverage
  return {
    ...status,
    state: marketReason(status.state, state),
    unknownInputs: status.unknownInputs.map(({ input, reason }) => ({
      input,
      reason: reason === 'MEASURED' ? reason : marketReason(reason, state),
    })),
  }
}

/**
 * The evidence id of a conclusion; null for a fact whose moves do not enter the ledger. Only conclusions whose moves
 * enter the ledger are kept for ever, so only these can be cited.
 */
export function conclusionId({ id, fact }: StoredConclusion): EvidenceId | null {
  const moving = MOVING_FACTS.find((known) => known === fact)
  if (moving === undefined) return null
  return evidenceId(moving === 'market_integrity.state' ? 'integrity' : 'state', id)
}

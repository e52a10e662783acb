import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { EVIDENCE_SHOWN } from './claims/noted.ts'

/**
 * A claim as a tool gives it: with its first evidence ids, and without `explainUrl`, because the tool explain_fact
 * gives the explanation.
 */
export function shownClaim({ explainUrl: _url, evidence, ...claim }: AgentClaim): AgentClaim {
  if (evidence === undefined) return claim
  if (evidence.length <= EVIDENCE_SHOWN) return { ...claim, evidence }
  return { ...claim, evidence: evidence.slice(0, EVIDENCE_SHOWN), evidenceTotal: evidence.length }
}

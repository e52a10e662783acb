import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { knownList } from './known-list.ts'
import { INSTRUCTION_WARNING } from './words.ts'

/**
 * A claim as one line: its tag, the sentence, its times, how fresh it is unless that is MEASURED, and its evidence ids, so
 * that the line can be cited alone.
 */
export function claimLine(claim: AgentClaim): string {
  const { reason, occurredAt, precision, observedAt, asOf, rule, evidence, evidenceTotal } = claim
  const { freshness } = claim
  const isToldApart = freshness !== 'MEASURED' && freshness !== reason
  const notes = knownList([
    reason && `reason ${reason}`,
    occurredAt && `occurred ${occurredAt}`,
    precision && `precision ${precision}`,
    observedAt && `observed ${observedAt}`,
    asOf && `as of ${asOf}`,
    isToldApart && freshness && `freshness ${freshness}`,
    rule && `rule ${rule}`,
    claim.readsLikeInstruction === true && INSTRUCTION_WARNING,
    evidence && evidenceNote(evidence, evidenceTotal),
  ])
  return `${claim.kind} ${claim.statement}${notes.length === 0 ? '' : ` [${notes.join('; ')}]`}`
}

function evidenceNote(ids: readonly string[], total = ids.length): string {
  return `evidence ${ids.join(' ')}${total > ids.length ? ` and ${total - ids.length} more` : ''}`
}

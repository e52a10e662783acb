import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { INSTRUCTION_WARNING } from './words.ts'

/** A claim as one line: its tag, the sentence, its times and its evidence ids, so that the line can be cited alone. */
export function claimLine(claim: AgentClaim): string {
  const notes = [
    ...noteOf('reason', claim.reason),
    ...noteOf('occurred', claim.occurredAt),
    ...(claim.precision === undefined ? [] : [`precision ${claim.precision}`]),
    ...noteOf('observed', claim.observedAt),
    ...noteOf('as of', claim.asOf),
    ...noteOf('rule', claim.rule),
    ...(claim.readsLikeInstruction === true ? [INSTRUCTION_WARNING] : []),
    ...(claim.evidence === undefined ? [] : [evidenceNote(claim.evidence, claim.evidenceTotal)]),
  ]
  return `${claim.kind} ${claim.statement}${notes.length === 0 ? '' : ` [${notes.join('; ')}]`}`
}

function evidenceNote(ids: readonly string[], total = ids.length): string {
  return `evidence ${ids.join(' ')}${total > ids.length ? ` and ${total - ids.length} more` : ''}`
}

function noteOf(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name} ${value}`]
}

import type { Conclusion } from '#domain/evidence.ts'
import type { EvaluationDraft } from '#records/project/evaluations.ts'

/** A rule's conclusion as it is stored. */
export function draftOf(
  input: { projectId: string; fact: string; extra?: Readonly<Record<string, unknown>> },
  conclusion: Conclusion<unknown>,
): EvaluationDraft {
  const { claim, rule, unknownInputs } = conclusion
  const inputs = { ...conclusion.inputs, ...input.extra }
  const { projectId, fact } = input
  if (claim.kind === 'UNKNOWN') {
    return { projectId, fact, rule, state: claim.reason, value: null, inputs, evidence: [], unknownInputs }
  }
  return {
    projectId,
    fact,
    rule,
    state: 'MEASURED',
    value: claim.value,
    inputs,
    evidence: claim.evidence,
    unknownInputs,
  }
}

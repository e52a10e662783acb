import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ExplainableFact, ExplainedInput, Explanation } from '#contract/shapes/explanation.ts'
import { shortened } from '#domain/ledger/wording.ts'
import { knownList } from '../known-list.ts'
import { say, usd } from '../say.ts'
import { valueWords } from '../value-words.ts'

/** An explained fact, its rule, its inputs and what was unknown; or the index of the facts that can be explained. */
export function explainClaims(explanation: Explanation): AgentClaim[] {
  const { project, items, rule, inputs = [], unknownInputs = [] } = explanation
  if (items !== undefined) return items.map((item) => indexClaim(project.slug, item))
  return knownList<AgentClaim>([
    conclusion(explanation),
    rule?.text !== undefined && {
      kind: 'FACT',
      ...say`Rule ${rule.id}: ${shortened(rule.text, TEXT_LENGTH)}`,
      rule: rule.id,
    },
    ...inputs.map(inputClaim),
    ...unknownInputs.map(({ input, reason }) => ({
      kind: 'UNKNOWN' as const,
      ...say`Not read for this: ${input}.`,
      reason,
    })),
  ])
}
/** Maximum number of characters of a rule's text in a claim. */
const TEXT_LENGTH = 800

function conclusion(explanation: Explanation): AgentClaim {
  const { project, fact, state, value, reason, meaning, rule, evidence, confirmedAt } = explanation
  const shown = evidence?.slice(0, 10).map(({ id }) => id)
  const name = `${fact} of ${project.slug}`
  if (state === undefined || state === 'UNKNOWN')
    return {
      kind: 'UNKNOWN',
      ...say`${name}: unknown.${meaning === undefined ? undefined : say` ${meaning}`}`,
      ...known({ reason }),
    }
  return {
    kind: state,
    ...say`${name}: ${conclusionWords(value)}.`,
    ...known({ value }),
    ...(rule !== undefined && { rule: rule.id }),
    ...(typeof value === 'object' && { observedAt: value.observedAt }),
    ...known({ asOf: confirmedAt, evidence: shown }),
  }
}

function conclusionWords(value: Explanation['value']): string {
  if (value === undefined) return 'recorded'
  if (typeof value !== 'object') return `${value}`
  return `${usd(value.value)}, kind ${value.kind}, by ${value.provider}`
}

/** An input as the rule got it; null is unknown. */
function inputClaim({ name, value, source, observedAt, reason }: ExplainedInput): AgentClaim {
  if (value === null) return { kind: 'UNKNOWN', ...say`Input ${name}: unknown.`, ...known({ reason }) }
  return {
    kind: 'FACT',
    ...say`Input ${name}: ${valueWords(name, value)}.`,
    value,
    ...known({ observedAt }),
    ...(source !== undefined && { evidence: [source] }),
  }
}

function indexClaim(slug: string, { fact, source, state, reason }: ExplainableFact): AgentClaim {
  const name = source === undefined ? fact : `${fact} of ${source}`
  return {
    kind: state,
    ...say`${slug}: ${name} is ${state}.`,
    ...(state !== 'UNKNOWN' && { value: { fact, state } }),
    ...known({ reason }),
    ...(source !== undefined && { evidence: [source] }),
  }
}

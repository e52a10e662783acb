import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { Receipt } from '#contract/shapes/receipt.ts'
import { notOfKind } from '../../evidence/receipt-words.ts'
import { isKnownAbsence } from '../../evidence/recorded-fields.ts'
import { occurred, type Said, say } from '../say.ts'
import { nameWords, valueWords } from '../value-words.ts'
import { quoteWords } from '../words.ts'

/**
 * The record behind an evidence id: what it says, where it comes from, and each recorded fact. A field that does not
 * apply to the record has no line.
 */
export function receiptClaims(receipt: Receipt): AgentClaim[] {
  const { id, kind, withdrawn, withdrawnReason, withdrawnAt, recorded } = receipt
  if (withdrawn) {
    const why = withdrawnReason === undefined ? undefined : say`: ${quoteWords(withdrawnReason)}`
    return [
      {
        kind: 'FACT',
        ...say`${kind} record is withdrawn: no longer evidence, or no longer public${why}.`,
        value: { withdrawn },
        ...known({ observedAt: withdrawnAt }),
        evidence: [id],
      },
    ]
  }
  const facts = recorded === undefined ? [] : Object.entries(recorded).filter(appliesTo(receipt))
  return [recordClaim(receipt), ...facts.map((fact) => recordedClaim(receipt, fact))]
}

function recordClaim(receipt: Receipt): AgentClaim {
  const { id, kind, project, source, observedAt } = receipt
  const about =
    project === undefined ? undefined : say` of ${quoteWords(project.name)} (slug ${project.slug})`
  return {
    ...base(receipt),
    ...say`${kind} record${about}${sourceWords(source)}.`,
    value: { id, kind, ...(source && { source: source.id, establishedBy: source.establishedBy }) },
    ...(observedAt && { observedAt }),
  }
}

function sourceWords(source: Receipt['source']): Said | undefined {
  if (source === undefined || source === null) return undefined
  return say`, read from ${source.kind} ${quoteWords(source.locator)}, attributed by ${source.establishedBy}`
}

/**
 * Selects the recorded fields that apply to the receipt. A null field does not apply when its absence is known, or when
 * records of this kind do not have it. `between` applies only when no source dates the event.
 */
function appliesTo({ recorded = {}, occurredAt }: Receipt) {
  const lacks = [...notOfKind(recorded), ...(occurredAt == null ? [] : ['between'])]
  return ([name, value]: readonly [string, unknown]) =>
    value !== null || !(isKnownAbsence(name) || lacks.includes(name))
}

/** A recorded fact; null is unknown. */
function recordedClaim(receipt: Receipt, [name, value]: readonly [string, unknown]): AgentClaim {
  if (value === null) return { kind: 'UNKNOWN', ...say`Recorded ${nameWords(name)}: unknown.` }
  return { ...base(receipt), ...say`Recorded ${nameWords(name)}: ${valueWords(name, value)}.`, value }
}

function base({ id, claim, occurredAt }: Receipt): Pick<AgentClaim, 'kind' | 'occurredAt' | 'evidence'> {
  return { kind: claim ?? 'FACT', ...occurred(occurredAt), evidence: [id] }
}

import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { CheckedReference, ReceiptValidation } from '#contract/shapes/receipt-validation.ts'
import { knownList } from '../known-list.ts'
import { type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/** What the check of a receipt found: never an endorsement. */
export function receiptCheckClaims(check: ReceiptValidation): AgentClaim[] {
  const { valid, errors, svcEvidenceStands, svcEvidenceReason, references, subject } = check
  const stands = svcEvidenceStands === null ? 'not checked' : `${svcEvidenceStands}`
  return knownList<AgentClaim>([
    { kind: 'FACT', ...say`The form of the receipt is ${valid ? 'valid' : 'not valid'}.`, value: { valid } },
    {
      kind: svcEvidenceStands === null ? 'UNKNOWN' : 'FACT',
      ...say`Evidence of this service stands: ${stands} (${svcEvidenceReason}).`,
      ...(svcEvidenceStands !== null && { value: { svcEvidenceStands } }),
    },
    ...errors.map(({ pointer, message }) => ({
      kind: 'FACT' as const,
      ...say`Fault at ${quoteWords(pointer === '' ? '/' : pointer)}: ${quoteWords(message)}`,
    })),
    subject !== null && {
      ...verdict(subject),
      ...say`Subject: ${subject.status} (${subject.reason})${projectWords(subject)}.`,
    },
    ...references.map((reference) => ({
      ...verdict(reference),
      ...say`Reference ${quoteWords(reference.pointer)}: ${reference.status} (${reference.reason})${projectWords(reference)}.`,
    })),
  ])
}

type Verdict = Pick<CheckedReference, 'status' | 'reason' | 'project'>

function verdict({ status, reason }: Verdict): Pick<AgentClaim, 'kind' | 'value'> {
  return status === 'not_checked' ? { kind: 'UNKNOWN' } : { kind: 'FACT', value: { status, reason } }
}

function projectWords({ project }: Verdict): Said | undefined {
  return project === undefined ? undefined : say`, project ${quoteWords(project.name)} (slug ${project.slug})`
}

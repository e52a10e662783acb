import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { CheckedReference, ReceiptValidation } from '#contract/shapes/receipt-validation.ts'
import { knownList } from '../known-list.ts'
import { type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'

/** The result of a check of a receipt. It never endorses the receipt. */
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
    ...errors.map(faultClaim),
    subject !== null && {
      ...verdict(subject),
      ...say`Subject: ${subject.status} (${subject.reason})${projectWords(subject)}.`,
    },
    ...references.map((reference) => ({
      ...verdict(reference),
      ...say`Reference ${reference.pointer}: ${reference.status} (${reference.reason})${projectWords(reference)}${noticeWords(reference)}.`,
      ...known({ observedAt: reference.detectedAt }),
    })),
  ])
}

/**
 * A pointer that has only names of fields and indexes. Any other pointer can have words of the caller, so it is quoted.
 */
const PLAIN_POINTER = /^[A-Za-z0-9/]*$/

function faultClaim({ pointer, message }: ReceiptValidation['errors'][number]): AgentClaim {
  const at = pointer === '' ? '/' : pointer
  const said = PLAIN_POINTER.test(pointer)
    ? say`Fault at ${at}: ${message}`
    : say`Fault at ${quoteWords(at)}: ${quoteWords(message)}`
  return { kind: 'FACT', ...said }
}

/** A verdict on a reference or on the subject. The subject has none of the notes that a reference can have. */
type Verdict = Pick<CheckedReference, 'status' | 'reason' | 'project'> & Partial<CheckedReference>

function verdict({ status, reason, ...of }: Verdict): Pick<AgentClaim, 'kind' | 'value'> {
  if (status === 'not_checked') return { kind: 'UNKNOWN' }
  const { revision, otherProject, afterCutoff, scoringVersion } = of
  const noticed = known({ revision, otherProject, afterCutoff, scoringVersion })
  return { kind: 'FACT', value: { status, reason, ...noticed } }
}

/** Notes on a record that a reference cites. The revision is noted only when it is not the cited one. */
function noticeWords({ reason, revision, otherProject, afterCutoff, scoringVersion }: Verdict): string {
  const isOther = revision !== undefined && reason !== 'standing_revision'
  return knownList([
    isOther && `; revision ${revision} stands`,
    otherProject && '; of another project than the subject',
    afterCutoff && '; first known after the evidence cutoff',
    scoringVersion === 'differs' && '; of another version of the rules than now',
  ]).join('')
}

function projectWords({ project }: Verdict): Said | undefined {
  return project === undefined ? undefined : say`, project ${quoteWords(project.name)} (slug ${project.slug})`
}

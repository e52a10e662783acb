import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { SchemaFault } from '#contract/schema-faults.ts'
import type { CheckedReference, ReceiptValidation } from '#contract/shapes/receipt-validation.ts'
import {
  type AgentResearchReceipt,
  RECEIPT_SCHEMA_PATH,
  type ResearchReference,
} from '#contract/shapes/research-receipt.ts'
import { parseInstant } from '#contract/time.ts'
import { type Cited, evidenceStands, noticeOf, type Verdict } from '#domain/receipts/cited.ts'
import type { Fault } from '#domain/receipts/times.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'

const NOTHING_KEPT = { stored: false, endorsement: false } as const

/** The answer to a receipt that does not match the schema: its faults alone. */
export function unreadReceipt(faults: readonly SchemaFault[], site: Site): ReceiptValidation {
  const errors = faults.map(({ fault, path, expected }) => {
    const pointer = pointerOf(path)
    const message = `${fault} \`${pointer === '' ? 'body' : pointer}\`: expected ${expected}.`
    return { pointer, message, inSchema: true }
  })
  return {
    ...listed(errors),
    subject: null,
    references: [],
    svcEvidenceStands: null,
    svcEvidenceReason: 'receipt_not_valid',
    signature: null,
    schema: schemaUrl(site),
    ...NOTHING_KEPT,
  }
}

/** The answer to a receipt that matches the schema. */
export function checkedReceipt(
  checked: {
    readonly receipt: AgentResearchReceipt
    readonly faults: readonly Fault[]
    readonly subject: Verdict
    readonly cited: readonly (Cited & { readonly verdict: Verdict })[]
    readonly scoringVersion: string
  },
  site: Site,
): ReceiptValidation {
  const { receipt, faults, subject, cited, scoringVersion } = checked
  const about = { subject: subject.project, evidenceCutoff: parseInstant(receipt.evidenceCutoff) }
  const references = cited.map((one) => checkedReference(one, { scoringVersion, site, about }))
  const [svcEvidenceStands, svcEvidenceReason] = evidenceStands(references)
  return {
    ...listed(faults.map((fault) => ({ ...fault, inSchema: false }))),
    subject: { type: receipt.subjectType, ...shown(subject, site) },
    references,
    svcEvidenceStands,
    svcEvidenceReason,
    signature: receipt.signature === undefined ? 'not_given' : 'not_verified',
    schema: schemaUrl(site),
    ...NOTHING_KEPT,
  }
}

/** The address of the schema, which is also its `$id`. */
export function schemaUrl({ baseUrl }: Site): string {
  return `${baseUrl}${RECEIPT_SCHEMA_PATH}`
}

function listed(errors: ReceiptValidation['errors']) {
  return {
    valid: errors.length === 0,
    errors: errors.slice(0, LIMITS.receiptErrors),
    moreErrors: errors.length > LIMITS.receiptErrors,
  }
}

function checkedReference(
  { pointer, reference, verdict }: Cited & { readonly verdict: Verdict },
  deps: {
    readonly scoringVersion: string
    readonly site: Site
    readonly about: Parameters<typeof noticeOf>[1]
  },
): CheckedReference {
  return {
    pointer,
    type: reference.type,
    ...shown(verdict, deps.site),
    ...(verdict.detectedAt != null && { detectedAt: verdict.detectedAt }),
    ...noticeOf(verdict, deps.about),
    ...known({ revision: verdict.revision }),
    ...ofSnapshot(reference, deps.scoringVersion),
  }
}

function ofSnapshot(reference: ResearchReference, inForce: string) {
  if (reference.type !== 'snapshot') return {}
  const { scoringVersion: cited } = reference
  const compared = cited === inForce ? 'matches' : 'differs'
  return { asOf: 'not_verified', scoringVersion: cited === undefined ? 'not_given' : compared } as const
}

function shown({ status, reason, project }: Verdict, site: Site) {
  return { status, reason, ...(project !== undefined && { project: projectReference(project, site) }) }
}

function pointerOf(path: SchemaFault['path']): string {
  return path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

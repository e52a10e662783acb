import { type EvidenceId, parseAddress, parseEvidenceId, parseSlug, type Slug } from '#contract/ids.ts'
import type {
  CheckedReference,
  CitedReason,
  CitedStatus,
  ReceiptValidation,
  SvcEvidenceReason,
} from '#contract/shapes/receipt-validation.ts'
import type { AgentResearchReceipt, ResearchReference } from '#contract/shapes/research-receipt.ts'
import { type Instant, msOf } from '#contract/time.ts'

/** A reference with its place in the receipt. */
export type Cited = { readonly pointer: string; readonly reference: ResearchReference }

/** The records that the references of a receipt name, each once. */
export type Lookups = {
  readonly evidence: readonly EvidenceId[]
  readonly changes: readonly string[]
  readonly slugs: readonly Slug[]
}

type Named = { readonly slug: Slug; readonly name: string }
/** The project of a record and when the service first knew it; null for a record without that time. */
type Known = { readonly project?: Named; readonly detectedAt?: Instant | null }
/** The public records that were found. A record that is not public is absent, like a record that never existed. */
export type CitedRecords = {
  readonly evidence: ReadonlyMap<string, Known & { readonly withdrawn: boolean }>
  readonly changes: ReadonlyMap<string, Known & { readonly revision: number; readonly retracted: boolean }>
  readonly projects: ReadonlyMap<string, Named>
}

/** A status with its reason, the project of the record, and when the record was first known. */
export type Verdict = Known & {
  readonly status: CitedStatus
  readonly reason: CitedReason
  readonly revision?: number
}

/** Every reference of a receipt, in the order of its claims. */
export function getCited({ claims }: AgentResearchReceipt): readonly Cited[] {
  return claims.flatMap((claim, place) =>
    (claim.references === undefined ? [] : claim.references).map((reference, index) => ({
      pointer: `/claims/${place}/references/${index}`,
      reference,
    })),
  )
}

/** The first `limit` different references to records, in order; the others are not looked up. */
export function lookupsOf(cited: readonly Cited[], limit: number): Lookups {
  const [evidence, changes, slugs] = [new Set<EvidenceId>(), new Set<string>(), new Set<Slug>()]
  for (const { reference } of cited) {
    if (evidence.size + changes.size + slugs.size >= limit) break
    if (reference.type === 'change_event') changes.add(reference.id)
    if (reference.type === 'snapshot') slugs.add(reference.project as Slug)
    const parsed = reference.type === 'service_evidence' ? parseEvidenceId(reference.id) : undefined
    if (parsed !== undefined) evidence.add(parsed.id)
  }
  return { evidence: [...evidence], changes: [...changes], slugs: [...slugs] }
}

const BEYOND: Verdict = { status: 'not_checked', reason: 'beyond_the_lookups_of_a_call' }
const UNRECORDED: Verdict = { status: 'not_found', reason: 'not_recorded' }
const NOT_OF_THIS_SERVICE: Verdict = { status: 'not_checked', reason: 'not_of_this_service' }
const UNPUBLISHED: Verdict = { status: 'not_found', reason: 'not_published' }

/** The verdict on a reference, from the records that were looked up. */
export function judgeReference(
  reference: ResearchReference,
  records: { readonly lookups: Lookups; readonly found: CitedRecords },
): Verdict {
  const { lookups, found } = records
  switch (reference.type) {
    case 'service_evidence':
      return judgeEvidence(reference.id, records)
    case 'change_event':
      return lookups.changes.includes(reference.id)
        ? judgeChange(reference, found.changes.get(reference.id))
        : BEYOND
    case 'snapshot':
      return lookups.slugs.includes(reference.project as Slug)
        ? judgeProject(found.projects.get(reference.project), 'as_of_not_verified')
        : BEYOND
    case 'market_observation':
      return { status: 'not_checked', reason: 'figures_not_compared' }
    case 'external_url':
      return { status: 'not_checked', reason: 'never_fetched' }
    case 'agent_answer':
      return { status: 'not_checked', reason: 'answers_not_stored' }
  }
}

function judgeEvidence(
  id: string,
  { lookups, found }: { readonly lookups: Lookups; readonly found: CitedRecords },
): Verdict {
  const parsed = parseEvidenceId(id)
  if (parsed === undefined) {
    return { status: 'invalid_id', reason: isSuffixed(id) ? 'change_event_id' : 'not_an_evidence_id' }
  }
  if (!lookups.evidence.includes(parsed.id)) return BEYOND
  const record = found.evidence.get(id)
  if (record === undefined) return UNRECORDED
  return record.withdrawn
    ? { status: 'withdrawn', reason: 'record_withdrawn' }
    : { ...knownOf(record), status: 'exists', reason: 'recorded' }
}

/** The suffix of an event id has one part or more: `:added`, `:unavailable:1763546400`. */
function isSuffixed(id: string): boolean {
  const parts = id.split(':')
  return parts.some((_, length) => parseEvidenceId(parts.slice(0, length).join(':')) !== undefined)
}

function judgeChange(
  cited: { readonly revision: number },
  change: (Known & { readonly revision: number; readonly retracted: boolean }) | undefined,
): Verdict {
  if (change === undefined) return UNRECORDED
  if (change.retracted) return { status: 'withdrawn', reason: 'retracted' }
  const { revision } = change
  const known = { ...knownOf(change), revision }
  if (cited.revision === revision) return { ...known, status: 'exists', reason: 'standing_revision' }
  return cited.revision < revision
    ? { ...known, status: 'revised', reason: 'older_revision' }
    : { ...known, status: 'not_found', reason: 'future_revision' }
}

/**
 * The project and the time of a record. A withdrawn record and a retracted event name nothing, so they have neither.
 */
function knownOf({ project, detectedAt }: Known): Known {
  return { ...(project && { project }), ...(detectedAt && { detectedAt }) }
}

/** Notes for the reader of a receipt on a checked reference. */
type Notice = {
  /** The record is of another project than the subject of the receipt. */
  readonly otherProject?: true
  /** The service first knew the record after the evidence cutoff of the receipt. */
  readonly afterCutoff?: true
}

/** Compares a reference with the subject and the cutoff of its receipt. An unknown project or time gives no notice. */
export function noticeOf(
  { project, detectedAt }: Known,
  receipt: { readonly subject: Named | undefined; readonly evidenceCutoff: Instant | undefined },
): Notice {
  const { subject, evidenceCutoff } = receipt
  const isOther = project !== undefined && subject !== undefined && project.slug !== subject.slug
  const isLate = detectedAt != null && evidenceCutoff !== undefined && msOf(detectedAt) > msOf(evidenceCutoff)
  return { ...(isOther && { otherProject: true }), ...(isLate && { afterCutoff: true }) }
}

function judgeProject(project: Named | undefined, reason: CitedReason): Verdict {
  return project === undefined ? UNPUBLISHED : { status: 'project_exists', reason, project }
}

/** The subject of a receipt as a key of the records; a verdict when there is nothing to look up. */
export function receiptSubjectOf({ subjectType, subject }: AgentResearchReceipt) {
  if (subjectType === 'other') return { verdict: NOT_OF_THIS_SERVICE }
  if (subjectType === 'project') {
    const slug = parseSlug(subject)
    return slug === undefined ? { verdict: invalidSubject('not_a_slug') } : { slug }
  }
  const address = parseAddress(subject)
  return address === undefined ? { verdict: invalidSubject('not_an_address') } : { address }
}

function invalidSubject(reason: CitedReason): Verdict {
  return { status: 'invalid_id', reason }
}

/** The verdict on a receipt's subject that was looked up. */
export function judgeSubject(project: Named | undefined): Verdict {
  return judgeProject(project, 'published')
}

const OF_THE_SERVICE: readonly ResearchReference['type'][] = [
  'service_evidence',
  'change_event',
  'snapshot',
  'market_observation',
]
/** Statuses that leave open whether the record exists. Of a snapshot only the project is looked up. */
const OPEN: readonly CitedStatus[] = ['not_checked', 'project_exists']

/**
 * Whether the evidence of this service stands. One reference that does not stand makes the answer false. A snapshot is
 * checked for its project alone, and a market observation is not checked, so either makes the answer partial. Null
 * without a reference to this service, and when no reference could be checked.
 */
export function evidenceStands(
  checked: readonly Pick<CheckedReference, 'type' | 'status'>[],
): readonly [ReceiptValidation['svcEvidenceStands'], SvcEvidenceReason] {
  const own = checked.filter(({ type }) => OF_THE_SERVICE.some((known) => known === type))
  const statuses = own.map(({ status }) => status)
  if (statuses.length === 0) return [null, 'no_service_reference']
  if (statuses.some((status) => status !== 'exists' && !OPEN.includes(status)))
    return [false, 'some_do_not_stand']
  if (statuses.every((status) => status === 'exists')) return [true, 'all_checked_and_standing']
  const isNoneChecked = statuses.every((status) => status === 'not_checked')
  return isNoneChecked ? [null, 'none_checked'] : ['partial', 'some_not_checked']
}

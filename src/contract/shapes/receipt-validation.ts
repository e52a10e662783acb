import { type Static, Type } from 'typebox'
import { described, namedList, namedObject, nullable } from '../enums.ts'
import { LIMITS } from '../limits.ts'
import { Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { RECEIPT_REFERENCES } from './research-receipt.ts'
import { Instant } from './time.ts'

/** The verdict on a reference or a subject, from the records that were looked up. */
export const CitedStatus = namedList('CitedStatus', [
  'exists',
  'revised',
  'project_exists',
  'withdrawn',
  'not_found',
  'invalid_id',
  'not_checked',
])
export type CitedStatus = Static<typeof CitedStatus>

/** Why a reference or a subject has its status. */
export const CitedReason = namedList('CitedReason', [
  'recorded',
  'standing_revision',
  'older_revision',
  'future_revision',
  'retracted',
  'record_withdrawn',
  'not_recorded',
  'not_published',
  'not_an_evidence_id',
  'change_event_id',
  'not_a_slug',
  'not_an_address',
  'as_of_not_verified',
  'beyond_the_lookups_of_a_call',
  'figures_not_compared',
  'never_fetched',
  'answers_not_stored',
  'published',
  'not_of_this_service',
])
export type CitedReason = Static<typeof CitedReason>

const Evidence = namedList('SvcEvidenceReason', [
  'all_checked_and_standing',
  'some_do_not_stand',
  'some_not_checked',
  'none_checked',
  'no_service_reference',
  'receipt_not_valid',
])
export type SvcEvidenceReason = Static<typeof Evidence>

const pointer = Type.String({ maxLength: 400, description: 'JSON pointer into the receipt' })
const verdict = { status: CitedStatus, reason: CitedReason, project: Type.Optional(ProjectReference) }

const ReceiptError = namedObject('ReceiptError', {
  pointer,
  message: Type.String({ description: 'What is wrong there, and what is expected' }),
  inSchema: Type.Boolean({ description: 'False: a rule that the schema cannot say' }),
})

const CheckedReference = namedObject('CheckedReference', {
  pointer,
  type: Type.String({ description: 'The type of the reference' }),
  ...verdict,
  detectedAt: Type.Optional(described(Instant, 'When the service first knew the record')),
  otherProject: Type.Optional(
    Type.Literal(true, { description: 'The record is of another project than the subject' }),
  ),
  afterCutoff: Type.Optional(
    Type.Literal(true, { description: 'The record was first known after the evidence cutoff' }),
  ),
  revision: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Of a standing change: its current revision' }),
  ),
  asOf: Type.Optional(Type.Literal('not_verified', { description: 'Of a snapshot' })),
  scoringVersion: Type.Optional(namedList('CitedScoringVersion', ['matches', 'differs', 'not_given'])),
})
export type CheckedReference = Static<typeof CheckedReference>

/**
 * The result of checking a receipt. It does not say whether the research is right. @source contract, Agent interfaces
 */
export const ReceiptValidation = namedObject('ReceiptValidation', {
  valid: Type.Boolean({ description: 'The form: the schema, and the rules it cannot say' }),
  errors: Type.Array(ReceiptError, { maxItems: LIMITS.receiptErrors }),
  moreErrors: Type.Boolean({ description: 'True: only the first errors are listed' }),
  subject: nullable(
    Type.Object(
      { type: Type.String(), ...verdict },
      { description: 'Null for a receipt that does not match the schema' },
    ),
  ),
  references: Type.Array(CheckedReference, {
    maxItems: RECEIPT_REFERENCES,
    description: 'In the order of the claims; empty for a receipt that does not match the schema',
  }),
  svcEvidenceStands: Type.Union([Type.Boolean(), Type.Literal('partial'), Type.Null()], {
    description:
      'true: every reference to this service was checked and stands; false: one does not; partial: some were not checked; null: there is none, or none was checked',
  }),
  svcEvidenceReason: Evidence,
  signature: nullable(namedList('CheckedSignature', ['not_verified', 'not_given'])),
  schema: Url,
  stored: Type.Literal(false, { description: 'Nothing of the receipt is kept' }),
  endorsement: Type.Literal(false, { description: 'A valid receipt is not a confirmed one' }),
})
export type ReceiptValidation = Static<typeof ReceiptValidation>

import { type Static, Type } from 'typebox'
import {
  ChangeDomain,
  ChangeOp,
  ChangeOrigin,
  ChangePrecision,
  described,
  namedObject,
  nullable,
} from '../enums.ts'
import { ChangeType } from '../events.ts'
import { Cursor, EvidenceId } from '../ids.ts'
import { ContractReference, IgnoredParameters } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

/**
 * One revision of one recorded change, the same on /api/changes and in webhooks. An upsert has every field; a retract
 * has exactly `id`, `revision`, `op` and `recordedAt`. @source contract, Change event
 */
export const ChangeEvent = namedObject('ChangeEvent', {
  id: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Stable id of the event; one with a suffix is not an evidence id',
  }),
  revision: Type.Integer({ minimum: 1, description: 'Keep the highest revision of each id' }),
  op: described(ChangeOp, 'retract: delete the copy with this id'),
  recordedAt: described(Instant, 'When this revision entered the ledger'),
  type: Type.Optional(described(ChangeType, 'Absent in a retraction, like all below')),
  domain: Type.Optional(ChangeDomain),
  project: Type.Optional(
    described(nullable(ProjectReference), 'Current name and page; null without a project'),
  ),
  contract: Type.Optional(nullable(ContractReference)),
  occurredAt: Type.Optional(
    nullable(described(Instant, 'When it happened, by an outside source; null when no source dates it')),
  ),
  detectedAt: Type.Optional(described(Instant, 'When the service first knew of the change')),
  precision: Type.Optional(ChangePrecision),
  origin: Type.Optional(described(ChangeOrigin, 'live: seen as it happened; only these are pushed')),
  summary: Type.Optional(Type.String({ description: 'One line, as recorded' })),
  summaryCurrent: Type.Optional(Type.String({ description: 'The line worded for now: do not store it' })),
  facts: Type.Optional(
    Type.Record(Type.String(), Type.Unknown(), { description: 'An absent field is unknown' }),
  ),
  evidence: Type.Optional(Type.Array(EvidenceId, { minItems: 1, description: 'What it rests on' })),
})
export type ChangeEvent = Static<typeof ChangeEvent>

type Always = 'id' | 'revision' | 'recordedAt'
/** A current event, with every field. */
export type UpsertEvent = Required<ChangeEvent> & { readonly op: 'upsert' }
/** An event that is no longer public. Nothing of its content is left. */
export type RetractEvent = Pick<ChangeEvent, Always> & { readonly op: 'retract' }

/**
 * A list of changes. `nextCursor` is null only at the end of browsing. @source contract, Change ledger and evidence
 */
export const ChangeList = namedObject('ChangeList', {
  items: Type.Array(ChangeEvent, { maxItems: 100 }),
  nextCursor: nullable(Cursor),
  ignoredParameters: IgnoredParameters,
})
export type ChangeList = Static<typeof ChangeList>

import { type Static, Type } from 'typebox'
import { CHANGE_DOMAINS, CHANGE_OPS, CHANGE_ORIGINS, CHANGE_PRECISIONS, nullable, oneOf } from '../enums.ts'
import { CHANGE_TYPES } from '../events.ts'
import { CHAIN_ID, Cursor, EvidenceId, Slug } from '../ids.ts'
import { Instant } from '../time.ts'

const described = (description: string) => nullable(Type.Unsafe<Instant>({ ...Instant, description }))

/**
 * One revision of one recorded change, the same on /api/changes and in webhooks. An upsert has every field; a retract
 * has exactly `id`, `revision`, `op` and `recordedAt`. @source contract, Change event
 */
export const ChangeEvent = Type.Object(
  {
    id: Type.String({
      minLength: 1,
      maxLength: 300,
      description: 'Stable id of the event; one with a suffix is not an evidence id',
    }),
    revision: Type.Integer({ minimum: 1, description: 'Keep the highest revision of each id' }),
    op: oneOf(CHANGE_OPS, 'retract: delete the copy with this id'),
    recordedAt: Type.Unsafe<Instant>({ ...Instant, description: 'When this revision entered the ledger' }),
    type: Type.Optional(oneOf(CHANGE_TYPES)),
    domain: Type.Optional(oneOf(CHANGE_DOMAINS)),
    project: Type.Optional(nullable(Slug)),
    contract: Type.Optional(
      nullable(
        Type.Unsafe<`${number}:0x${string}`>(
          Type.String({ pattern: `^${CHAIN_ID}:0x[0-9a-f]{40}$`, description: 'Chain id and address' }),
        ),
      ),
    ),
    occurredAt: Type.Optional(described('When an outside source says it happened; null when none dates it')),
    detectedAt: Type.Optional(
      Type.Unsafe<Instant>({ ...Instant, description: 'When the service first knew of it' }),
    ),
    precision: Type.Optional(oneOf(CHANGE_PRECISIONS)),
    origin: Type.Optional(oneOf(CHANGE_ORIGINS, 'live: seen as it happened; only these are pushed')),
    summary: Type.Optional(Type.String({ description: 'One line, as recorded' })),
    summaryCurrent: Type.Optional(Type.String({ description: "The same line in today's wording" })),
    facts: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'An absent field is unknown' }),
    ),
    evidence: Type.Optional(Type.Array(EvidenceId, { minItems: 1 })),
    url: Type.Optional(
      nullable(Type.String({ format: 'uri', description: "The project's page; null without a project" })),
    ),
  },
  { $id: 'ChangeEvent', title: 'ChangeEvent' },
)
export type ChangeEvent = Static<typeof ChangeEvent>

type Always = 'id' | 'revision' | 'recordedAt'
/** An event as it stands, with every field. */
export type UpsertEvent = Required<ChangeEvent> & { readonly op: 'upsert' }
/** An event that is no longer public; it names nothing else. */
export type RetractEvent = Pick<ChangeEvent, Always> & { readonly op: 'retract' }

/** A page of the ledger. `nextCursor` is null only at the end of browsing. @source contract, Change ledger and evidence */
export const ChangePage = Type.Object(
  {
    changes: Type.Array(ChangeEvent, { maxItems: 100 }),
    nextCursor: nullable(Cursor),
    ignoredParameters: Type.Array(Type.String(), { description: 'Parameters this endpoint does not read' }),
  },
  { $id: 'ChangePage', title: 'ChangePage' },
)
export type ChangePage = Static<typeof ChangePage>

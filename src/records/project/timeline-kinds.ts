import { type RawBuilder, sql } from 'kysely'
import { CHAIN_ID, type EvidencePrefix } from '#contract/ids.ts'
import { MOVING_FACTS, type MovingFact } from '#domain/ledger/evidence.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { CONCLUDED_VALUE } from '#records/ledger/concluded.ts'
import { INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import { sourceName } from './sources.ts'

type Sql = RawBuilder<unknown>

/**
 * How the evidence of one kind appears in a timeline. Its table has an index on `project_id` and `at`, so that a list
 * reads only its own rows.
 */
export type TimelineKind = {
  readonly kind: EvidencePrefix
  readonly table: Sql
  /** The condition of rows that are listed: withdrawn ones are not. */
  readonly stands: Sql
  /** Whether this deployment publishes the kind. A kind that it withholds is neither listed nor counted. */
  readonly published: Sql
  /** The evidence id without its prefix, as text. */
  readonly key: Sql
  /** The time at which a row is placed in the timeline. */
  readonly at: Sql
  /** Null for a row that no outside source has dated. */
  readonly occurredAt: Sql
  readonly detectedAt: Sql
  readonly precision: Sql
  readonly sourceId: Sql
  /** The recorded fields from which the row's title is made, as JSON. */
  readonly recorded: Sql
}

const STANDS = sql`withdrawn_at is null`
const ALL = sql`true`
const NEVER = sql`null::timestamptz`
const OBSERVED = sql`'OBSERVED'`
/** Columns of a record that only the service's own reading dates. */
const DETECTED = {
  key: sql`id::text`,
  at: sql`detected_at`,
  occurredAt: NEVER,
  detectedAt: sql`detected_at`,
  precision: OBSERVED,
  sourceId: sql`source_id`,
  stands: ALL,
  published: ALL,
} as const

const dated = (time: Sql) => ({
  at: sql`coalesce(${time}, detected_at)`,
  occurredAt: time,
  precision: sql`case when ${time} is null then 'OBSERVED' else 'EXACT' end`,
})

const statements = (kind: 'claim' | 'narrative' | 'security', ofKind: Sql): TimelineKind => ({
  ...DETECTED,
  kind,
  table: sql`claims`,
  stands: sql`withdrawn_at is null and ${ofKind}`,
  recorded: sql`json_build_object('kind', kind, 'by', by, 'statement', statement, 'narrative', narrative)`,
})

/** A part of the timeline for each fact, so that each is read by its own index. */
const conclusions = (fact: MovingFact): TimelineKind => ({
  ...DETECTED,
  ...(fact === 'market_integrity.state'
    ? { kind: 'integrity', published: INTEGRITY_PUBLISHED }
    : { kind: 'state' }),
  table: sql`evaluations`,
  stands: sql`fact = ${sql.lit(fact)}`,
  at: sql`evaluated_at`,
  detectedAt: sql`evaluated_at`,
  sourceId: sql`null::uuid`,
  recorded: sql`json_build_object('fact', fact, 'value', ${CONCLUDED_VALUE}, 'state', state)`,
})

/** Every kind of evidence. A kind can have several parts. */
export const TIMELINE_KINDS: readonly TimelineKind[] = [
  {
    ...DETECTED,
    kind: 'ship',
    table: sql`ships`,
    stands: STANDS,
    at: sql`placed_at`,
    occurredAt: sql`occurred_at`,
    precision: sql`precision`,
    recorded: sql`json_build_object('title', title, 'codeWeek', facts -> 'codeWeek')`,
  },
  {
    ...DETECTED,
    kind: 'signal',
    table: sql`signals`,
    at: sql`window_to`,
    occurredAt: sql`window_to`,
    precision: sql`'WINDOW'`,
    sourceId: sql`null::uuid`,
    recorded: sql`json_build_object('title', title)`,
  },
  {
    ...DETECTED,
    kind: 'abi',
    table: sql`interfaces`,
    ...dated(sql`verified_at`),
    recorded: sql`json_build_object('contract', contract, 'provider', provider, 'functions', functions, 'events', events)`,
  },
  {
    ...DETECTED,
    kind: 'impl',
    table: sql`implementations`,
    stands: STANDS,
    key: sql`key`,
    ...dated(sql`block_time`),
    recorded: sql`json_build_object('contract', contract, 'implementation', implementation, 'initial', initial)`,
  },
  {
    ...DETECTED,
    kind: 'lock',
    table: sql`locks`,
    key: sql`concat_ws(':', ${sql.lit(CHAIN_ID)}::text, locker, lock_id)`,
    recorded: sql`json_build_object('amount', amount::text, 'unlockAt', ${jsonInstant(sql`unlock_at`)}, 'withdrawn', withdrawn)`,
  },
  {
    ...DETECTED,
    kind: 'source',
    table: sql`sources`,
    stands: sql`detached_at is null`,
    sourceId: sql`id`,
    at: sql`attached_at`,
    detectedAt: sql`attached_at`,
    recorded: sql`json_build_object('kind', kind, 'locator', ${sourceName('sources')})`,
  },
  statements('claim', sql`kind not in ('narrative', 'security')`),
  statements('narrative', sql`kind = 'narrative'`),
  statements('security', sql`kind = 'security'`),
  ...MOVING_FACTS.map(conclusions),
  {
    ...DETECTED,
    kind: 'method',
    table: sql`method_use`,
    stands: STANDS,
    at: sql`first_at`,
    occurredAt: sql`first_at`,
    precision: sql`'EXACT'`,
    recorded: sql`json_build_object('contract', contract, 'selector', selector, 'signature', signature)`,
  },
  {
    ...DETECTED,
    kind: 'sourcechange',
    table: sql`site_changes`,
    recorded: sql`json_build_object('added', added, 'removed', removed)`,
  },
]

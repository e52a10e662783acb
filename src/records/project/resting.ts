import { type RawBuilder, sql } from 'kysely'
import { type EvidenceId, type EvidencePrefix, parseEvidenceId, type Slug } from '#contract/ids.ts'
import type { RestingRecord } from '#domain/project/resting-record.ts'
import type { Reader } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { getPublicEntries } from '#records/ledger/change-list.ts'
import { INTEGRITY_FACT, INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import { LATEST_EVIDENCE } from './evaluations.ts'

/**
 * The conclusions, records and changes that rest on a record of a published project. At most `limit` of each kind, with
 * the number of all. Empty for an id that no record of the project cites.
 */
export async function getResting(
  input: { readonly id: EvidenceId; readonly slug: Slug; readonly limit: number },
  reader: Reader,
): Promise<RestingRecord> {
  const { id, slug, limit } = input
  const parsed = parseEvidenceId(id)
  if (parsed === undefined) throw new Error(`${id} is no evidence id`)
  const named = sql<{ id: string }>`(select projects.id from project_slugs
    join projects on projects.id = project_slugs.project_id and projects.state = 'published'
    where project_slugs.slug = ${slug})`
  const row = await reader
    .selectFrom(named.as('project'))
    .select([
      conclusionsOn(id).as('conclusions'),
      newest(citing(parsed), limit).as('records'),
      sql<number>`(select count(*)::integer from ${citing(parsed)} as cited)`.as('records_total'),
      sql<
        number[]
      >`(select coalesce(json_agg(position), '[]') from (select position from ${changesOn(id)} as cited
        order by first_position desc limit ${limit}) as newest)`.as('positions'),
      sql<number>`(select count(*)::integer from ${changesOn(id)} as cited)`.as('changes_total'),
      sql<EvidenceId | null>`${successorOf(parsed)}`.as('replaced_by'),
    ])
    .executeTakeFirst()
  if (row === undefined) return NOTHING
  const entries = await getPublicEntries(row.positions, reader)
  return {
    conclusions: row.conclusions,
    records: row.records,
    recordsTotal: row.records_total,
    changes: row.positions.map((position) => entries.get(position)).filter((entry) => entry !== undefined),
    changesTotal: row.changes_total,
    replacedBy: row.replaced_by,
  }
}

const NOTHING: RestingRecord = {
  conclusions: [],
  records: [],
  recordsTotal: 0,
  changes: [],
  changesTotal: 0,
  replacedBy: null,
}

/**
 * The standing conclusions whose last evaluation cites the id. `inReceipt` is false when the first did not, whose
 * evidence the receipt keeps.
 */
function conclusionsOn(id: EvidenceId) {
  const inReceipt = sql`${id}::text = any(evidence)`
  return sql<RestingRecord['conclusions']>`(
    select coalesce(json_agg(json_build_object(
        'id', case when fact = ${INTEGRITY_FACT} then 'integrity:' else 'state:' end || evaluations.id,
        'fact', fact, 'rule', rule, 'inReceipt', ${inReceipt},
        'evaluatedAt', ${jsonInstant(sql`case when ${inReceipt} then evaluated_at else confirmed_at end`)})
      order by fact), '[]')
    from evaluations
    where evaluations.project_id = project.id and superseded_at is null and state = 'MEASURED'
      and ${id}::text = any(${LATEST_EVIDENCE}) and (fact <> ${INTEGRITY_FACT} or ${INTEGRITY_PUBLISHED}))`
}

type Key = NonNullable<ReturnType<typeof parseEvidenceId>>

/** The records that cite the id: signals, and for a source also the ships that were read from it. */
function citing({ id, prefix, key }: Key): RawBuilder<unknown> {
  const signals = sql`select 'signal:' || signals.id as id, title, detected_at as at, null::jsonb as code_week
    from signals where signals.project_id = project.id and ended_at is null and ${id}::text = any(evidence)`
  if (prefix !== 'source') return sql`(${signals})`
  return sql`(${signals} union all
    select 'ship:' || ships.id, title, coalesce(occurred_at, detected_at), facts -> 'codeWeek' from ships
    where ships.project_id = project.id and source_id = ${key}::uuid and withdrawn_at is null)`
}

function newest(records: RawBuilder<unknown>, limit: number) {
  return sql<RestingRecord['records']>`(
    select coalesce(json_agg(json_build_object('id', id, 'title', title, 'at', ${jsonInstant(sql`at`)},
      'codeWeek', code_week)), '[]')
    from (select * from ${records} as cited order by at desc, id limit ${limit}) as newest)`
}

function changesOn(id: EvidenceId): RawBuilder<unknown> {
  return sql`(select position, first_position from changes
    where changes.project_id = project.id and superseded_by is null and op = 'upsert'
      and evidence @> array[${id}::text] and (type <> 'market_integrity.event' or ${INTEGRITY_PUBLISHED}))`
}

/** The id of the record that replaced this one; null without one. */
function successorOf({ prefix, key }: Key): RawBuilder<unknown> {
  return SUCCESSORS[prefix]?.(key) ?? sql`null::text`
}

const SUCCESSORS: { readonly [K in EvidencePrefix]?: (key: string) => RawBuilder<unknown> } = {
  state: (key) => laterConclusion('state:', key),
  integrity: (key) => laterConclusion('integrity:', key),
  abi: (key) => sql`(select 'abi:' || later.id from interfaces as earlier
    join interfaces as later on later.project_id = earlier.project_id and later.contract = earlier.contract
      and later.provider = earlier.provider and later.detected_at >= earlier.superseded_at and later.id <> earlier.id
    where earlier.id = ${key}::uuid order by later.detected_at limit 1)`,
  impl: (key) => sql`(select 'impl:' || later.key from implementations as earlier
    join implementations as later on later.project_id = earlier.project_id and later.contract = earlier.contract
      and later.withdrawn_at is null and later.key <> earlier.key
      and later.previous_implementation = earlier.implementation
      and coalesce(later.block_time, later.detected_at) > coalesce(earlier.block_time, earlier.detected_at)
    where earlier.key = ${key} order by coalesce(later.block_time, later.detected_at) limit 1)`,
}

function laterConclusion(prefix: 'state:' | 'integrity:', key: string): RawBuilder<unknown> {
  return sql`(select ${prefix} || later.id from evaluations as earlier
    join evaluations as later on later.project_id = earlier.project_id and later.fact = earlier.fact
      and later.evaluated_at >= earlier.superseded_at and later.id <> earlier.id
    where earlier.id = ${key}::uuid order by later.evaluated_at limit 1)`
}

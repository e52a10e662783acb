import { type RawBuilder, sql } from 'kysely'
import {
  CHAIN_ID,
  type EvidenceId,
  type EvidencePrefix,
  evidenceId,
  parseEvidenceId,
  type Slug,
} from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { CALLS_SCOPE } from '#domain/contracts/method-calls.ts'
import type { SourceReference } from '#domain/evidence.ts'
import type { ReceiptRecord } from '#domain/project/receipt-record.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { INTEGRITY_FACT, INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import { toWithdrawal } from '#records/withdrawal.ts'
import { REPLACED_INTERFACE, RESUMPTIONS, SOURCE_RECORDS, SOURCE_STREAMS } from './receipt-records.ts'
import { SOURCE_REFERENCE } from './sources.ts'

type Key = { readonly prefix: EvidencePrefix; readonly key: string }

/**
 * The record of an evidence id with its project and source. Undefined where nothing is recorded, and for a project that
 * was never published: the two look the same here. @source contract, Evidence
 */
export async function findReceiptRecord(id: Key, reader: Reader): Promise<ReceiptRecord | undefined> {
  const found = await findIn(RECORDS, id, reader)
  return found === undefined ? findIn(RELATIONS, id, reader) : found
}

async function findIn(
  records: Records,
  { prefix, key }: Key,
  reader: Reader,
): Promise<ReceiptRecord | undefined> {
  const record = records[prefix]?.(key)
  if (record === undefined) return undefined
  const row = await reader
    .selectFrom(record.as('record'))
    .innerJoin('projects', 'projects.id', 'record.project_id')
    .leftJoin('sources', 'sources.id', 'record.source_id')
    .where('projects.state', '<>', 'draft')
    .selectAll('record')
    .select(['projects.slug', 'projects.name', 'projects.state'])
    .select(
      sql<SourceReference | null>`case when sources.id is not null then ${SOURCE_REFERENCE} end`.as('source'),
    )
    .$narrowType<{ state: 'published' | 'hidden' }>()
    .executeTakeFirst()
  return row === undefined ? undefined : toReceiptRecord({ prefix, key }, row)
}

/**
 * Each of these records with its project, its time, and whether it is withdrawn, in one statement. Records that are not
 * public are absent.
 */
export async function getCitedRecords(
  ids: readonly EvidenceId[],
  reader: Reader,
): Promise<ReadonlyMap<string, CitedRecord>> {
  const cited = ids.flatMap((id) => {
    const parsed = parseEvidenceId(id)
    if (parsed === undefined) return []
    return [RECORDS, RELATIONS].flatMap((records) => {
      const record = records[parsed.prefix]?.(parsed.key)
      return record === undefined
        ? []
        : [sql`select ${id}::text as id, project_id, detected_at, withdrawn_at from ${record} as record`]
    })
  })
  if (cited.length === 0) return new Map()
  const records = sql<CitedColumns>`(${sql.join(cited, sql` union all `)})`
  const rows = await reader
    .selectFrom(records.as('cited'))
    .innerJoin('projects', 'projects.id', 'cited.project_id')
    .select(['cited.id', 'cited.detected_at', 'projects.slug', 'projects.name'])
    .select(sql<boolean>`cited.withdrawn_at is not null`.as('withdrawn'))
    .where('projects.state', '=', 'published')
    .execute()
  return new Map(
    rows.map(({ id, withdrawn, detected_at: detectedAt, slug, name }) => [
      id,
      { withdrawn, detectedAt, project: { slug, name } },
    ]),
  )
}

/** A cited record, with its project and when it was first known. The time is null for a record without one. */
type CitedRecord = {
  readonly withdrawn: boolean
  readonly detectedAt: Instant | null
  readonly project: { readonly slug: Slug; readonly name: string }
}

type CitedColumns = Pick<Columns, 'project_id' | 'detected_at' | 'withdrawn_at'> & { readonly id: string }

/**
 * The columns that every record has. Each further column is a recorded fact, with the name that it has in the answer.
 */
type Columns = {
  project_id: string
  source_id: string | null
  occurred_at: Instant | null
  observed_at: Instant | null
  detected_at: Instant | null
  withdrawn_at: Instant | null
  withdrawn_reason: string | null
}
type JoinedRow = Columns & {
  slug: Slug
  name: string
  state: 'published' | 'hidden'
  source: SourceReference | null
}

function toReceiptRecord({ prefix, key }: Key, row: JoinedRow): ReceiptRecord {
  const { projectId: _, sourceId: _of, slug, name, state, source, ...stated } = fromColumns(row)
  const { occurredAt, observedAt, detectedAt, withdrawnAt, withdrawnReason, ...recorded } = stated
  return {
    id: evidenceId(prefix, key),
    kind: prefix,
    claim: DERIVED.includes(prefix) ? 'DERIVED' : 'FACT',
    project: { slug, name, state },
    withdrawn: toWithdrawal(withdrawnAt, withdrawnReason),
    source,
    occurredAt,
    observedAt,
    detectedAt,
    recorded,
  }
}

const DERIVED: readonly EvidencePrefix[] = ['state', 'integrity', 'signal', 'sourcechange']

/** When a ship was known: when it was first read, or for a code week with later commits, when those were read. */
const KNOWN_AT = sql<Instant>`case when occurred_at > detected_at
  then coalesce((facts -> 'codeWeek' ->> 'readTo')::timestamptz, detected_at) else detected_at end`

/**
 * The two readings between which an implementation changed, as its event states them. Null when a block dates the
 * change.
 */
const BETWEEN = sql`case when block_time is null and unchanged_until is not null then json_build_object(
    'from', ${jsonInstant(sql`unchanged_until`)}, 'to', ${jsonInstant(sql`implementations.detected_at`)}) end`

/**
 * The published project and source that have the contract of an implementation now, if the project that recorded the
 * implementation is not published. The implementation is then evidence of that published project.
 */
const PASSED = sql`left join lateral (
    select present.project_id, present.source_id from contracts as present
    join projects as owner on owner.id = present.project_id and owner.state = 'published'
    join projects as recorder on recorder.id = implementations.project_id and recorder.state <> 'published'
    where present.address = implementations.contract and present.chain_id = implementations.chain_id
  ) as passed on true`
const OWNER_OF_IMPLEMENTATION = sql`coalesce(passed.project_id, implementations.project_id) as project_id,
    coalesce(passed.source_id, implementations.source_id) as source_id`

type Records = Readonly<Partial<Record<EvidencePrefix, (key: string) => RawBuilder<Columns>>>>

/** The query for each kind of evidence id; a kind without an entry has no record on this deployment. */
const RECORDS: Records = {
  ship: (
    id,
  ) => sql`(select project_id, source_id, occurred_at, ${KNOWN_AT} as observed_at, ${KNOWN_AT} as detected_at,
    withdrawn_at, withdrawn_reason, kind as "shipKind", title, url, version, precision, backing, dimension,
    counts_as as "countsAs", not_counted_reason as "notCountedReason", facts,
    case when occurred_at is null then (select ${BETWEEN} from implementations
      where key = substr(natural_key, 6)) end as between
    from ships where id = ${id}::uuid)`,
  signal: (id) => sql`(select project_id, null::uuid as source_id, window_to as occurred_at,
    detected_at as observed_at, detected_at, ${NEVER_WITHDRAWN}, kind as "signalKind", signal_group as "group", title,
    window_from as "windowFrom", window_to as "windowTo", facts, evidence, rule, ended_at as "endedAt"
    from signals where id = ${id}::uuid)`,
  abi: (id) => sql`(select project_id, source_id, verified_at as occurred_at, observed_at, detected_at,
    ${NEVER_WITHDRAWN}, chain_id as "chainId", contract, provider, digest, functions, events, match,
    ${REPLACED_INTERFACE} as replaces, superseded_at as "supersededAt" from interfaces where id = ${id}::uuid)`,
  impl: (
    key,
  ) => sql`(select ${OWNER_OF_IMPLEMENTATION}, block_time as occurred_at, detected_at as observed_at, detected_at,
    withdrawn_at, withdrawn_reason, chain_id as "chainId", contract, implementation,
    previous_implementation as "previousImplementation", basis, beacon, block_number as "blockNumber",
    log_index as "logIndex", tx_hash as "transaction", initial, settled, ${BETWEEN} as between
    from implementations ${PASSED} where key = ${key})`,
  method: (
    id,
  ) => sql`(select method.project_id, method.source_id, first_at as occurred_at, span.read_at as observed_at,
    detected_at, withdrawn_at, withdrawn_reason, method.chain_id as "chainId", method.contract, selector,
    signature as method, 'abi:' || interface_id as interface, first_block as "firstBlock", first_tx as "firstTransaction",
    first_since_creation as "firstSinceCreation", last_at as "lastCalledAt", last_block as "lastBlock",
    last_tx as "lastTransaction", ${RESUMPTIONS} as resumptions, (select sum(calls)::integer from method_use_days where method_id = method.id) as calls,
    ${CALLS_SCOPE}::text as scope,
    span.collected_from as "collectedFrom", span.collected_to as "collectedTo"
    from method_use as method
    join contract_use as span on span.project_id = method.project_id and span.contract = method.contract
    where method.id = ${id}::uuid)`,
  lock: (
    key,
  ) => sql`(select project_id, source_id, null::timestamptz as occurred_at, observed_at, detected_at,
    ${NEVER_WITHDRAWN}, chain_id as "chainId", locker, lock_id as "lockId", token, owner, amount,
    unlock_at as "unlockAt", withdrawn as "lockWithdrawn" from locks where (chain_id, locker, lock_id) = ${lockKey(key)})`,
  sourcechange: (
    id,
  ) => sql`(select project_id, source_id, null::timestamptz as occurred_at, detected_at as observed_at,
    detected_at, ${NEVER_WITHDRAWN}, rule, added, removed, parts, compared_with_at as "comparedWithReadAt", digest,
    previous_digest as "previousDigest" from site_changes where id = ${id}::uuid)`,
  source: (id) => sql`(select project_id, id as source_id, null::timestamptz as occurred_at,
    (select max(last_ok_at) from source_streams where source_id = sources.id) as observed_at,
    attached_at as detected_at, detached_at as withdrawn_at,
    case when detached_at is not null then 'detached' end as withdrawn_reason, counted,
    not_counted_reason as "notCountedReason", established_on as "establishedOn",
    established_statement as "establishedStatement", attached_at as "attachedAt", ${SOURCE_STREAMS} as streams,
    facts || ${SOURCE_RECORDS} as facts
    from sources where id = ${id}::uuid)`,
  claim: (id) => statement(id, sql`kind not in ('narrative', 'security')`),
  narrative: (id) => statement(id, sql`kind = 'narrative'`, sql`, narrative`),
  security: (id) => statement(id, sql`kind = 'security'`),
  state: (id) => evaluation(id, sql`fact <> ${INTEGRITY_FACT}`),
  integrity: (id) => evaluation(id, sql`fact = ${INTEGRITY_FACT} and ${INTEGRITY_PUBLISHED}`),
}

/**
 * The relations of projects, which are claims too. A relation is withdrawn while the project that it names is hidden.
 * While that project is a draft, the relation has no record.
 */
const RELATIONS: Records = {
  claim: (id) => sql`(select relation.project_id, null::uuid as source_id, null::timestamptz as occurred_at,
    relation.observed_at, null::timestamptz as detected_at,
    case when other.state = 'hidden' then other.hidden_at else relation.withdrawn_at end as withdrawn_at,
    case when other.state = 'hidden' then 'no longer public' else relation.withdrawn_reason end as withdrawn_reason,
    'built_on' as "claimKind", 'operator' as by, statement, url, stated_on as "statedOn", other.slug as "buildsOn"
    from built_on as relation
    join project_slugs as other_slug on other_slug.slug = relation.on_slug
    join projects as other on other.id = other_slug.project_id and other.state <> 'draft'
    where relation.id = ${id}::uuid)`,
}

const NEVER_WITHDRAWN = sql`null::timestamptz as withdrawn_at, null::text as withdrawn_reason`

function evaluation(id: string, ofFact: RawBuilder<unknown>): RawBuilder<Columns> {
  return sql`(select project_id, null::uuid as source_id, null::timestamptz as occurred_at,
    evaluated_at as observed_at, evaluated_at as detected_at, ${NEVER_WITHDRAWN}, fact, rule, state as "coverage", value,
    inputs, evidence, unknown_inputs as "unknownInputs", known_at is not null as "rederived", superseded_at as "supersededAt"
    from evaluations where id = ${id}::uuid and ${ofFact})`
}

function statement(
  id: string,
  ofKind: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<Columns> {
  return sql`(select project_id, source_id, null::timestamptz as occurred_at, observed_at, detected_at, withdrawn_at,
    withdrawn_reason, kind as "claimKind", by, statement, url, stated_on as "statedOn", names, signed as "signature",
    signature_check as "signatureCheck", record_check as "deployRecordCheck"${more}
    from claims where id = ${id}::uuid and ${ofKind})`
}

/** The key of a lock, from `4663:<locker>:<lock id>`. An id without a locker names no record. */
function lockKey(key: string): RawBuilder<unknown> {
  const [, locker, lockId] = key.split(':')
  if (lockId === undefined) return sql`(null::integer, null::address, null::numeric)`
  return sql`(${CHAIN_ID}::integer, ${locker}::address, ${lockId}::numeric)`
}

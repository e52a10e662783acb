import { type RawBuilder, sql } from 'kysely'
import type { ChangePrecision } from '#contract/enums.ts'
import type { EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ChangeFacts } from '#domain/ledger/draft.ts'
import { contentTextOf } from '#ledger/content.ts'
import type { Database } from '#records/database.ts'
import { MARK } from './sample-projects.ts'

/** Tables that are not copied, because they are about the service or about all projects together. */
const NOT_COPIED = [
  'migrations',
  'service_clock',
  'ledger_state',
  'pipelines',
  'provider_budgets',
  'provider_readings',
  'chain_progress',
  'webhook_fan_out',
  'monthly_reports',
  'monthly_report_highlights',
  'radar_state',
  'recorded_days',
]
const STAGE = 'sample'
const CALLERS = 2
const UUID_HEAD = '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-)[0-9a-f]{6}'

type Column = { readonly name: string; readonly type: string; readonly marked: boolean }
type Table = { readonly name: string; readonly columns: readonly Column[]; readonly rows: number }

/**
 * Replaces all records by `copies` copies. A copy differs in six digits: those of the mark in names, and the first six
 * of the last group in every uuid. Times and figures stay the same. Ledger positions have no gap, and the events of the
 * copies alternate.
 */
export async function copyProjects(input: { readonly copies: number }, database: Database): Promise<void> {
  const tables = await stage(database)
  await sql`truncate ${sql.join(tables.map(({ name }) => sql.table(name)))} cascade`.execute(database)
  const indexes = await dropIndexes(tables, database)
  await atOnce(tables, (table) => fill(table, input.copies, database))
  await sql`update ledger_state set head = (select count(*) from changes)`.execute(database)
  await sql`update webhook_fan_out set position = (select head from ledger_state)`.execute(database)
  await atOnce(indexes, (definition) => build(definition, database))
  await atOnce(tables, async ({ name }) => {
    await sql`vacuum (analyze) ${sql.table(name)}`.execute(database)
  })
  await sql`drop schema ${sql.id(STAGE)} cascade`.execute(database)
}

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items]
  const caller = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

/**
 * Copies the rows of every table into the stage, with the mark in every name and uuid. Returns the tables, largest
 * first.
 */
async function stage(database: Database): Promise<readonly Table[]> {
  await sql`create schema ${sql.id(STAGE)}`.execute(database)
  const columns = await sql<{ table: string; name: string; type: string; worded: boolean }>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      t.typname in ('uuid', 'jsonb', 'json', 'tsvector') or t.typcategory in ('S', 'A') as worded
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and a.attidentity = ''
    join pg_type t on t.oid = a.atttypid
    where c.relkind = 'r' and not c.relname = any(${NOT_COPIED}::text[])
    order by c.relname, a.attnum`.execute(database)
  const tables: Table[] = []
  for (const [name, own] of Map.groupBy(columns.rows, (column) => column.table)) {
    const staged = sql.id(STAGE, name)
    const words = own.filter(({ worded }) => worded)
    const selected = own.map((column) => (column.worded ? marking(column.name) : sql.ref(column.name)))
    await sql`create unlogged table ${staged} as select ${sql.join(selected)} from ${sql.table(name)}`.execute(
      database,
    )
    if (name === 'changes') await stageContent(database)
    const found = await sql<{ rows: number; marked: string[] }>`
      select count(*)::int as rows, array_remove(array[${sql.join(
        words.map(
          ({ name: word }) =>
            sql`case when bool_or(${sql.ref(word)} like ${`%${MARK}%`}) then ${word}::text end`,
        ),
      )}]::text[], null) as marked from ${staged}`.execute(database)
    const [counted] = found.rows
    if (counted === undefined || counted.rows === 0) continue
    const marks = new Set(counted.marked)
    tables.push({ name, rows: counted.rows, columns: own.map((c) => ({ ...c, marked: marks.has(c.name) })) })
  }
  return tables.toSorted((a, b) => b.rows - a.rows)
}

function marking(column: string): RawBuilder<unknown> {
  return sql`regexp_replace(${sql.ref(column)}::text, ${sql.lit(UUID_HEAD)}, ${sql.lit(`\\1${MARK}`)}, 'g') as ${sql.ref(column)}`
}

/**
 * Stages the text of each event's content in place of its digest. The digest covers ids, so each copy needs a digest of
 * its own text.
 */
async function stageContent(database: Database): Promise<void> {
  const { rows } = await sql<ContentRow>`
    select position, summary, facts::jsonb, evidence::text[], occurred_at, precision from ${sql.id(STAGE, 'changes')}
    where op = 'upsert'`.execute(database)
  const contents = rows.map(({ position, occurred_at: occurredAt, ...rest }) => ({
    position,
    text: contentTextOf({ ...rest, occurredAt }),
  }))
  await sql`update ${sql.id(STAGE, 'changes')} as change set content_digest = content.text
    from jsonb_to_recordset(${JSON.stringify(contents)}::jsonb) as content(position bigint, text text)
    where change.position = content.position`.execute(database)
}

type ContentRow = {
  position: number
  summary: string
  facts: ChangeFacts
  evidence: readonly [EvidenceId, ...EvidenceId[]]
  occurred_at: Instant | null
  precision: ChangePrecision
}

async function fill(table: Table, copies: number, database: Database): Promise<void> {
  const names = table.columns.map(({ name }) => sql.ref(name))
  const values = table.columns.map((column) => copiedValue(table, column, copies))
  await database.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`insert into ${sql.table(table.name)} (${sql.join(names)}) select ${sql.join(values)}
      from ${staged(table)} as sample
      cross join lateral generate_series(0, ${lastCopy(table, copies)}) as made(copy)
      cross join lateral (select lpad(copy::text, ${sql.lit(MARK.length)}, '0') as digits) as named`.execute(
      connection,
    )
    await sql`reset session_replication_role`.execute(connection)
  })
}

/** The staged rows of a table. Those of the ledger are in the order of their positions, as the ledger inserts them. */
function staged({ name }: Table): RawBuilder<unknown> {
  const stagedRows = sql.id(STAGE, name)
  return name === 'changes' ? sql`(select * from ${stagedRows} order by position)` : stagedRows
}

/**
 * The number of the last copy, as SQL. For the ledger it depends on the sample's row, so that PostgreSQL makes the
 * copies of one row after the other.
 */
function lastCopy({ name }: Table, copies: number): RawBuilder<unknown> {
  const last = sql.lit(copies - 1)
  return name === 'changes' ? sql`${last} + 0 * sample.position` : last
}

const POSITIONS = ['position', 'first_position', 'superseded_by']

function copiedValue(table: Table, column: Column, copies: number): RawBuilder<unknown> {
  const staged = sql.ref(`sample.${column.name}`)
  if (table.name === 'changes' && POSITIONS.includes(column.name)) {
    return sql`(${staged} - 1) * ${sql.lit(copies)} + copy + 1`
  }
  const type = sql.raw(column.type)
  const own = column.marked ? sql`replace(${staged}, ${sql.lit(MARK)}, digits)` : staged
  if (table.name === 'changes' && column.name === 'content_digest') {
    return sql`case when sample.op = 'upsert' then encode(sha256(convert_to(${own}, 'UTF8')), 'hex') else ${staged} end`
  }
  return sql`(${own})::${type}`
}

async function dropIndexes(tables: readonly Table[], database: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid::regclass::text = any(${tables.map(({ name }) => name)}::text[])
      and not exists (select from pg_constraint where conindid = i.indexrelid)`.execute(database)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(database)
  return rows.map(({ definition }) => definition)
}

async function build(definition: string, database: Database): Promise<void> {
  await database.connection().execute(async (connection) => {
    await sql`set maintenance_work_mem = '256MB'`.execute(connection)
    await sql.raw(definition).execute(connection)
    await sql`reset maintenance_work_mem`.execute(connection)
  })
}

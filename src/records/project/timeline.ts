import { type RawBuilder, sql } from 'kysely'
import type { EvidencePrefix, Slug } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { TimelinePosition } from '#contract/timeline-cursor.ts'
import type { TimelineRecord } from '#domain/project/timeline-entry.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { ownerOf } from './published.ts'
import { SOURCE_REFERENCE } from './sources.ts'
import { TIMELINE_KINDS, type TimelineKind } from './timeline-kinds.ts'

/** The timeline of the project that has or had a slug, with the kinds to read. */
type TimelineOf = {
  readonly slug: Slug
  readonly kinds: readonly EvidencePrefix[]
  readonly now: Instant
}

/**
 * The records of these kinds before a place, newest first; equal times are ordered by evidence id. Withdrawn records,
 * records dated more than 24 h ahead, and market integrity while it is withheld are left out. A record that is added
 * between two lists moves no other record from one list to the other.
 */
export async function getTimeline(
  input: TimelineOf & { readonly before: TimelinePosition | undefined; readonly limit: number },
  reader: Reader,
): Promise<readonly { readonly place: TimelinePosition; readonly record: TimelineRecord }[]> {
  const parts = partsOf(input)
  if (parts.length === 0) return []
  const each = parts.map((part) => sql`(${newestOf(part, input)})`)
  const query = sql<Row>`
    with ${ownerOf(input)}
    select merged.*, (extract(epoch from at) * 1000000)::bigint::text as micros,
      case when sources.id is not null then ${SOURCE_REFERENCE} end as source
    from (select * from (${sql.join(each, sql` union all `)}) as parts
      order by at desc, id desc limit ${input.limit}) as merged
    left join sources on sources.id = merged.source_id
    order by at desc, merged.id desc`
  const rows = await runPlanned(query, reader)
  return rows.map((row) => ({ place: { micros: row.micros, id: row.id }, record: toRecord(row) }))
}

/**
 * How many records of each of these kinds a project has, counted as its timeline lists them. A kind that this
 * deployment withholds has no count.
 */
export async function countTimeline(
  input: TimelineOf,
  reader: Reader,
): Promise<ReadonlyMap<EvidencePrefix, number>> {
  const parts = partsOf(input)
  if (parts.length === 0) return new Map()
  const each = parts.map(
    (part) => sql`select ${sql.lit(part.kind)}::text as kind, count(*) as records from ${part.table}
      where ${listed(part, input)} having ${part.published}`,
  )
  const query = sql<{ kind: EvidencePrefix; records: number }>`
    with ${ownerOf(input)}
    select kind, sum(records)::bigint as records from (${sql.join(each, sql` union all `)}) as parts
    group by kind order by kind`
  const rows = await runPlanned(query, reader)
  return new Map(rows.map(({ kind, records }) => [kind, records]))
}

function partsOf({ kinds }: TimelineOf): readonly TimelineKind[] {
  return TIMELINE_KINDS.filter(({ kind }) => kinds.includes(kind))
}

function listed({ stands, published, at }: TimelineKind, { now }: TimelineOf): RawBuilder<unknown> {
  const latest = addMs(now, SHIPS_RULE.futureToleranceMs)
  return sql`project_id = (select id from owner) and ${stands} and ${published} and ${at} <= ${latest}::timestamptz`
}

/** The newest records of one part. Evidence ids are compared byte by byte. */
function newestOf(part: TimelineKind, list: Parameters<typeof getTimeline>[0]): RawBuilder<unknown> {
  const { kind, table, key, at, occurredAt, detectedAt, precision, sourceId, recorded } = part
  const id = sql`(${sql.lit(`${kind}:`)} || ${key}) collate "C"`
  return sql`select ${sql.lit(kind)}::text as kind, ${id} as id, ${at} as at, ${occurredAt} as "occurredAt",
      ${detectedAt} as "detectedAt", ${precision}::text as precision, ${sourceId} as source_id, ${recorded} as recorded
    from ${table} where ${listed(part, list)} ${beyond({ at, id }, list.before)}
    order by ${at} desc, ${id} desc limit ${list.limit}`
}

function beyond(
  { at, id }: { readonly at: RawBuilder<unknown>; readonly id: RawBuilder<unknown> },
  before: TimelinePosition | undefined,
): RawBuilder<unknown> {
  if (before === undefined) return sql``
  const time = sql`(timestamptz 'epoch' + ${before.micros}::bigint * interval '1 microsecond')`
  return sql`and ${at} <= ${time} and (${at} < ${time} or ${id} < ${before.id})`
}

type Row = TimelineRecord & { readonly micros: string }

/** A record with its type. The query of each kind selects exactly the fields of that kind's title. */
function toRecord({ kind, id, occurredAt, detectedAt, precision, source, recorded }: Row): TimelineRecord {
  return { kind, id, occurredAt, detectedAt, precision, source, recorded } as TimelineRecord
}

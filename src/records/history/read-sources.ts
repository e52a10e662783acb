import { sql } from 'kysely'
import type { ReadSource, ReadStream } from '#domain/history/read-time.ts'
import { ANSWERING } from '#domain/ledger/sources.ts'
import { anyOf } from '#records/any-of.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'

/**
 * The sources that a project has or had, of the kinds that can stop answering, including those never read. Each has its
 * announced outages and the readings of its streams of a present state. Attempts within the newest run of good readings
 * are left out.
 */
export async function getReadSources(
  input: { readonly projectId: string },
  reader: Reader,
): Promise<readonly ReadSource[]> {
  const query = sql<ReadSource>`
    select kind, counted, established_by as "establishedBy", attached_at as "attachedAt", detached_at as "detachedAt",
      ${OUTAGES} as outages, ${STREAMS} as streams
    from sources
    where project_id = ${input.projectId}::uuid and kind = ${anyOf(ANSWERING, 'text')}`
  return await runPlanned(query, reader)
}

/**
 * The announced outages of a source. The id of an outage contains its source and the second of its beginning. The id of
 * its end differs in one word only.
 */
const OUTAGES = sql<ReadSource['outages']>`(
  select coalesce(json_agg(json_build_object(
    'from', ${jsonInstant(sql`to_timestamp(split_part(outage.id, ':', 4)::bigint)`)},
    'to', ${jsonInstant(sql`restored.detected_at`)})), '[]')
  from changes as outage
  left join changes as restored on restored.id = replace(outage.id, ':unavailable:', ':restored:')
    and restored.superseded_by is null and restored.op = 'upsert'
  where outage.project_id = sources.project_id and outage.type = 'research.source_unavailable'
    and outage.superseded_by is null and outage.op = 'upsert' and split_part(outage.id, ':', 2)::uuid = sources.id)`

const OF_STREAM = sql`attempt.source_id = stream.source_id and attempt.stream = stream.stream`

const STREAMS = sql<readonly ReadStream[]>`(
  select coalesce(json_agg(json_build_object('stream', stream.stream, 'cadenceMs', cadence_seconds * 1000,
    'firstOkAt', ${jsonInstant(sql`first_ok_at`)}, 'coversFrom', ${jsonInstant(sql`covers_from`)},
    'lastOkAt', ${jsonInstant(sql`last_ok_at`)},
    'keptFrom', (select ${jsonInstant(sql`min(attempted_at)`)} from readings as attempt where ${OF_STREAM}),
    'attempts', (
      select coalesce(json_agg(json_build_object('at', ${jsonInstant(sql`attempted_at`)}, 'outcome', outcome)
        order by attempted_at), '[]')
      from readings as attempt
      where ${OF_STREAM} and (attempted_at between covers_from and last_ok_at) is not true))), '[]')
  from source_streams as stream
  where stream.source_id = sources.id and coverage = 'present_state')`

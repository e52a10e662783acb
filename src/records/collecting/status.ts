import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { ProviderReadings } from '#domain/collecting/status-record.ts'
import { CONTEXT_STREAMS, WATCHING_RULE } from '#domain/collecting/watching.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { intervalOf } from '#records/interval.ts'

/**
 * The most streams that are counted in a second of the service's time. The more streams a count has, the longer the
 * next one waits.
 */
const COUNTED_A_SECOND = 10_000
/** A provider is silent when no stream was read for this many cadences of its most frequent stream. */
const SILENT_AFTER_CADENCES = 3

/**
 * Counts each provider's streams of attached sources for `/api/status`. Does nothing while the last count is too recent
 * for its number of streams. A stream is fresh as in coverage: read within three of its cadences, or within the last
 * hour. Streams that their source forbids to read, or that are read for context alone, are not counted. The last
 * attempt and the last reading are the provider's own, so the streams of detached sources are included in them.
 */
export async function countProviderReadings(input: { readonly now: Instant }, writer: Writer): Promise<void> {
  const now = sql`${input.now}::timestamptz`
  const { freshCadences, freshAtLeastMs } = WATCHING_RULE
  const { too_new } = await writer
    .selectFrom('provider_readings')
    .select(
      sql<
        boolean | null
      >`min(counted_at) > ${now} - sum(total) / ${COUNTED_A_SECOND} * interval '1 second'`.as('too_new'),
    )
    .executeTakeFirstOrThrow()
  if (too_new === true) return
  await writer.deleteFrom('provider_readings').execute()
  await sql`
    insert into provider_readings (provider, counted_at, total, fresh, failing, missing, last_tried_at, last_read_at,
      tolerance_seconds)
    select provider, ${now}, count(*) filter (where attached),
      count(*) filter (where attached
        and last_ok_at >= ${now} - greatest(cadence_seconds * ${intervalOf(freshCadences * 1000)}, ${intervalOf(freshAtLeastMs)})
        and last_outcome is distinct from 'missing'),
      count(*) filter (where attached and failures_in_a_row > 0),
      count(*) filter (where attached and last_outcome = 'missing'),
      max(last_tried_at), max(last_ok_at),
      ${SILENT_AFTER_CADENCES} * min(cadence_seconds) filter (where attached and last_outcome is distinct from 'missing')
    from source_streams cross join lateral (
      select source_id not in (select id from sources where detached_at is not null) as attached) as source
    where last_outcome is distinct from 'disallowed' and stream <> all(${[...CONTEXT_STREAMS]}::text[])
    group by provider
    having bool_or(attached)
    on conflict (provider) do nothing`.execute(writer)
}

/** The last count of each provider's streams, by provider; empty before the first count. */
export async function getProviderReadings(reader: Reader): Promise<readonly ProviderReadings[]> {
  const rows = await reader.selectFrom('provider_readings').selectAll().orderBy('provider').execute()
  return rows.map(({ total, fresh, failing, missing, ...row }) => ({
    ...fromColumns(row),
    streams: { total, fresh, failing, missing },
  }))
}

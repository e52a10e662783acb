import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'
import { intervalOf } from '#records/interval.ts'
import { markSelectedForLedger } from '#records/project/work.ts'

const READING_ENDS_WITHIN_MS = 15 * 60_000

/**
 * Marks for the ledger the published projects whose events change by time alone: a lock that was read in the last seven
 * days before its unlock, a source whose failing or returning streams were tried since the last run, and a ship with a
 * date in the future that has now passed.
 */
export async function markTimed(input: { now: Instant }, writer: Writer): Promise<void> {
  const { now } = input
  const warnedUntil = addMs(now, LIMITS.unlockWarningDays * DAY_MS)
  const selected = sql`
    select timed.project_id
    from (
      select project_id from locks
      where not withdrawn and unlock_at > ${now}::timestamptz and unlock_at <= ${warnedUntil}::timestamptz
        and observed_at >= unlock_at - ${LIMITS.unlockWarningDays} * interval '1 day'
        and not exists (select from changes where id = 'lock:' || chain_id || ':' || locker || ':' || lock_id
          || ':due:' || floor(extract(epoch from unlock_at))::bigint and op = 'upsert' and superseded_by is null)
      union
      select sources.project_id from source_streams as stream
      join sources on sources.id = stream.source_id and sources.detached_at is null
      cross join ledger_state
      where stream.failing_since <= ${addMs(now, -HOUR_MS)}::timestamptz
        and (last_run_at is null
          or stream.last_tried_at >= last_run_at - ${intervalOf(READING_ENDS_WITHIN_MS)})
      union
      select sources.project_id from changes as outage
      join sources on sources.id = split_part(outage.id, ':', 2)::uuid
      join source_streams as stream on stream.source_id = sources.id and stream.last_ok_at > outage.detected_at
      where outage.type = 'research.source_unavailable' and outage.op = 'upsert' and outage.superseded_by is null
        and not exists (select from changes where id = replace(outage.id, ':unavailable:', ':restored:'))
      union
      select project_id from ships cross join ledger_state
      where withdrawn_at is null and occurred_at > detected_at and occurred_at <= ${now}::timestamptz
        and occurred_at > coalesce(last_run_at, '-infinity')
    ) as timed
    join projects on projects.id = timed.project_id and projects.state = 'published'`
  await markSelectedForLedger({ selected, now }, writer)
}

import { sql } from 'kysely'
import { known } from '#contract/known.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'

/** The day that is being written, and the last project whose points are written. */
type DayCheckpoint = { readonly day: CalendarDate; readonly afterProject: string | undefined }

/**
 * The day to write next, at most `newest`: the unfinished day, otherwise the day after the last written one. Before the
 * first written day it is the day of the first conclusion, or `newest` without any. Days before `oldest` are skipped.
 * Undefined when all days are written. Locks the checkpoint until the transaction ends.
 */
export async function beginDay(
  { newest, oldest }: { readonly newest: CalendarDate; readonly oldest: CalendarDate },
  writer: Writer,
): Promise<DayCheckpoint | undefined> {
  const begin = sql`
    insert into recorded_days (day)
    select greatest(coalesce(
      (select max(day) + 1 from recorded_days),
      (select least(min(evaluated_at at time zone 'UTC')::date, ${newest}::date) from evaluations),
      ${newest}::date), ${oldest}::date) as next
    where not exists (select from recorded_days where finished_at is null)
      and coalesce((select max(day) from recorded_days), '-infinity') < ${newest}::date
    on conflict do nothing`
  await runPlanned(begin, writer)
  const row = await writer
    .selectFrom('recorded_days')
    .select(['day', 'after_project'])
    .where('finished_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  return { day: row.day, afterProject: row.after_project ?? undefined }
}

/** Moves the checkpoint of a day past these projects; `finishedAt` ends the day. */
export async function moveDay(
  checkpoint: {
    readonly day: CalendarDate
    readonly projectIds: readonly string[]
    readonly finishedAt: Instant | null
  },
  writer: Writer,
): Promise<void> {
  const last = checkpoint.projectIds.at(-1)
  await writer
    .updateTable('recorded_days')
    .set((row) => ({
      projects: sql<number>`${row.ref('projects')} + ${checkpoint.projectIds.length}`,
      finished_at: checkpoint.finishedAt,
      ...known({ after_project: last }),
    }))
    .where('day', '=', checkpoint.day)
    .execute()
}

/** The newest day that is completely written; null before the first. */
export async function findLastRecordedDay(reader: Reader): Promise<CalendarDate | null> {
  const query = sql<{ day: CalendarDate }>`
    select day from recorded_days where finished_at is not null order by day desc limit 1`
  const [row] = await runPlanned(query, reader)
  return row === undefined ? null : row.day
}

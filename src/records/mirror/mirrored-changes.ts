import { sql } from 'kysely'
import { anyOf } from '#records/any-of.ts'
import { type Database, inTransaction } from '#records/database.ts'

/** A change to store. `event` is the whole event as it was served; null for a retraction. */
type MirroredEvent = {
  readonly id: string
  readonly revision: number
  readonly op: 'upsert' | 'retract'
  readonly recordedAt: string
  readonly event: string | null
}
/** Changes of a service after the cursor `after`, and the cursor from which to go on once they are stored. */
type MirroredEntries = {
  readonly service: string
  readonly after: string
  readonly resumeAfter: string
  readonly events: readonly MirroredEvent[]
}

/**
 * Creates the tables of a mirror in the operator's database, if they are missing. No migration makes these tables,
 * because they do not belong to the service and can be in any database. Returns the cursor after which to go on.
 */
export async function openMirrorTables(
  input: { readonly service: string; readonly start: string },
  database: Database,
): Promise<string> {
  await sql`create table if not exists svc_mirrors (
    service text primary key, resume_after text not null)`.execute(database)
  await sql`create table if not exists svc_changes (
    service text not null references svc_mirrors, id text not null, revision integer not null,
    recorded_at timestamptz not null, event jsonb not null, primary key (service, id))`.execute(database)
  await sql`insert into svc_mirrors values (${input.service}, ${input.start}) on conflict do nothing`.execute(
    database,
  )
  const { rows } = await sql<{ resume_after: string }>`
    select resume_after from svc_mirrors where service = ${input.service}`.execute(database)
  return rows[0]?.resume_after ?? input.start
}

/**
 * Stores a list and its cursor in one transaction. Keeps the highest revision of each event, and deletes a retracted
 * event.
 * @throws Error when another mirror has moved the cursor
 */
export async function saveMirroredList(list: MirroredEntries, database: Database): Promise<void> {
  const { service, after, resumeAfter, events } = list
  const kept = events.filter(({ op }) => op === 'upsert')
  const gone = events.filter(({ op }) => op === 'retract').map(({ id }) => id)
  await inTransaction(database, async (writer) => {
    const moved = await sql`update svc_mirrors set resume_after = ${resumeAfter}
      where service = ${service} and resume_after = ${after}`.execute(writer)
    if (moved.numAffectedRows !== 1n)
      throw new Error(
        `the cursor of ${service} is no longer ${after}: another mirror writes to this database`,
      )
    await sql`insert into svc_changes (service, id, revision, recorded_at, event)
      select ${service}, * from unnest(${kept.map(({ id }) => id)}::text[],
        ${kept.map(({ revision }) => revision)}::integer[],
        ${kept.map(({ recordedAt }) => recordedAt)}::timestamptz[], ${kept.map(({ event }) => event)}::jsonb[])
      on conflict (service, id) do update set revision = excluded.revision,
        recorded_at = excluded.recorded_at, event = excluded.event
      where svc_changes.revision < excluded.revision`.execute(writer)
    await sql`delete from svc_changes where service = ${service} and id = ${anyOf(gone, 'text')}`.execute(
      writer,
    )
  })
}

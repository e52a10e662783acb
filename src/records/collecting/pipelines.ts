import { sql, type UpdateObject } from 'kysely'
import { addMs, type Instant } from '#contract/time.ts'
import type { PipelineRun } from '#domain/collecting/status-record.ts'
import { excluded, fromColumns } from '#records/columns.ts'
import { type Database, type Reader, runPlanned, type Writer } from '#records/database.ts'
import { announcement, type Topic } from '#records/notifications.ts'
import type { Tables } from '#records/tables.ts'

/** The pipelines of a release, with their cadence. */
type ReleasedPipelines = {
  readonly pipelines: readonly { readonly name: string; readonly cadenceSeconds: number }[]
  readonly release: readonly number[]
  readonly now: Instant
}

/**
 * Registers the pipelines of a release with their cadence, and deletes all others. A changed cadence takes effect at
 * the next run. While a newer release runs pipelines, only missing pipelines are added.
 */
export async function savePipelines(input: ReleasedPipelines, writer: Writer): Promise<void> {
  // The lock keeps a newer release from registering between the search for it and the writes.
  await sql`lock table pipelines in share row exclusive mode`.execute(writer)
  if ((await findNewerRelease(input, writer)) !== undefined) return addPipelines(input, writer)
  const names = input.pipelines.map(({ name }) => name)
  await writer.deleteFrom('pipelines').where('name', 'not in', names).execute()
  await writer
    .insertInto('pipelines')
    .values(toRows(input))
    .onConflict((conflict) => conflict.column('name').doUpdateSet(excluded('cadence_seconds')))
    .execute()
}

/** Adds the pipelines that are missing; those that are registered stay as they are. */
export async function addPipelines(input: ReleasedPipelines, writer: Writer): Promise<void> {
  await writer
    .insertInto('pipelines')
    .values(toRows(input))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

function toRows({ pipelines, release, now }: ReleasedPipelines) {
  return pipelines.map(({ name, cadenceSeconds }) => ({
    name,
    cadence_seconds: cadenceSeconds,
    due_at: now,
    release: [...release],
  }))
}

/** A newer release has stopped running when it has added, begun and ended no pipeline for this long. */
export const NEWER_GONE_MS = 60_000

/**
 * Leases a pipeline for one run, for `leaseMs`, with a new random `token` as the fence. False when the pipeline is not
 * due, another process runs it, or a newer release runs pipelines. With `when: 'now'` the due time and other
 * releases do not count. Leases that ended by `leasesAt` are free; default: `now`. One statement, so it needs no
 * transaction.
 */
export async function leasePipeline(
  input: {
    name: string
    token: string
    release: readonly number[]
    now: Instant
    leasesAt?: Instant | undefined
    leaseMs: number
    when: 'due' | 'now'
  },
  writer: Writer | Database,
): Promise<boolean> {
  const { release, now, leasesAt = now } = input
  const query = writer
    .updateTable('pipelines')
    .set({
      lease_token: input.token,
      leased_until: addMs(now, input.leaseMs),
      last_started_at: now,
      release: [...release],
    })
    .where('name', '=', input.name)
    .where((where) => where.or([where('leased_until', 'is', null), where('leased_until', '<=', leasesAt)]))
    .$if(input.when === 'due', (query) =>
      query
        .where('due_at', '<=', now)
        .where(({ not, exists }) => not(exists(runsOfNewer({ release, now }, writer)))),
    )
    .returning('name')
  const leased = await runPlanned(query, writer)
  return leased.length > 0
}

type At = { readonly release: readonly number[]; readonly now: Instant }

/**
 * Pipelines that a newer release has added, begun or ended in the last minute, with their release. A pipeline that has
 * never run is due since it was added, so its due time stands for that.
 */
function runsOfNewer({ release, now }: At, reader: Reader) {
  return reader
    .selectFrom('pipelines as newer')
    .select('newer.release')
    .where(sql<boolean>`newer.release > ${[...release]}::integer[]`)
    .where(
      sql`coalesce(greatest(newer.last_started_at, newer.last_finished_at), newer.due_at)`,
      '>',
      addMs(now, -NEWER_GONE_MS),
    )
}

/** The newest release, if newer than this one, that runs pipelines; undefined when there is none. */
export async function findNewerRelease(at: At, reader: Reader): Promise<readonly number[] | undefined> {
  const row = await runsOfNewer(at, reader).orderBy('newer.release', 'desc').limit(1).executeTakeFirst()
  return row?.release ?? undefined
}

/** Extends the lease of a pipeline; does nothing when the lease was lost. One statement, so it needs no transaction. */
export async function renewPipeline(
  input: { name: string; token: string; until: Instant },
  writer: Writer | Database,
): Promise<void> {
  await writer
    .updateTable('pipelines')
    .set({ leased_until: input.until })
    .where('name', '=', input.name)
    .where('lease_token', '=', input.token)
    .execute()
}

/**
 * The end of a run that leased the pipeline with this token. The topic `announces` is announced even if the lease was
 * lost.
 */
type RunEnd = {
  readonly name: string
  readonly token: string
  readonly now: Instant
  readonly announces?: Topic
}

/**
 * Stores how a run ended and when the next is due, unless the lease was lost. One statement, so it needs no
 * transaction.
 */
export async function settlePipeline(
  input: RunEnd & { readonly counts: Readonly<Record<string, number>>; readonly error?: string },
  writer: Writer | Database,
): Promise<void> {
  const { now, counts, error } = input
  const stored = {
    last_finished_at: now,
    last_error: error === undefined ? null : error,
    last_counts: JSON.stringify(counts),
    due_at: sql<Instant>`${now}::timestamptz + cadence_seconds * interval '1 second'`,
    ...(error === undefined ? { last_succeeded_at: now } : {}),
  }
  await endLease(input, stored, writer)
}

/**
 * Releases the lease of an interrupted run and makes the pipeline due now, unless the lease was lost. The stored result
 * is still that of the last run that ended. One statement, so it needs no transaction.
 */
export async function releasePipeline(input: RunEnd, writer: Writer | Database): Promise<void> {
  await endLease(input, { due_at: input.now }, writer)
}

async function endLease(
  { name, token, announces }: RunEnd,
  stored: UpdateObject<Tables, 'pipelines'>,
  writer: Writer | Database,
): Promise<void> {
  const ended = writer
    .updateTable('pipelines')
    .set({ ...stored, lease_token: null, leased_until: null })
    .where('name', '=', name)
    .where('lease_token', '=', token)
  if (announces === undefined) await runPlanned(ended, writer)
  else {
    const announced = announcement(announces).as('announced')
    await runPlanned(writer.with('ended', () => ended).selectNoFrom(announced), writer)
  }
}

/**
 * Records a successful run of a pipeline without leases, which every process of any release may run at once. One
 * statement, so it needs no transaction.
 */
export async function recordRun(
  run: { readonly name: string; readonly now: Instant; readonly counts: Readonly<Record<string, number>> },
  writer: Writer | Database,
): Promise<void> {
  const { name, now, counts } = run
  const query = writer
    .updateTable('pipelines')
    .set({
      last_started_at: now,
      last_finished_at: now,
      last_succeeded_at: now,
      last_error: null,
      last_counts: JSON.stringify(counts),
      release: null,
      due_at: sql<Instant>`${now}::timestamptz + cadence_seconds * interval '1 second'`,
    })
    .where('name', '=', name)
  await runPlanned(query, writer)
}

/** The names of the registered pipelines. Empty until a first process has worked on the database. */
export async function getPipelineNames(reader: Reader): Promise<readonly string[]> {
  const rows = await runPlanned(reader.selectFrom('pipelines').select('name'), reader)
  return rows.map(({ name }) => name)
}

/** Every pipeline with its last run, by name. */
export async function getPipelines(reader: Reader): Promise<readonly PipelineRun[]> {
  const rows = await reader.selectFrom('pipelines').selectAll().orderBy('name').execute()
  return rows.map(({ lease_token: _, leased_until: __, release: ___, ...row }) => fromColumns(row))
}

import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import { CHAIN_ID, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { excluded, fromColumns, insertAll, toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Locks } from '#records/tables.ts'

/** A lock as its contract states it. */
export type LockReading = Omit<Lock, 'id' | 'sourceId' | 'detectedAt' | 'observedAt'>

/**
 * Saves locks as read at `now`, one row a locker and number. A later reading updates the unlock time and the
 * withdrawal. A lock of another project is left unchanged.
 */
export async function saveLocks(
  input: {
    readonly locks: readonly LockReading[]
    readonly projectId: string
    readonly sourceId: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { locks, now, ...owner } = input
  if (locks.length === 0) return
  const read = { ...owner, chainId: CHAIN_ID, detectedAt: now, observedAt: now }
  const rows = locks.map((lock) => toColumns<Insertable<Locks>>({ ...lock, ...read }))
  await insertAll('locks', rows, writer)
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'locker', 'lock_id'])
        .doUpdateSet(excluded('owner', 'amount', 'unlock_at', 'withdrawn', 'observed_at'))
        .where('locks.project_id', '=', input.projectId),
    )
    .execute()
}

/** The locks of a project's token at one locker as last read, withdrawn ones included. */
export async function getRecordedLocks(
  { projectId, locker, token }: Pick<LockReading, 'locker' | 'token'> & { readonly projectId: string },
  reader: Reader,
): Promise<readonly LockReading[]> {
  const rows = await reader
    .selectFrom('locks')
    .select(['locker', 'lock_id', 'token', 'owner', 'amount', 'unlock_at', 'withdrawn'])
    .where('project_id', '=', projectId)
    .where('locker', '=', locker)
    .where('token', '=', token)
    .execute()
  return rows.map((row) => fromColumns(row))
}

/**
 * Whether a row of `locks` is in a locker that is read now for the token of the lock. Nobody knows whether a lock in
 * another locker was withdrawn or extended since. As SQL.
 */
export const IS_READ = isInLocker(sql`sources.detached_at is null`)

/** Whether a row of `locks` was in a locker that was read at an instant for the token of the lock. As SQL. */
export function wasReadAt(at: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return isInLocker(sql`(sources.detached_at is null or sources.detached_at >= ${at})`)
}

function isInLocker(attached: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`exists (
    select from sources where sources.project_id = locks.project_id and sources.kind = 'locker'
      and sources.locator = concat(locks.locker, ':', locks.token) and ${attached})`
}

/** The locks of these projects' tokens, withdrawn ones included; the evidence id is `lock:4663:<locker>:<number>`. */
export async function getLocks({ projectIds }: OfProjects, reader: Reader): Promise<ByProject<Lock>> {
  return byProject(await locksOf(projectIds, reader).execute(), toLock)
}

/** The locks of these projects' tokens in lockers that are still read, withdrawn locks included. */
export async function getReadLocks({ projectIds }: OfProjects, reader: Reader): Promise<ByProject<Lock>> {
  return byProject(await locksOf(projectIds, reader).where(IS_READ).execute(), toLock)
}

function locksOf(projectIds: OfProjects['projectIds'], reader: Reader) {
  return reader
    .selectFrom('locks')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('unlock_at')
    .orderBy('locker')
    .orderBy('lock_id')
}

function toLock(row: Selectable<Locks>): Lock {
  const { chain_id: _, project_id: __, ...columns } = row
  return {
    ...fromColumns(columns),
    id: evidenceId('lock', `${CHAIN_ID}:${row.locker}:${row.lock_id}`),
    sourceId: evidenceId('source', row.source_id),
  }
}

import { type Selectable, sql } from 'kysely'
import { CHAIN_ID, type ContractAddress, type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Locks } from '#records/tables.ts'

/** One lock of a token at a locker, as its contract answers. */
export type LockReading = {
  readonly locker: ContractAddress
  /** The locker's own number of the lock, as decimal digits. */
  readonly lockId: string
  readonly token: ContractAddress
  readonly owner: ContractAddress
  /** In the token's smallest unit, as decimal digits. */
  readonly amount: string
  readonly unlockAt: Instant
  readonly withdrawn: boolean
}

/** A lock as recorded: `detectedAt` is when it was first read, `observedAt` when last. */
export type RecordedLock = LockReading & {
  readonly id: EvidenceId
  readonly projectId: string
  readonly sourceId: string
  readonly detectedAt: Instant
  readonly observedAt: Instant
}

/** The evidence id of a lock, `lock:4663:<locker>:<number>`. */
export function lockEvidenceId(lock: Pick<LockReading, 'locker' | 'lockId'>): EvidenceId {
  return evidenceId('lock', `${CHAIN_ID}:${lock.locker}:${lock.lockId}`)
}

/**
 * Saves locks as read at `now`, each once by locker and number: read again, an extension moves its unlock time and a
 * withdrawal marks it. A lock another project holds is left to it.
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
  if (input.locks.length === 0) return
  await writer
    .insertInto('locks')
    .values(
      input.locks.map((lock) => ({
        chain_id: CHAIN_ID,
        locker: lock.locker,
        lock_id: lock.lockId,
        token: lock.token,
        project_id: input.projectId,
        source_id: input.sourceId,
        owner: lock.owner,
        amount: lock.amount,
        unlock_at: lock.unlockAt,
        withdrawn: lock.withdrawn,
        detected_at: input.now,
        observed_at: input.now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['chain_id', 'locker', 'lock_id'])
        .doUpdateSet({
          owner: sql`excluded.owner`,
          amount: sql`excluded.amount`,
          unlock_at: sql`excluded.unlock_at`,
          withdrawn: sql`excluded.withdrawn`,
          observed_at: sql`excluded.observed_at`,
        })
        .where('locks.project_id', '=', input.projectId),
    )
    .execute()
}

/** A project's locks, the next to unlock first; withdrawn ones included. Empty when none was read. */
export async function getLocks(
  input: { readonly projectId: string },
  reader: Reader,
): Promise<readonly RecordedLock[]> {
  const rows = await reader
    .selectFrom('locks')
    .selectAll()
    .where('project_id', '=', input.projectId)
    .orderBy('unlock_at')
    .orderBy('locker')
    .orderBy('lock_id')
    .execute()
  return rows.map(toLock)
}

function toLock(row: Selectable<Locks>): RecordedLock {
  const lock = {
    locker: row.locker as ContractAddress,
    lockId: row.lock_id,
    token: row.token as ContractAddress,
    owner: row.owner as ContractAddress,
    amount: row.amount,
    unlockAt: row.unlock_at,
    withdrawn: row.withdrawn,
  }
  return {
    ...lock,
    id: lockEvidenceId(lock),
    projectId: row.project_id,
    sourceId: row.source_id,
    detectedAt: row.detected_at,
    observedAt: row.observed_at,
  }
}

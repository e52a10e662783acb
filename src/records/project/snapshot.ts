import { sql } from 'kysely'
import type { SourceKind } from '#contract/enums.ts'
import { type ContractAddress, evidenceId, type Slug } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import type { DescribedProject } from '#domain/project/dossier-record.ts'
import type {
  ConcludedUse,
  LedgerProgress,
  SnapshotLockRecord,
  SnapshotRecord,
  TokenLocker,
} from '#domain/project/snapshot-record.ts'
import { IS_READ } from '#records/contracts/locks.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import { DESCRIBED, type DescribedRow, describedUnder, toDescribed } from './described-project.ts'
import { LATEST_EVIDENCE, LATEST_INPUTS } from './evaluations.ts'
import { FRESHNESS } from './explained.ts'
import { type ScoreRow, toClaim } from './project-score.ts'
import { HAS_UNREAD_LOCKS } from './sources.ts'

/**
 * A published project by a slug it has or had, with everything that its snapshot shows except its changes, in one
 * statement. Undefined where no project is published under the slug: a hidden project and an unknown slug look the same
 * here.
 */
export async function loadSnapshot(slug: Slug, reader: Reader): Promise<SnapshotRecord | undefined> {
  const query = sql<DescribedRow & SnapshotRow>`
    select ${DESCRIBED}, ${SNAPSHOT_COLUMNS} ${describedUnder(slug)}`
  const [row] = await runPlanned(query, reader)
  return row === undefined ? undefined : { ...toDescribed(row), ...toSnapshotParts(row) }
}

/** The standing conclusion about a fact, as JSON; null without one. It refers to `projects.id`. */
function conclusionOf(fact: string) {
  return sql<Concluded | null>`(
    select json_build_object('id', id, 'rule', rule, 'state', state, 'value', value, 'evidence', ${LATEST_EVIDENCE},
      'inputs', ${LATEST_INPUTS})
    from evaluations where evaluations.project_id = projects.id and fact = ${fact} and superseded_at is null)`
}

const LOCKS_OF_TOKEN = sql`locks
  where locks.project_id = projects.id and locks.token = token.address and ${IS_READ}`
const LOCKS = sql`(
  select coalesce(json_agg(json_build_object('key', concat_ws(':', chain_id, locker, lock_id), 'locker', locker,
      'amount', amount::text, 'unlockAt', ${jsonInstant(sql`unlock_at`)}, 'withdrawn', withdrawn,
      'detectedAt', ${jsonInstant(sql`detected_at`)}, 'observedAt', ${jsonInstant(sql`observed_at`)})
    order by withdrawn, unlock_at, locker, lock_id), '[]')
  from (select * from ${LOCKS_OF_TOKEN}
    order by withdrawn, unlock_at, locker, lock_id limit ${sql.lit(LIMITS.snapshotLocks)}) as first)`

const LOCKERS = sql`(
  select coalesce(json_agg(json_build_object('id', sources.id, 'locker', split_part(locator, ':', 1),
      'lastReadAt', ${jsonInstant(sql`last_ok_at`)}, 'hasUnreadLocks', ${HAS_UNREAD_LOCKS}) order by sources.id), '[]')
  from sources left join source_streams on source_id = sources.id and stream = 'locks'
  where sources.project_id = projects.id and kind = ${sql.lit('locker' satisfies SourceKind)}
    and detached_at is null)`

/** The locks of a project's token and their lockers, as columns of a query from `describedUnder`. */
export const LOCK_COLUMNS = sql`${LOCKS} as locks, (select count(*) from ${LOCKS_OF_TOKEN}) as lock_total,
      ${LOCKERS} as lockers`

/** The fields that only a snapshot has, as columns of a query from `describedUnder`. */
export const SNAPSHOT_COLUMNS = sql`${conclusionOf('contract.use')} as use,
      ${conclusionOf('market_integrity.state' satisfies MovingFact)} as integrity,
      ${INTEGRITY_PUBLISHED} as publishes_integrity, ${FRESHNESS} as freshness,
      ${LOCK_COLUMNS}`

type Concluded = Pick<ScoreRow, 'rule' | 'state' | 'value' | 'evidence'> & {
  id: string
  inputs: { contracts?: ConcludedUse['contracts'] }
}

/** A row with the columns of `LOCK_COLUMNS`. */
export type LocksRow = {
  locks: (Omit<SnapshotLockRecord, 'id' | 'locker'> & { key: string; locker: ContractAddress })[]
  lock_total: number
  lockers: (Omit<TokenLocker, 'id'> & { id: string })[]
}

/** A row with the columns of `SNAPSHOT_COLUMNS`. */
export type SnapshotRow = LocksRow & {
  use: Concluded | null
  integrity: Concluded | null
  publishes_integrity: boolean
  freshness: SnapshotRecord['freshness']
}

/** The fields that only a snapshot has, from a row. */
export function toSnapshotParts(
  row: SnapshotRow,
): Omit<SnapshotRecord, keyof DescribedProject | keyof LedgerProgress> {
  return {
    use: { claim: toClaim(row.use ?? undefined), contracts: row.use?.inputs.contracts ?? NO_CONTRACTS },
    integrity: row.publishes_integrity ? integrityOf(row.integrity) : undefined,
    ...toLocks(row),
    freshness: row.freshness,
  }
}

/** The locks of a project's token and their lockers, from a row. */
export function toLocks(row: LocksRow): Pick<SnapshotRecord, 'locks' | 'lockTotal' | 'lockers'> {
  return {
    locks: row.locks.map(({ key, ...lock }) => ({ ...lock, id: evidenceId('lock', key) })),
    lockTotal: row.lock_total,
    lockers: row.lockers.map((locker) => ({ ...locker, id: evidenceId('source', locker.id) })),
  }
}

/** The contracts of a conclusion that was not made yet. */
const NO_CONTRACTS: ConcludedUse['contracts'] = []

function integrityOf(concluded: Concluded | null): NonNullable<SnapshotRecord['integrity']> {
  return {
    claim: toClaim(concluded ?? undefined),
    id: concluded === null ? null : evidenceId('integrity', concluded.id),
  }
}

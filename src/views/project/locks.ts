import { type Claim, fact, orNull, unknown } from '#contract/claim.ts'
import { known } from '#contract/known.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { CoverageItem } from '#contract/shapes/coverage.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Snapshot } from '#contract/shapes/snapshot.ts'
import { earliest, type Instant } from '#contract/time.ts'
import type { ProjectLocksRecord, SnapshotRecord, TokenLocker } from '#domain/project/snapshot-record.ts'
import { tokenIdentity } from '../cards/project-card.ts'
import { listItems } from '../lists/list-items.ts'
import { claimNote } from '../words/claim-note.ts'
import { coverageItem } from './coverage.ts'
import { locksScope } from './lock-text.ts'

type LocksOfToken = Pick<SnapshotRecord, 'locks' | 'lockTotal' | 'lockers' | 'evidence'>

/** The locks of a project's token as its snapshot has them. */
export function snapshotLocks(record: LocksOfToken): Snapshot['locks'] {
  const total = orNull(lockTotal(record))
  return {
    state: record.evidence.coverage.locks.state,
    scope: locksScope(record.lockers, record.evidence.coverage.locks.state),
    ...known({ total }),
    ...(total === null && record.locks.length === 0
      ? {}
      : listItems(record.locks, { name: ({ id }) => id, build: (lock) => ({ ...lock }) })),
  }
}

/**
 * The number of recorded locks. It cites the locks; a zero cites the lockers that were read. Its time is the oldest
 * reading of the dimension and of the locks that stand. A withdrawn lock stays withdrawn, so its reading does not
 * count. Unknown until every locker was read, and while some locks of a locker were not read. A zero is also unknown
 * while the dimension is not measured.
 */
export function lockTotal({ locks, lockTotal: total, lockers, evidence }: LocksOfToken): Claim<number> {
  const { state, observedAt } = evidence.coverage.locks
  const [first, ...rest] = (total > 0 ? locks : lockers).map(({ id }) => id)
  const standing = locks.filter(({ withdrawn }) => !withdrawn)
  const readings = [observedAt, ...standing.map((lock) => lock.observedAt)].filter((at) => at !== null)
  const readAt = earliest(readings) ?? locks[0]?.observedAt
  if (state === 'NOT_ENOUGH_YET' || (state !== 'MEASURED' && total === 0)) return unknown(state)
  if (lockers.some(({ lastReadAt }) => lastReadAt === null))
    return unknown(state === 'MEASURED' ? 'NOT_ENOUGH_YET' : state)
  if (first === undefined || readAt === undefined) return unknown('NOT_ENOUGH_YET')
  return fact(total, [first, ...rest], readAt)
}

/** The locks of a project's token with what they rest on, and how far each locker was read. */
export type ProjectLocks = Pick<Dossier, 'slug' | 'asOf'> & {
  readonly token?: Pick<NonNullable<Dossier['token']>, 'symbol' | 'decimals'> | undefined
  readonly locks: Snapshot['locks']
  readonly claims: { readonly locks?: ClaimNote }
  /** When the locks were last read in full. */
  readonly observedAt?: Instant | undefined
  readonly lockers: readonly TokenLocker[]
  readonly unread: CoverageItem['unread']
}

/** The locks of a project, equal to those of its snapshot and its coverage. */
export function projectLocks(record: ProjectLocksRecord): ProjectLocks {
  const { slug, scoredAt, token, lockers, conclusions, evidence } = record
  return {
    slug,
    ...known({ asOf: scoredAt }),
    ...(token === null ? {} : { token: { ...tokenIdentity(token), ...known({ decimals: token.decimals }) } }),
    locks: snapshotLocks(record),
    claims: { locks: claimNote(lockTotal(record)) },
    ...known({ observedAt: evidence.coverage.locks.observedAt }),
    lockers,
    unread: coverageItem('locks', { conclusions, integrityPublished: false }).unread,
  }
}

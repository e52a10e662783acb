import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, earlierOf, type Instant, laterOf, msOf } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import { type ChangeDraft, type Seen, type UntypedDraft, undated } from './draft.ts'
import { announcedOf, type LedgerEvidence } from './evidence.ts'
import { firstReadAt, seenThrough, sourceOf } from './origin.ts'

const WARNING_MS = LIMITS.unlockWarningDays * DAY_MS

/** Each lock that was read. An extended lock gets a new revision with its new date. */
export function observed(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.locks.map((lock) =>
    draftLock(lock, evidence, {
      id: lock.id,
      detectedAt: lock.detectedAt,
      summary: `Token lock observed, unlock at ${lock.unlockAt}`,
    }),
  )
}

/** Locks that a reading found withdrawn. */
export function withdrawn(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return evidence.locks
    .filter((lock) => lock.withdrawn)
    .map((lock) =>
      draftLock(lock, evidence, {
        id: withdrawalId(lock),
        detectedAt: lock.observedAt,
        summary: 'Token lock withdrawn',
      }),
    )
}

/**
 * Unlocks due within seven days, once a reading within these days shows the lock: before such a reading, the lock can
 * have been extended. The event id has the unlock time, so an extended lock gets another event.
 */
export function unlockDue(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  const warnings = Map.groupBy(announcedOf('lock.unlock_due', evidence), ({ id }) => id.split(':due:')[0])
  return evidence.locks.flatMap((lock) => {
    const announced = warnings.get(lock.id)
    const standing = announced?.filter((warning) => isStillDue(warning, { lock, evidence }))
    const isAnnounced = announced?.some(({ id }) => id === warningId(lock)) === true
    return [...(standing ?? NO_WARNINGS), ...(isAnnounced ? NO_WARNINGS : warningOf(lock, evidence, now))]
  })
}

const NO_WARNINGS: readonly UntypedDraft[] = []

/**
 * Whether an announced unlock stays. It is retracted when a reading before the unlock shows the lock withdrawn or with
 * another unlock time. A reading after the unlock does not change that the unlock was due.
 */
function isStillDue(
  warning: ChangeDraft,
  { lock, evidence }: { readonly lock: Lock; readonly evidence: LedgerEvidence },
): boolean {
  if (!lock.withdrawn && warning.id === warningId(lock)) return true
  const told = lock.withdrawn ? evidence.announced.get(withdrawalId(lock)) : undefined
  const shownAt = told === undefined ? lock.observedAt : earlierOf(told.detectedAt, lock.observedAt)
  return warning.occurredAt !== null && msOf(warning.occurredAt) <= msOf(shownAt)
}

function warningOf(lock: Lock, evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  const entersAt = addMs(lock.unlockAt, -WARNING_MS)
  const isDue = msOf(entersAt) <= msOf(now) && msOf(now) < msOf(lock.unlockAt)
  const isShown = msOf(entersAt) <= msOf(lock.observedAt)
  if (lock.withdrawn || !isDue || !isShown) return []
  const draft = draftLock(lock, evidence, {
    id: warningId(lock),
    detectedAt: lock.observedAt,
    summary: `Token unlock due at ${lock.unlockAt}`,
  })
  const seen: Seen = wasDueBefore({ lock, entersAt }, evidence) ? { by: 'research' } : draft.seen
  return [{ ...draft, occurredAt: lock.unlockAt, precision: 'SCHEDULED', seen }]
}

function warningId({ id, unlockAt }: Lock): string {
  return `${id}:due:${Math.floor(msOf(unlockAt) / 1000)}`
}

function withdrawalId({ id }: Lock): string {
  return `${id}:withdrawn`
}

/**
 * Whether a lock's last seven days began before the project was published or, for a lock in the locker's first reading,
 * before the locker was attached. The unlock then belongs to the history of the project or locker. Publication counts
 * only for a lock that was known before it.
 */
function wasDueBefore(
  { lock, entersAt }: { readonly lock: Lock; readonly entersAt: Instant },
  evidence: LedgerEvidence,
): boolean {
  const source = sourceOf(lock.sourceId, evidence)
  if (source === undefined) return true
  const { publishedAt } = evidence
  if (publishedAt !== null && msOf(laterOf(entersAt, lock.detectedAt)) < msOf(publishedAt)) return true
  const readAt = firstReadAt(source, 'locks')
  const wasThere = readAt === null || msOf(lock.detectedAt) <= msOf(readAt)
  return wasThere && msOf(entersAt) < msOf(source.attachedAt)
}

function draftLock(
  { id, sourceId, token, amount, unlockAt }: Lock,
  evidence: LedgerEvidence,
  words: Pick<UntypedDraft, 'id' | 'detectedAt' | 'summary'>,
): UntypedDraft {
  return undated({
    contract: token,
    facts: { token, amount, unlockAt },
    evidence: [id, sourceId],
    seen: seenThrough(sourceId, evidence, 'locks'),
    ...words,
  })
}

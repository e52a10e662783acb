import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant, laterOf, msOf } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import { type Seen, type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
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
        id: `${lock.id}:withdrawn`,
        detectedAt: lock.observedAt,
        summary: 'Token lock withdrawn',
      }),
    )
}

/**
 * Unlocks due within seven days, once a reading within them shows the lock: before it, the lock can have been extended.
 * An event is announced before its unlock and stays afterwards. The event id has the unlock date, so extending a lock
 * retracts its warning and makes a new one due. An unlock that was due when the locker was attached belongs to its history.
 */
export function unlockDue(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  return evidence.locks.flatMap((lock): readonly UntypedDraft[] => {
    const id = `${lock.id}:due:${Math.floor(msOf(lock.unlockAt) / 1000)}`
    const announced = evidence.announced.get(id)
    if (announced !== undefined) return [announced]
    const entersAt = addMs(lock.unlockAt, -WARNING_MS)
    const isDue = msOf(entersAt) <= msOf(now) && msOf(now) < msOf(lock.unlockAt)
    const isShown = msOf(entersAt) <= msOf(lock.observedAt)
    if (lock.withdrawn || !isDue || !isShown) return []
    const detectedAt = laterOf(entersAt, lock.detectedAt)
    const draft = draftLock(lock, evidence, {
      id,
      detectedAt,
      summary: `Token unlock due at ${lock.unlockAt}`,
    })
    const seen: Seen = wasDueBefore({ lock, entersAt }, evidence) ? { by: 'research' } : draft.seen
    return [{ ...draft, occurredAt: lock.unlockAt, precision: 'SCHEDULED', seen }]
  })
}

/** Whether the last seven days had begun when the locker was attached, for a lock of its first reading. */
function wasDueBefore(
  { lock, entersAt }: { readonly lock: Lock; readonly entersAt: Instant },
  evidence: LedgerEvidence,
): boolean {
  const source = sourceOf(lock.sourceId, evidence)
  if (source === undefined) return true
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

import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import { type UntypedDraft, undated } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough } from './origin.ts'

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
 * Unlocks due within seven days. An event is announced before its unlock and stays afterwards. The event id has the
 * unlock date, so extending a lock retracts its warning and makes a new one due.
 */
export function unlockDue(evidence: LedgerEvidence, now: Instant): readonly UntypedDraft[] {
  return evidence.locks.flatMap((lock): readonly UntypedDraft[] => {
    const id = `${lock.id}:due:${Math.floor(msOf(lock.unlockAt) / 1000)}`
    const announced = evidence.announced.get(id)
    if (announced !== undefined) return [announced]
    const entersAt = addMs(lock.unlockAt, -WARNING_MS)
    const isDue = msOf(entersAt) <= msOf(now) && msOf(now) < msOf(lock.unlockAt)
    if (lock.withdrawn || !isDue) return []
    const detectedAt = msOf(lock.detectedAt) > msOf(entersAt) ? lock.detectedAt : entersAt
    const draft = draftLock(lock, evidence, {
      id,
      detectedAt,
      summary: `Token unlock due at ${lock.unlockAt}`,
    })
    return [{ ...draft, occurredAt: lock.unlockAt, precision: 'SCHEDULED' }]
  })
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

import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import type { Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { seenThrough } from './origin.ts'

const STREAM = 'locks'
const WARNING_MS = LIMITS.unlockWarningDays * DAY_MS

/** Each lock that was read; an extended one is said again with its new date. */
export function observed(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.locks.map((lock) => ({
    ...sayLock(lock, evidence),
    id: lock.id,
    occurredAt: null,
    detectedAt: lock.detectedAt,
    precision: 'OBSERVED',
    summary: `Token lock observed, unlock at ${lock.unlockAt}`,
  }))
}

/** Locks read as withdrawn. */
export function withdrawn(evidence: LedgerEvidence): readonly Saying[] {
  return evidence.locks
    .filter((lock) => lock.withdrawn)
    .map((lock) => ({
      ...sayLock(lock, evidence),
      id: `${lock.id}:withdrawn`,
      occurredAt: null,
      detectedAt: lock.observedAt,
      precision: 'OBSERVED',
      summary: 'Token lock withdrawn',
    }))
}

/**
 * Unlocks within their last seven days. One is first said before the unlock and stands afterwards; the event is named
 * after its date, so an extended lock's earlier warning is retracted and the next one is due again.
 */
export function unlockDue(evidence: LedgerEvidence, now: Instant): readonly Saying[] {
  return evidence.locks.flatMap((lock): readonly Saying[] => {
    const id = `${lock.id}:due:${Math.floor(msOf(lock.unlockAt) / 1000)}`
    const held = evidence.said.get(id)
    if (held !== undefined) return [held]
    const entersAt = addMs(lock.unlockAt, -WARNING_MS)
    const isDue = msOf(entersAt) <= msOf(now) && msOf(now) < msOf(lock.unlockAt)
    if (lock.withdrawn || !isDue) return []
    return [
      {
        ...sayLock(lock, evidence),
        id,
        occurredAt: lock.unlockAt,
        detectedAt: msOf(lock.detectedAt) > msOf(entersAt) ? lock.detectedAt : entersAt,
        precision: 'SCHEDULED',
        summary: `Token unlock due at ${lock.unlockAt}`,
      },
    ]
  })
}

function sayLock(
  lock: Lock,
  evidence: LedgerEvidence,
): Pick<Saying, 'contract' | 'facts' | 'evidence' | 'seen' | 'order'> {
  return {
    contract: lock.token,
    facts: { token: lock.token, amount: lock.amount, unlockAt: lock.unlockAt },
    evidence: [lock.id, lock.sourceId],
    seen: seenThrough(lock.sourceId, evidence, STREAM),
    order: [],
  }
}

import type { EvidenceId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { Saying, Seen } from './draft.ts'
import type { Concluded, LedgerEvidence, Move, MovingFact } from './evidence.ts'
import { cameWithHistory, firstReadAt, sourceOf } from './origin.ts'
import { known } from './wording.ts'

/** Values and reasons under which a conclusion says that nothing is known. */
const UNKNOWN_VALUES: readonly string[] = ['UNKNOWN', 'INSUFFICIENT_DATA']
const UNKNOWN_REASONS: readonly string[] = ['not_checked']

/** A move between two known values of one rule. */
export type KnownMove = { readonly from: string; readonly to: string; readonly move: Move }

/**
 * The moves of a fact that are announced. One that touches an unknown, that no reading confirms, or that a changed rule
 * made, stays a recorded evaluation: it would tell of the service's knowledge, not of the project. What the rule of today makes of the earlier
 * facts is the conclusion a move is told from.
 */
export function announcedMoves(fact: MovingFact, evidence: LedgerEvidence): readonly KnownMove[] {
  return evidence.moves.flatMap((move) => {
    const from = knownValue(move.before)
    const to = knownValue(move.after)
    if (move.fact !== fact || from === null || to === null || from === to) return []
    const { before, after } = move
    return after.confirmed && !after.rederived && before.rule === after.rule ? [{ from, to, move }] : []
  })
}

/** What is said of a move: undated, since no outside source dates a conclusion. */
export function sayMove(
  { from, to, move }: KnownMove,
  said: { readonly summary: string } & Partial<Pick<Saying, 'contract' | 'seen'>>,
): Saying {
  const { before, after } = move
  return {
    id: after.id,
    contract: null,
    occurredAt: null,
    detectedAt: after.evaluatedAt,
    precision: 'OBSERVED',
    facts: known({ from, to, reason: after.reason }),
    evidence: [after.id, before.id],
    seen: { by: 'service' },
    order: [],
    ...said,
  }
}

/** A move that rests on a source first read since the conclusion before, or on old ships, came with research. */
export function seenMove({ before, after }: Move, evidence: LedgerEvidence): Seen {
  const cited = after.evidence.filter((id) => !before.evidence.includes(id))
  const fromResearch = cited.some(
    (id) => isNewSource(id, before.evaluatedAt, evidence) || isOldShip(id, before.evaluatedAt, evidence),
  )
  return { by: fromResearch ? 'research' : 'service' }
}

function knownValue(concluded: Concluded): string | null {
  if (concluded.value === null || UNKNOWN_VALUES.includes(concluded.value)) return null
  return concluded.reason !== null && UNKNOWN_REASONS.includes(concluded.reason) ? null : concluded.value
}

function isNewSource(id: EvidenceId, since: Instant, evidence: LedgerEvidence): boolean {
  const source = sourceOf(id, evidence)
  if (source === undefined) return false
  const readAt = firstReadAt(source)
  return msOf(source.attachedAt) > msOf(since) || (readAt !== null && msOf(readAt) > msOf(since))
}

function isOldShip(id: EvidenceId, since: Instant, evidence: LedgerEvidence): boolean {
  const ship = evidence.ships.find((candidate) => candidate.id === id)
  if (ship === undefined) return false
  const readLate = msOf(ship.detectedAt) - msOf(ship.occurredAt) > LIMITS.livePushDays * DAY_MS
  return readLate || cameWithHistory(ship, evidence) || isNewSource(ship.sourceId, since, evidence)
}

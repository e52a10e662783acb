import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { placedAt } from '#domain/evidence.ts'
import { type Seen, type UntypedDraft, undated } from './draft.ts'
import type { Concluded, LedgerEvidence, Move, MovingFact } from './evidence.ts'
import { cameWithHistory, firstReadAt, sourceOf } from './origin.ts'
import { known } from './wording.ts'

/** Values and reasons of a conclusion that mean unknown. */
const UNKNOWN_VALUES: readonly string[] = ['UNKNOWN', 'INSUFFICIENT_DATA']
const UNKNOWN_REASONS: readonly string[] = ['not_checked']

/** A move between two known values of one rule. */
export type KnownMove = { readonly from: string; readonly to: string; readonly move: Move }

/**
 * The moves of a fact that are announced: between two known values, confirmed by a reading, under one rule version.
 * Other moves stay recorded evaluations, because they reflect what the service knows, not what the project did. After a
 * rule change, moves start from the new rule's conclusion about the earlier facts.
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

/** The event of a move. It is undated, because no outside source dates a conclusion. */
export function draftMove(
  { from, to, move }: KnownMove,
  about: { readonly subject: string; readonly contract?: ContractAddress | null },
  evidence: LedgerEvidence,
): UntypedDraft {
  const { before, after } = move
  return undated({
    id: after.id,
    contract: about.contract ?? null,
    detectedAt: after.evaluatedAt,
    summary: `${about.subject} moved from ${from} to ${to}`,
    facts: known({ from, to, reason: after.reason }),
    evidence: [after.id, before.id],
    seen: seenMove(move, evidence),
  })
}

/** `research` when the move is based on old ships or on a source first read since the earlier conclusion. */
function seenMove({ before, after }: Move, evidence: LedgerEvidence): Seen {
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
  const readLate = msOf(ship.detectedAt) - msOf(placedAt(ship)) > LIMITS.livePushDays * DAY_MS
  return readLate || cameWithHistory(ship, evidence) || isNewSource(ship.sourceId, since, evidence)
}

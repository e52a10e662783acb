import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import { placedAt } from '#domain/evidence.ts'
import { FACT_NAMES } from '#domain/project/evidence-words.ts'
import { type Seen, type UntypedDraft, undated } from './draft.ts'
import type { Concluded, LedgerEvidence, MovingFact } from './evidence.ts'
import { cameWithHistory, firstReadAt, sourceOf } from './origin.ts'

/** Values and reasons of a conclusion that mean unknown. */
const UNKNOWN_VALUES: readonly string[] = ['UNKNOWN', 'INSUFFICIENT_DATA']
const UNKNOWN_REASONS: readonly string[] = ['not_checked']

/** A move from the last stated value of a fact to another one. */
export type Move = {
  readonly from: string
  readonly to: string
  /** The newest conclusion of the earlier value. */
  readonly before: Concluded
  readonly after: Concluded
  /** The last reading that showed the earlier value; null when `after` replaced it while it was known. */
  readonly shownUntil: Instant | null
}

/** The last stated value. `open` when the value was unknown or not confirmed at some time since then. */
type Stated = { readonly value: string; readonly by: Concluded; readonly open: boolean }

/**
 * The moves of a fact that are announced. A value is stated when it is known and confirmed by a reading. Each move
 * starts from the last stated value, however long the fact was unknown since then. A value that a new version of a rule
 * concludes is stated without a move. A conclusion about one token is never compared with a conclusion about another.
 */
export function announcedMoves(fact: MovingFact, { concluded }: LedgerEvidence): readonly Move[] {
  const moves: Move[] = []
  const statedOf = new Map<ContractAddress | null, Stated>()
  for (const after of concluded.filter((conclusion) => conclusion.fact === fact)) {
    const to = statedValue(after)
    if (to === null) {
      if (after.rederived) statedOf.clear()
      for (const [token, stated] of statedOf) statedOf.set(token, { ...stated, open: true })
      continue
    }
    const stated = statedOf.get(after.token)
    if (stated !== undefined && stated.value !== to && !isNewRule(stated.by, after))
      moves.push({ from: stated.value, to, before: stated.by, after, shownUntil: lastShown(stated, after) })
    statedOf.set(after.token, { value: to, by: after, open: false })
  }
  return moves
}

/** The last reading that showed a stated value; null when the value was known all the time until `after`. */
function lastShown({ by, open }: Stated, after: Concluded): Instant | null {
  return open || hasLapsed(by, after) ? (by.supportedUntil ?? by.evaluatedAt) : null
}

/**
 * Whether a value was unknown for a time, although no evaluation said so: no reading renewed it, or its evaluation came
 * long after the last reading that showed it. An outage of the provider keeps a status in this way.
 */
function hasLapsed({ heldUntil, supportedUntil, evaluatedAt }: Concluded, after: Concluded): boolean {
  if (heldUntil !== null && msOf(heldUntil) < msOf(after.evaluatedAt)) return true
  return supportedUntil !== null && msOf(evaluatedAt) - msOf(supportedUntil) > HELD_RULE.afterReadingMs
}

function isNewRule(before: Concluded, after: Concluded): boolean {
  return after.rederived || before.rule !== after.rule
}

/** The event of a move. It is undated, because no outside source dates a conclusion. */
export function draftMove(
  { from, to, before, after, shownUntil }: Move,
  evidence: LedgerEvidence,
): UntypedDraft {
  const moved = `${FACT_NAMES[after.fact]} moved from ${from} to ${to}`
  const between = shownUntil === null ? null : { from: shownUntil, to: after.evaluatedAt }
  return undated({
    id: after.id,
    contract: after.token,
    detectedAt: after.evaluatedAt,
    summary: between === null ? moved : `${moved} between ${between.from} and ${between.to}`,
    facts: known({ from, to, reason: after.reason, between }),
    evidence: [after.id, before.id],
    seen: seenMove({ before, after }, evidence),
  })
}

/** The event of each announced move of a fact. */
export function draftMoves(fact: MovingFact, evidence: LedgerEvidence): readonly UntypedDraft[] {
  return announcedMoves(fact, evidence).map((move) => draftMove(move, evidence))
}

/**
 * `research` when the move is based on old ships, on a source first read since the earlier conclusion, on a statement
 * of such a source, or on a statement of no source.
 */
function seenMove({ before, after }: Pick<Move, 'before' | 'after'>, evidence: LedgerEvidence): Seen {
  const cited = after.evidence.filter((id) => !before.evidence.includes(id))
  const fromResearch = cited.some(
    (id) =>
      isNewSource({ id, since: before.evaluatedAt }, evidence) ||
      isOldShip(id, before.evaluatedAt, evidence) ||
      isOldStatement(id, before.evaluatedAt, evidence),
  )
  return { by: fromResearch ? 'research' : 'service' }
}

/** The value of a known and confirmed conclusion; null for any other. */
function statedValue(concluded: Concluded): string | null {
  const { value, reason, confirmed } = concluded
  if (!confirmed || UNKNOWN_VALUES.some((unknown) => unknown === value)) return null
  return UNKNOWN_REASONS.some((unknown) => unknown === reason) ? null : value
}

function isNewSource(
  { id, since, stream }: { readonly id: EvidenceId; readonly since: Instant; readonly stream?: string },
  evidence: LedgerEvidence,
): boolean {
  const source = sourceOf(id, evidence)
  if (source === undefined) return false
  const readAt = firstReadAt(source, stream)
  return msOf(source.attachedAt) > msOf(since) || (readAt !== null && msOf(readAt) > msOf(since))
}

function isOldShip(id: EvidenceId, since: Instant, evidence: LedgerEvidence): boolean {
  const ship = evidence.ships.find((candidate) => candidate.id === id)
  if (ship === undefined) return false
  const readLate = msOf(ship.detectedAt) - msOf(placedAt(ship)) > LIMITS.livePushDays * DAY_MS
  return readLate || cameWithHistory(ship, evidence) || isNewSource({ id: ship.sourceId, since }, evidence)
}

function isOldStatement(id: EvidenceId, since: Instant, evidence: LedgerEvidence): boolean {
  const claim = evidence.claims.find((candidate) => candidate.id === id)
  if (claim === undefined) return false
  const { sourceId } = claim
  return sourceId === null || isNewSource({ id: sourceId, since, stream: 'token_naming' }, evidence)
}

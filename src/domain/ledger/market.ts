import { msOf } from '#contract/time.ts'
import type { Seen, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { draftFindings } from './findings.ts'
import { announcedMoves, draftMove, type KnownMove, seenMove } from './moves.ts'

/** Moves of the token's market status, except to or from INSUFFICIENT_DATA, which is unknown. */
export function statusChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return announcedMoves('market.status', evidence).map((known) =>
    draftMove(known, {
      summary: `Market status moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seenMove(known.move, evidence),
    }),
  )
}

/** Findings that the liquidity of two days at least doubled or halved. */
export function liquidityMoved(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return (['liquidity_rose', 'liquidity_fell'] as const).flatMap((kind) =>
    draftFindings(kind, evidence, evidence.token),
  )
}

/** Findings that a day's volume was at least five times that of the week before. */
export function volumeSpike(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return draftFindings('volume_spike', evidence, evidence.token)
}

/**
 * Moves of market integrity between known states; empty while market integrity is not published. Moves from before its
 * publication have the origin `backfill`. @source contract, Events
 */
export function integrityMoved(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const { integrityPublishedAt: publishedAt } = evidence
  if (publishedAt === null) return []
  const seen = (known: KnownMove): Seen =>
    msOf(known.move.after.evaluatedAt) < msOf(publishedAt)
      ? { by: 'research' }
      : seenMove(known.move, evidence)
  return announcedMoves('market_integrity.state', evidence).map((known) =>
    draftMove(known, {
      summary: `Market integrity moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seen(known),
    }),
  )
}

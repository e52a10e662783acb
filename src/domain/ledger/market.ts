import { msOf } from '#contract/time.ts'
import type { Saying, Seen } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { sayFindings } from './findings.ts'
import { announcedMoves, type KnownMove, sayMove, seenMove } from './moves.ts'

/** Moves of the token's market status; one to or from INSUFFICIENT_DATA touches an unknown and is not announced. */
export function statusChanged(evidence: LedgerEvidence): readonly Saying[] {
  return announcedMoves('market.status', evidence).map((known) =>
    sayMove(known, {
      summary: `Market status moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seenMove(known.move, evidence),
    }),
  )
}

/** Findings that the liquidity of two days at least doubled or halved. */
export function liquidityMoved(evidence: LedgerEvidence): readonly Saying[] {
  return (['liquidity_rose', 'liquidity_fell'] as const).flatMap((kind) =>
    sayFindings(kind, evidence, evidence.token),
  )
}

/** Findings that a day's volume was at least five times that of the week before. */
export function volumeSpike(evidence: LedgerEvidence): readonly Saying[] {
  return sayFindings('volume_spike', evidence, evidence.token)
}

/**
 * Moves of what market readings show between known states, while market integrity is published. Those from before it
 * was published are history: publishing is no news. @source contract, Events
 */
export function integrityMoved(evidence: LedgerEvidence): readonly Saying[] {
  const { integrityPublishedAt: publishedAt } = evidence
  if (publishedAt === null) return []
  const seen = (known: KnownMove): Seen =>
    msOf(known.move.after.evaluatedAt) < msOf(publishedAt)
      ? { by: 'research' }
      : seenMove(known.move, evidence)
  return announcedMoves('market_integrity.state', evidence).map((known) =>
    sayMove(known, {
      summary: `Market integrity moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seen(known),
    }),
  )
}

import { msOf } from '#contract/time.ts'
import type { UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { draftFindings } from './findings.ts'
import { draftMoves } from './moves.ts'

/** Findings that the liquidity at least doubled or halved on two days. */
export function liquidityMoved(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return (['liquidity_rose', 'liquidity_fell'] as const).flatMap((kind) => draftFindings(kind, evidence))
}

/**
 * Moves of market integrity between known states; empty while market integrity is not published. Moves from before its
 * publication have the origin `backfill`. @source contract, Events
 */
export function integrityMoved(evidence: LedgerEvidence): readonly UntypedDraft[] {
  const { integrityPublishedAt: publishedAt } = evidence
  if (publishedAt === null) return []
  return draftMoves('market_integrity.state', evidence).map((draft) =>
    msOf(draft.detectedAt) < msOf(publishedAt) ? { ...draft, seen: { by: 'research' } } : draft,
  )
}

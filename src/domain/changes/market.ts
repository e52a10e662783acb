import type { Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, sayMove, seenMove } from './moves.ts'

/** Moves of the token's market status; one to or from INSUFFICIENT_DATA touches an unknown and is not announced. */
export function marketStatusChanged(evidence: LedgerEvidence): readonly Saying[] {
  return announcedMoves('market.status', evidence).map((known) =>
    sayMove(known, {
      summary: `Market status moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seenMove(known.move, evidence),
    }),
  )
}

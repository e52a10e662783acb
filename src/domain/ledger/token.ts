import type { Saying } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, sayMove, seenMove } from './moves.ts'

/** Moves of the token's verification; the first check of a token never checked before is not one. */
export function verificationChanged(evidence: LedgerEvidence): readonly Saying[] {
  return announcedMoves('token.verification', evidence).map((known) =>
    sayMove(known, {
      summary: `Token verification moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seenMove(known.move, evidence),
    }),
  )
}

import type { UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, draftMove, seenMove } from './moves.ts'

/** Moves of the token's verification. The first check of a token is not a move. */
export function verificationChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return announcedMoves('token.verification', evidence).map((known) =>
    draftMove(known, {
      summary: `Token verification moved from ${known.from} to ${known.to}`,
      contract: evidence.token,
      seen: seenMove(known.move, evidence),
    }),
  )
}

import type { UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { announcedMoves, draftMove } from './moves.ts'

/** Moves of the token's verification. The first check of a token is not a move. */
export function verificationChanged(evidence: LedgerEvidence): readonly UntypedDraft[] {
  return announcedMoves('token.verification', evidence).map((known) =>
    draftMove(known, evidence, evidence.token),
  )
}

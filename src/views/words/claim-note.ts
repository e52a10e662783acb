import type { Claim, NonEmpty } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import { type ClaimNote, NOTE_EVIDENCE_MAX } from '#contract/shapes/claim-note.ts'

/** The note of a claim, with at most its first ten evidence ids. */
export function claimNote(claim: Claim<unknown>): ClaimNote {
  switch (claim.kind) {
    case 'FACT':
      return { kind: claim.kind, observed_at: claim.observedAt, ...evidenceOf(claim.evidence) }
    case 'DERIVED':
      return {
        kind: claim.kind,
        rule: claim.rule,
        ...known({ as_of: claim.asOf }),
        ...evidenceOf(claim.evidence),
      }
    case 'UNKNOWN':
      return { kind: claim.kind, reason: claim.reason }
  }
}

function evidenceOf(ids: NonEmpty<EvidenceId>) {
  return { evidence: ids.slice(0, NOTE_EVIDENCE_MAX), evidence_total: ids.length }
}

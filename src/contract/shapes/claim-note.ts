import { type Static, Type } from 'typebox'
import type { UnknownReason } from '../claim.ts'
import { CoverageState, described, namedList, namedObject } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { Instant } from './time.ts'

/** Fact, derived or unknown. @source contract, Rules that hold for all content, 1 */
export const ClaimNoteKind = namedList('ClaimNoteKind', ['FACT', 'DERIVED', 'UNKNOWN'])
/** Why something is unknown: a coverage state other than MEASURED. */
export const UnknownReasons = namedList(
  'UnknownReason',
  CoverageState.enum.filter((state): state is UnknownReason => state !== 'MEASURED'),
)

/** The claim note of one field: fact, derived or unknown. Keys that do not apply to its kind are absent. */
export const ClaimNote = namedObject('ClaimNote', {
  kind: described(ClaimNoteKind, 'Recorded with its source, derived by a rule, or unknown'),
  rule: Type.Optional(Type.String({ description: 'Rule with its version' })),
  observed_at: Type.Optional(Instant),
  as_of: Type.Optional(described(Instant, 'End of the time it covers, when that is before the evaluation')),
  reason: Type.Optional(described(UnknownReasons, 'Why it is unknown')),
  evidence: Type.Optional(
    Type.Array(EvidenceId, { minItems: 1, maxItems: 10, description: 'The first ten evidence ids' }),
  ),
  evidence_total: Type.Optional(Type.Integer({ minimum: 1 })),
})
export type ClaimNote = Static<typeof ClaimNote>

/** Maximum number of evidence ids that a note lists. */
export const NOTE_EVIDENCE_MAX = 10

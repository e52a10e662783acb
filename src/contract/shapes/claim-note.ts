import { type Static, Type } from 'typebox'
import { COVERAGE_STATES, oneOf } from '../enums.ts'
import { EvidenceId } from '../ids.ts'
import { Instant } from '../time.ts'

/** What stands behind one field: recorded, derived or unknown. Absent keys do not apply to its kind. */
export const ClaimNote = Type.Object(
  {
    kind: oneOf(['FACT', 'DERIVED', 'UNKNOWN'], 'Recorded with its source, derived by a rule, or not held'),
    rule: Type.Optional(Type.String({ description: 'Rule and version that derived it' })),
    observed_at: Type.Optional(Instant),
    reason: Type.Optional(
      oneOf(
        COVERAGE_STATES.filter((state) => state !== 'MEASURED'),
        'Why it is not held',
      ),
    ),
    evidence: Type.Optional(
      Type.Array(EvidenceId, { minItems: 1, maxItems: 10, description: 'The first ten evidence ids' }),
    ),
    evidence_total: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  { $id: 'ClaimNote', title: 'ClaimNote' },
)
export type ClaimNote = Static<typeof ClaimNote>
/** How many evidence ids a note lists. */
export const NOTE_EVIDENCE_MAX = 10

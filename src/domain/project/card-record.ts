import { unknown } from '#contract/claim.ts'
import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import { recordOf } from '#contract/keyed.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts, RecordedShip } from '#domain/evidence.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import type { CardEvidence } from './card-evidence.ts'

/** The newest builder-side event of a project in the ledger, with the first evidence it cites. */
export type LatestChange = Pick<
  ChangeDraft,
  'id' | 'type' | 'summary' | 'occurredAt' | 'precision' | 'detectedAt'
> & {
  /** The code week of a code-activity event, as its ship has it now; null for any other event. */
  readonly week:
    | (Pick<RecordedShip, 'occurredAt' | 'detectedAt'> & { readonly codeWeek: CodeWeekFacts })
    | null
  readonly evidenceId: EvidenceId | null
}

/**
 * A published project with everything that its cards show. Invariant: `scoredAt` is null exactly while the project was
 * never scored, and then every claim is unknown. While no event stands, `ledgerRanAt` is null until the ledger ran over
 * the project since it was published. While it is null, `latestChange` has no meaning.
 */
export type CardRecord = {
  readonly project: { readonly slug: Slug; readonly name: string }
  readonly evidence: CardEvidence
  readonly scoredAt: Instant | null
  readonly latestChange: LatestChange | null
  readonly ledgerRanAt: Instant | null
}

const notYet = unknown('NOT_ENOUGH_YET')

/** The evidence of a project that was never scored: everything is unknown. */
export const NEVER_SCORED: CardEvidence = {
  activity: notYet,
  activityMeasured: false,
  lastActivityAt: notYet,
  meaningfulShips30d: notYet,
  latestMeaningfulShip: notYet,
  latestRelease: notYet,
  latestDeployment: notYet,
  latestSignal: notYet,
  repositoryUrl: notYet,
  commits30d: notYet,
  lastCodeActivity: notYet,
  tokenVerification: notYet,
  researchLevel: notYet,
  market: notYet,
  coverage: recordOf(COVERAGE_DIMENSIONS, () => ({ state: 'NOT_ENOUGH_YET', observedAt: null })),
}

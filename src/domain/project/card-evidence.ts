import type { Claim } from '#contract/claim.ts'
import type {
  ActivityStatus,
  CoverageDimension,
  CoverageState,
  MarketStatus,
  ResearchLevel,
  TokenVerification,
} from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { RecordedShip, Signal } from '#domain/evidence.ts'
import type { ActivitySpan } from '#domain/ships/ships.ts'

/** A ship as cards show it. Views word the title of a running code week at request time. */
export type CardShip = Pick<
  RecordedShip,
  'id' | 'kind' | 'title' | 'url' | 'version' | 'occurredAt' | 'codeWeek'
>

type CardSignal = Pick<Signal, 'id' | 'kind' | 'title' | 'windowFrom' | 'windowTo'>

/** The state of one dimension, with the instant up to which it was read; null before its first reading. */
export type DimensionCoverage = { readonly state: CoverageState; readonly observedAt: Instant | null }

/**
 * The content of a project's cards, stored by evaluate/ and read by views/: claims, never bare values.
 * Invariant: every claim that is not unknown carries evidence ids that resolve.
 */
export type CardEvidence = {
  readonly activity: Claim<{ readonly status: Exclude<ActivityStatus, 'UNKNOWN'>; readonly since: Instant }>
  /** Whether building was measured, so that counts and silence are findings. */
  readonly activityMeasured: boolean
  readonly lastActivityAt: Claim<Instant>
  /** When the newest ship happened, if no source dates it; undefined in cards of an earlier release. */
  readonly lastActivityBetween?: Claim<ActivitySpan>
  readonly meaningfulShips30d: Claim<number>
  readonly latestMeaningfulShip: Claim<CardShip>
  readonly latestRelease: Claim<CardShip>
  readonly latestDeployment: Claim<CardShip>
  readonly latestSignal: Claim<CardSignal>
  readonly repositoryUrl: Claim<string>
  /** Commits of the 30 days before scoring over all readable repositories; `partial` marks a minimum. */
  readonly commits30d: Claim<{ readonly count: number; readonly partial: boolean }>
  /** The newest code week, with the commits of `commits30d`. */
  readonly lastCodeActivity: Claim<{
    readonly ship: CardShip
    readonly commits30d: { readonly count: number; readonly partial: boolean }
  }>
  readonly tokenVerification: Claim<{ readonly status: TokenVerification; readonly reason: string }>
  readonly researchLevel: Claim<ResearchLevel>
  readonly market: Claim<{
    readonly status: Exclude<MarketStatus, 'INSUFFICIENT_DATA'>
    readonly observedAt: Instant
  }>
  readonly coverage: Readonly<Record<CoverageDimension, DimensionCoverage>>
}

import { type Claim, type UnknownReason, unknown } from '#contract/claim.ts'
import type {
  ActivityStatus,
  CoverageState,
  MarketStatus,
  ResearchLevel,
  TokenVerification,
} from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence, CardShip, DimensionCoverage } from '#domain/project/card-evidence.ts'
import { shipTitleToday } from '#domain/project/evidence-words.ts'
import type { ActivitySpan } from '#domain/ships/ships.ts'
import { sourceWords } from '../words/sources.ts'

/** A ship's title in current wording. The title of a running code week ends with the last day that was read. */
export function shipTitle(ship: CardShip, now: Instant): string {
  return sourceWords(shipTitleToday(ship, now))
}

/** The activity status; UNKNOWN while it is unknown. */
export function activityStatusField(claim: CardEvidence['activity']): ActivityStatus {
  return claim.kind === 'UNKNOWN' ? 'UNKNOWN' : claim.value.status
}

/** Whether the project names this contract; UNVERIFIED while it is unknown. */
export function verificationField(claim: CardEvidence['tokenVerification']): TokenVerification {
  return claim.kind === 'UNKNOWN' ? 'UNVERIFIED' : claim.value.status
}

/** The research level; INDEXED while it is unknown, because that level asserts only the contract. */
export function researchLevelField(claim: Claim<ResearchLevel>): ResearchLevel {
  return claim.kind === 'UNKNOWN' ? 'INDEXED' : claim.value
}

/** The token's market status with the time of its reading; INSUFFICIENT_DATA and null while unknown. */
export function marketStatusField(claim: CardEvidence['market']): {
  status: MarketStatus
  observed_at: Instant | null
} {
  return claim.kind === 'UNKNOWN'
    ? { status: 'INSUFFICIENT_DATA', observed_at: null }
    : { status: claim.value.status, observed_at: claim.value.observedAt }
}

/** Meaningful ships in 30 days. Unknown while building is not measured, even if a count is stored. */
export function meaningfulShips(evidence: CardEvidence): Claim<number> {
  const { activityMeasured, meaningfulShips30d, coverage } = evidence
  if (activityMeasured || meaningfulShips30d.kind === 'UNKNOWN') return meaningfulShips30d
  return unknown(coverage.building.state === 'MEASURED' ? 'NOT_ENOUGH_YET' : coverage.building.state)
}

/** The market status. If it is too old and the source cannot be read, its reason is the state of the source. */
export function marketClaim({
  market,
  coverage,
}: Pick<CardEvidence, 'market'> & {
  readonly coverage: { readonly market: Pick<DimensionCoverage, 'state'> }
}): CardEvidence['market'] {
  return market.kind === 'UNKNOWN' ? unknown(marketReason(market.reason, coverage.market.state)) : market
}

/**
 * Why a market status is unknown. If the status is too old and the source cannot be read, the reason is the state of
 * the source.
 */
export function marketReason(reason: UnknownReason, coverage: CoverageState): UnknownReason {
  const fails = coverage === 'SOURCE_UNAVAILABLE' || coverage === 'ERROR'
  return reason === 'STALE' && fails ? coverage : reason
}

/**
 * The end of the time that a count covers: its last complete reading, or the evaluation. Null while the count is
 * unknown.
 */
export function countedTo(claim: Claim<unknown>, scoredAt: Instant | null): Instant | null {
  switch (claim.kind) {
    case 'UNKNOWN':
      return null
    case 'FACT':
      return claim.observedAt
    case 'DERIVED':
      return claim.asOf === undefined ? scoredAt : claim.asOf
  }
}

/**
 * The span in which the newest ship happened, if no source dates it. NOT_APPLICABLE on a card that an earlier release
 * of the service stored without this claim.
 */
export function activityBetween({ lastActivityBetween }: CardEvidence): Claim<ActivitySpan> {
  return lastActivityBetween === undefined ? unknown('NOT_APPLICABLE') : lastActivityBetween
}

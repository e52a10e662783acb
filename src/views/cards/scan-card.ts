import type { Listed } from '#contract/broken-item.ts'
import { orAbsent, orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { recordOf } from '#contract/keyed.ts'
import { known } from '#contract/known.ts'
import type { ScanBatch, ScanCard } from '#contract/shapes/scan-card.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { CardRecord } from '#domain/project/card-record.ts'
import { ACTIVITY_WORDS, partnerStatus } from '#domain/ships/activity-words.ts'
import { projectReference } from '../project/reference.ts'
import { projectLink, type ViewDeps } from '../site/links.ts'
import { unmeasuredBuilding } from '../words/building.ts'
import { claimNote } from '../words/claim-note.ts'
import {
  activityStatusField,
  countedTo,
  marketClaim,
  marketStatusField,
  meaningfulShips,
  researchLevelField,
  shipTitle,
  verificationField,
} from './card-fields.ts'

/** The scan card of an unpublished token, with the reason. */
export function nothingFound(
  contract: { readonly chainId: number; readonly address: ContractAddress },
  reason: NonNullable<ScanCard['reason']>,
): ScanCard {
  return {
    found: false,
    reason,
    chain_id: contract.chainId,
    contract_address: contract.address,
    disclaimer: DISCLAIMERS.card,
  }
}

/** The scan card of a published token whose project cannot be shown: everything else is unknown. */
export function foundAlone(contract: {
  readonly chainId: number
  readonly address: ContractAddress
}): ScanCard {
  return {
    found: true,
    chain_id: contract.chainId,
    contract_address: contract.address,
    disclaimer: DISCLAIMERS.card,
  }
}

/** Cards of several tokens, in the order of the request. */
export function scanCards(cards: Listed<ScanCard>): Omit<ScanBatch, 'ignoredParameters'> {
  return { ...cards, disclaimer: DISCLAIMERS.card }
}

/** The scan card of a published project. Unknown fields are absent, and with `claims` none the claim notes too. */
export function scanCard(
  input: {
    readonly address: ContractAddress
    readonly integration: string | undefined
    readonly claims: 'none' | undefined
    readonly record: CardRecord
  },
  deps: ViewDeps,
): ScanCard {
  const { evidence, project, scoredAt } = input.record
  const status = activityStatusField(evidence.activity)
  const verification = verificationField(evidence.tokenVerification)
  const verified = orNull(evidence.tokenVerification)
  return {
    found: true,
    chain_id: CHAIN_ID,
    contract_address: input.address,
    project: projectReference(project, deps.site),
    status: partnerStatus(status),
    svc_status: status,
    status_label: ACTIVITY_WORDS[status].label,
    token_verification: verification,
    ...(verified === null ? {} : { token_verification_reason: verified.reason }),
    activity_applies_to_token: verification !== 'MISMATCH',
    activity_measured: evidence.activityMeasured,
    activity: activityOf(input.record, deps.now),
    research_level: researchLevelField(evidence.researchLevel),
    market: marketStatusField(evidence.market),
    coverage: coverageOf(evidence),
    as_of: scoredAt,
    project_link: projectLink({ slug: project.slug, integration: input.integration }, deps.site),
    ...(input.claims === 'none' ? {} : { claims: claimsOf(evidence) }),
    disclaimer: DISCLAIMERS.card,
  }
}

/**
 * Why the project has no status, or why its building was not measured. Undefined where both are known, and on a card
 * without a project.
 */
export function unmeasuredScan({
  svc_status: status,
  activity_measured: activityMeasured,
  claims,
  coverage,
  as_of: asOf,
}: ScanCard): string | undefined {
  if (status === undefined || activityMeasured === undefined || coverage === undefined) return undefined
  const { state, observed_at: observedAt } = coverage.building
  return unmeasuredBuilding({
    status,
    activityMeasured,
    statusReason: claims?.['svc_status']?.reason,
    countReason: claims?.['meaningful_ships_30d']?.reason,
    building: { state, observedAt },
    kind: null,
    asOf,
  })
}

function claimsOf(evidence: CardEvidence): NonNullable<ScanCard['claims']> {
  return {
    svc_status: claimNote(evidence.activity),
    token_verification: claimNote(evidence.tokenVerification),
    research_level: claimNote(evidence.researchLevel),
    market: claimNote(marketClaim(evidence)),
    last_ship: claimNote(evidence.latestMeaningfulShip),
    meaningful_ships_30d: claimNote(meaningfulShips(evidence)),
    commits_30d: claimNote(evidence.commits30d),
  }
}

function activityOf({ evidence, scoredAt }: CardRecord, now: Instant): NonNullable<ScanCard['activity']> {
  const counted = meaningfulShips(evidence)
  const ship = orNull(evidence.latestMeaningfulShip)
  const commits = orNull(evidence.commits30d)
  return {
    measured: evidence.activityMeasured,
    ...orAbsent('meaningful_ships_30d', counted),
    ...known({ meaningful_ships_30d_as_of: countedTo(counted, scoredAt) }),
    ...(commits === null ? {} : { commits_30d: commits.count, commits_30d_partial: commits.partial }),
    ...known({ commits_30d_as_of: countedTo(evidence.commits30d, scoredAt) }),
    ...(ship === null
      ? {}
      : { last_ship_title: shipTitle(ship, now), ...known({ last_ship_at: ship.occurredAt }) }),
    ...orAbsent('last_activity_at', evidence.lastActivityAt),
  }
}

function coverageOf({ coverage }: CardEvidence): NonNullable<ScanCard['coverage']> {
  return recordOf(COVERAGE_DIMENSIONS, (dimension) => {
    const { state, observedAt } = coverage[dimension]
    return { state, observed_at: observedAt }
  })
}

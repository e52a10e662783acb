import { type Claim, orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { PartnerCard } from '#contract/shapes/partner-card.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence, CardShip } from '#domain/project/card-evidence.ts'
import type { CardRecord, LatestChange } from '#domain/project/card-record.ts'
import { ACTIVITY_WORDS, partnerStatus } from '#domain/ships/activity-words.ts'
import { codeWeekTitle, knownAt } from '#domain/ships/code-week.ts'
import { sourceUrl } from '../project/source-url.ts'
import { badgeAddress, projectLink, projectPage, type ViewDeps } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'
import { sourceWords } from '../words/sources.ts'
import {
  activityBetween,
  activityStatusField,
  countedTo,
  marketClaim,
  marketStatusField,
  meaningfulShips,
  researchLevelField,
  shipTitle,
  verificationField,
} from './card-fields.ts'

type CardQuery = { readonly address: ContractAddress; readonly integration: string | undefined }

/** The Partner Card of a published project. Every key is present; null is unknown. */
export function partnerCard(input: CardQuery & { readonly record: CardRecord }, deps: ViewDeps): PartnerCard {
  const { record } = input
  const { evidence, project } = record
  const status = activityStatusField(evidence.activity)
  const verification = verificationField(evidence.tokenVerification)
  const level = researchLevelField(evidence.researchLevel)
  return {
    contract_address: input.address,
    chain_id: CHAIN_ID,
    status: partnerStatus(status),
    svc_status: status,
    svc_status_label: ACTIVITY_WORDS[status].label,
    svc_status_help: ACTIVITY_WORDS[status].help,
    svc_project_name: sourceWords(project.name),
    svc_project_url: projectPage(project.slug, deps.site),
    project_link: projectLink({ slug: project.slug, integration: input.integration }, deps.site),
    token_verification: verification,
    activity_applies_to_token: verification !== 'MISMATCH',
    verified_builder: level === 'VERIFIED_BUILDER',
    research_level: level,
    activity_measured: evidence.activityMeasured,
    last_activity_at: orNull(evidence.lastActivityAt),
    last_activity_between: orNull(activityBetween(evidence)),
    latest_meaningful_ship: shipOrNull(evidence.latestMeaningfulShip, deps.now),
    meaningful_ships_30d: orNull(meaningfulShips(evidence)),
    meaningful_ships_30d_as_of: countedTo(meaningfulShips(evidence), record.scoredAt),
    ...latestChange(record, deps),
    latest_signal: signalOrNull(evidence.latestSignal),
    repo_url: sourceUrl(orNull(evidence.repositoryUrl)),
    last_commit: null,
    last_code_activity: codeActivityOrNull(record, deps.now),
    latest_release: releaseOrNull(evidence.latestRelease),
    latest_deployment: shipOrNull(evidence.latestDeployment, deps.now),
    market_status: marketStatusField(evidence.market),
    badge_url: badgeAddress(project.slug, deps.site),
    as_of: record.scoredAt,
    disclaimer: DISCLAIMERS.card,
    claims: notes(evidence),
  }
}

function shipOrNull(claim: Claim<CardShip>, now: Instant): PartnerCard['latest_meaningful_ship'] {
  const ship = orNull(claim)
  if (ship === null) return null
  return {
    title: shipTitle(ship, now),
    url: sourceUrl(ship.url),
    timestamp: ship.occurredAt,
    kind: ship.kind,
    evidence_id: ship.id,
  }
}

function releaseOrNull(claim: Claim<CardShip>): PartnerCard['latest_release'] {
  const ship = orNull(claim)
  if (ship === null || ship.occurredAt === null) return null
  return {
    title: sourceWords(ship.title),
    version: ship.version === null ? null : sourceWords(ship.version),
    url: sourceUrl(ship.url),
    timestamp: ship.occurredAt,
    evidence_id: ship.id,
  }
}

function signalOrNull(claim: CardEvidence['latestSignal']): PartnerCard['latest_signal'] {
  const signal = orNull(claim)
  if (signal === null) return null
  return {
    kind: signal.kind,
    title: sourceWords(signal.title),
    window_from: signal.windowFrom,
    window_to: signal.windowTo,
    evidence_id: signal.id,
  }
}

function codeActivityOrNull(
  { evidence, scoredAt }: CardRecord,
  now: Instant,
): PartnerCard['last_code_activity'] {
  const activity = orNull(evidence.lastCodeActivity)
  if (activity === null || activity.ship.codeWeek === null) return null
  return {
    summary: shipTitle(activity.ship, now),
    week_start: activity.ship.codeWeek.weekStart,
    commits_30d: activity.commits30d.count,
    commits_30d_partial: activity.commits30d.partial,
    commits_30d_as_of: countedTo(evidence.lastCodeActivity, scoredAt),
    url: sourceUrl(activity.ship.url),
    evidence_id: activity.ship.id,
  }
}

function latestChange(
  { latestChange: change, ledgerRanAt, project, evidence }: CardRecord,
  { now, site }: ViewDeps,
): Pick<PartnerCard, 'latest_change' | 'latest_change_state'> {
  if (ledgerRanAt === null) return { latest_change: null, latest_change_state: 'unavailable' }
  if (change === null) return { latest_change: null, latest_change_state: 'none_recorded' }
  return {
    latest_change: {
      id: change.id,
      type: change.type,
      ...changeNow({ change, evidence }, now),
      precision: change.precision,
      evidence_id: change.evidenceId,
      url: projectPage(project.slug, site),
    },
    latest_change_state: 'recorded',
  }
}

/**
 * The newest change in current wording, with the times of this wording. A code week is worded as its ship is now. If
 * the card shows the ship of the week, the change has the same wording and times as the card.
 */
function changeNow(
  { change, evidence }: { readonly change: LatestChange; readonly evidence: CardEvidence },
  now: Instant,
): Pick<NonNullable<PartnerCard['latest_change']>, 'summary' | 'occurred_at' | 'detected_at'> {
  const { week, occurredAt, detectedAt } = change
  if (week === null)
    return { summary: sourceWords(change.summary), occurred_at: occurredAt, detected_at: detectedAt }
  const ships = [orNull(evidence.lastCodeActivity)?.ship, orNull(evidence.latestMeaningfulShip)]
  const shown = ships.find((ship) => ship?.id === change.evidenceId)
  const told =
    shown == null || shown.codeWeek === null
      ? week
      : { ...week, occurredAt: shown.occurredAt, codeWeek: shown.codeWeek }
  return {
    summary: codeWeekTitle(told.codeWeek, now),
    occurred_at: told.occurredAt,
    detected_at: knownAt(told),
  }
}

function notes(evidence: CardEvidence): PartnerCard['claims'] {
  return {
    svc_status: claimNote(evidence.activity),
    token_verification: claimNote(evidence.tokenVerification),
    research_level: claimNote(evidence.researchLevel),
    last_activity_at: claimNote(evidence.lastActivityAt),
    latest_meaningful_ship: claimNote(evidence.latestMeaningfulShip),
    meaningful_ships_30d: claimNote(meaningfulShips(evidence)),
    latest_signal: claimNote(evidence.latestSignal),
    repo_url: claimNote(evidence.repositoryUrl),
    last_code_activity: claimNote(evidence.lastCodeActivity),
    latest_release: claimNote(evidence.latestRelease),
    latest_deployment: claimNote(evidence.latestDeployment),
    market_status: claimNote(marketClaim(evidence)),
  }
}

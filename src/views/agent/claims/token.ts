import type { CoverageDimension } from '#contract/enums.ts'
import { CHAIN_ID } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { NOTE_EVIDENCE_MAX } from '#contract/shapes/claim-note.ts'
import type { NotedField, PartnerCard } from '#contract/shapes/partner-card.ts'
import type { ProjectReference } from '#contract/shapes/project-reference.ts'
import type { ScanCard } from '#contract/shapes/scan-card.ts'
import type { HeldContract } from '#domain/contracts/held-contract.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { counted } from '#domain/rules/rule.ts'
import { projectReference } from '../../project/reference.ts'
import { contractRecordAddress, type Site } from '../../site/links.ts'
import { endWords } from '../../words/counts.ts'
import { knownList } from '../known-list.ts'
import { occurred, restingOn, type Said, say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { kindOfChange } from './changes.ts'
import { coverageClaim } from './coverage.ts'
import { whoseActivity } from './verification.ts'

/** A contract as the records of a published project hold it. */
type Held = {
  readonly contract: Pick<HeldContract, 'address' | 'role' | 'sourceId' | 'detectedAt'>
  readonly project: Pick<PublishedProject, 'slug' | 'name'>
}

/**
 * The claim that no published project has the contract as its token. The contract can still be another contract of a
 * published project.
 */
export function notFoundClaim({ found, reason, contract_address, chain_id }: ScanCard): AgentClaim {
  return {
    kind: 'FACT',
    ...say`No published project has contract ${`${chain_id}:${contract_address}`} as its token (${reason}). That says nothing of the token.`,
    value: { found, reason },
  }
}

/** The claim that a published project has the contract, though not as its token. */
export function heldClaim({ contract, project }: Held, site: Site): AgentClaim {
  const { address, role, sourceId, detectedAt } = contract
  return {
    kind: 'FACT',
    ...say`Contract ${`${CHAIN_ID}:${address}`} is recorded with project ${quoteWords(project.name)} (slug ${project.slug}), role ${role}: ${contractRecordAddress(address, site)}.`,
    value: { project: projectReference(project, site), role },
    observedAt: detectedAt,
    evidence: [sourceId],
  }
}

/**
 * The claim that a project is published with the contract as its token. A token is not a project: whether the project
 * itself names the token is its verification. This claim also states a MISMATCH, with the statements that name the
 * other contract.
 */
export function foundClaim(card: PartnerCard, named: ProjectReference, held: Held | undefined): AgentClaim {
  const isMismatch = card.token_verification === 'MISMATCH'
  const { evidence: statements } = restingOn(card.claims.token_verification)
  const evidence = knownList([
    held?.project.slug === named.slug && held.contract.sourceId,
    ...(isMismatch && statements !== undefined ? statements : []),
  ]).slice(0, NOTE_EVIDENCE_MAX)
  return {
    kind: 'FACT',
    ...say`A project is published with contract ${`${card.chain_id}:${card.contract_address}`}: ${quoteWords(named.name)} (slug ${named.slug}).${isMismatch ? ' The project itself names another contract as its token.' : ''}`,
    value: { found: true, project: named },
    ...(evidence.length > 0 && { evidence }),
  }
}

/** The coverage of a scanned token: how far each dimension is read. */
export function scanCoverageClaims({ coverage, as_of }: ScanCard): AgentClaim[] {
  if (coverage === undefined) return []
  const isConcluded = as_of !== undefined && as_of !== null
  return Object.entries(coverage).map(([dimension, { state, observed_at: observedAt }]) =>
    coverageClaim({ dimension, state, isConcluded, times: known({ observedAt }) }),
  )
}

/**
 * The Partner Card, one claim for each field. A claim that rests on one dimension has the coverage state that the scan
 * of the token gives for this dimension.
 */
export function partnerClaims(card: PartnerCard, coverage?: ScanCard['coverage']): AgentClaim[] {
  const whose = whoseActivity(card.activity_applies_to_token)
  const fresh = (dimension: CoverageDimension, claim: AgentClaim): AgentClaim =>
    coverage === undefined || claim.kind === 'UNKNOWN'
      ? claim
      : { ...claim, freshness: coverage[dimension].state }
  const status = say`Status: ${card.svc_status}, ${card.svc_status_label}.`
  const verification = say`Token verification: ${card.token_verification}${whose}.`
  return [
    fresh('building', noted(card, 'svc_status', status)),
    fresh('token_verification', noted(card, 'token_verification', verification)),
    noted(card, 'research_level', say`Research level: ${card.research_level}.`),
    shipsClaim(card),
    activityClaim(card),
    shipClaim(card, 'latest_meaningful_ship', 'Newest counted ship'),
    shipClaim(card, 'latest_release', 'Newest release'),
    shipClaim(card, 'latest_deployment', 'Newest deployment'),
    codeClaim(card),
    repositoryClaim(card),
    signalClaim(card),
    changeClaim(card),
    fresh('market', marketClaim(card)),
  ]
}

/** A field of the card with what it rests on; unknown while its note says so or its value is null. */
function noted(card: PartnerCard, field: NotedField, said: Said, value: unknown = card[field]): AgentClaim {
  const resting = restingOn(card.claims[field])
  return resting.kind === 'UNKNOWN' || value === null
    ? unheldClaim(card, field)
    : { ...resting, ...said, value }
}

function unheldClaim(card: PartnerCard, field: NotedField): AgentClaim {
  const { reason } = restingOn(card.claims[field])
  return { kind: 'UNKNOWN', ...say`${field.replaceAll('_', ' ')}: unknown.`, ...(reason && { reason }) }
}

function shipsClaim(card: PartnerCard): AgentClaim {
  const { meaningful_ships_30d: ships, meaningful_ships_30d_as_of: to } = card
  const said = say`Meaningful ships in 30 days: ${ships}${endWords(to, card.as_of)}.`
  const claim = noted(card, 'meaningful_ships_30d', said)
  return { ...claim, ...(to !== null && claim.kind !== 'UNKNOWN' && { asOf: to }) }
}

function activityClaim(card: PartnerCard): AgentClaim {
  const { last_activity_at: at, last_activity_between: span } = card
  if (span !== null)
    return {
      ...restingOn(card.claims.latest_meaningful_ship),
      ...say`Newest activity: not dated by a source; it happened ${span.from === null ? '' : `after ${span.from} and `}before ${span.to}.`,
      value: span,
    }
  const claim = noted(card, 'last_activity_at', say`Newest activity: ${at}.`)
  return { ...claim, ...(claim.kind !== 'UNKNOWN' && occurred(at)) }
}

function shipClaim(
  card: PartnerCard,
  field: 'latest_meaningful_ship' | 'latest_release' | 'latest_deployment',
  name: string,
): AgentClaim {
  const ship = card[field]
  if (ship === null) return unheldClaim(card, field)
  const { title, timestamp, evidence_id } = ship
  return {
    ...noted(card, field, say`${name}: ${quoteWords(title)}.`, { title }),
    ...occurred(timestamp),
    evidence: [evidence_id],
  }
}

function codeClaim(card: PartnerCard): AgentClaim {
  const code = card.last_code_activity
  if (code === null) return unheldClaim(card, 'last_code_activity')
  const { summary, commits_30d, commits_30d_partial: partial, commits_30d_as_of: to, evidence_id } = code
  const said = say`Code: ${quoteWords(summary)}; ${partial ? 'at least ' : ''}${counted(commits_30d, 'commit')} in 30 days${endWords(to, card.as_of)}.`
  return {
    ...noted(card, 'last_code_activity', said, { commits_30d }),
    ...(to !== null && { asOf: to }),
    evidence: [evidence_id],
  }
}

function repositoryClaim(card: PartnerCard): AgentClaim {
  const { repo_url: url } = card
  return url === null
    ? unheldClaim(card, 'repo_url')
    : noted(card, 'repo_url', say`Repository: ${quoteWords(url)}.`)
}

function signalClaim(card: PartnerCard): AgentClaim {
  const signal = card.latest_signal
  if (signal === null) return unheldClaim(card, 'latest_signal')
  const { kind, title, window_from, window_to, evidence_id } = signal
  const said = say`Signal ${kind}: ${quoteWords(title)}, from ${window_from} to ${window_to}.`
  return {
    ...noted(card, 'latest_signal', said, { kind, window_from, window_to }),
    evidence: [evidence_id],
  }
}

function changeClaim({ latest_change: change, latest_change_state: state }: PartnerCard): AgentClaim {
  if (state === 'none_recorded')
    return { kind: 'FACT', ...say`Newest change: none is recorded.`, value: state }
  if (change === null) return { kind: 'UNKNOWN', ...say`Newest change: unknown, not none.` }
  const { type, summary, occurred_at, precision, detected_at, evidence_id } = change
  return {
    kind: kindOfChange(evidence_id === null ? [] : [evidence_id]),
    ...say`Newest change: ${type}, ${quoteWords(summary)}.`,
    value: { type, summary },
    ...occurred(occurred_at, precision),
    observedAt: detected_at,
    ...(evidence_id !== null && { evidence: [evidence_id] }),
  }
}

function marketClaim(card: PartnerCard): AgentClaim {
  const { status, observed_at } = card.market_status
  const known = observed_at === null ? null : status
  const claim = noted(card, 'market_status', say`Market status: ${status}.`, known)
  return { ...claim, ...(observed_at !== null && { observedAt: observed_at }) }
}

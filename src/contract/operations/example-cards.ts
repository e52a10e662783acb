import { DISCLAIMERS } from '../disclaimers.ts'
import type { ContractAddress, EvidenceId } from '../ids.ts'
import type { ClaimNote } from '../shapes/claim-note.ts'
import { NOTED_FIELDS, type PartnerCard } from '../shapes/partner-card.ts'
import type { ScanCard } from '../shapes/scan-card.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import {
  derivedBy,
  lumen,
  lumenToken,
  readAt,
  releasedAt,
  releaseId,
  releaseUrl,
  repository,
  weekId,
} from './example-lumen.ts'

const claim = 'claim:91c0d6a2-7e35-5c18-a4f9-6b7c8d9e0f13' as EvidenceId
const at = toInstant
const releaseSeenAt = at('2026-11-19T14:05:00Z')
const repositoryReadAt = at('2026-11-20T09:58:00Z')

const shipping = derivedBy('activity.status@1', releaseId)
const noSource: ClaimNote = { kind: 'UNKNOWN', reason: 'NO_SOURCE' }
const notYet: ClaimNote = { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' }

export const examplePartnerCard: PartnerCard = {
  contract_address: lumenToken.contract,
  chain_id: 4663,
  status: 'active',
  svc_status: 'SHIPPING',
  svc_status_label: 'Shipping',
  svc_status_help: 'A meaningful ship was recorded in the last seven days.',
  svc_project_name: lumen.name,
  svc_project_url: lumen.url,
  project_link: 'https://svc.example/projects/lumen?utm_source=svc_api&utm_medium=partner_api',
  token_verification: 'VERIFIED',
  activity_applies_to_token: true,
  verified_builder: true,
  research_level: 'VERIFIED_BUILDER',
  activity_measured: true,
  last_activity_at: releasedAt,
  latest_meaningful_ship: {
    title: 'v2.4.0',
    url: releaseUrl,
    timestamp: releasedAt,
    kind: 'release',
    evidence_id: releaseId,
  },
  meaningful_ships_30d: 5,
  latest_change: {
    id: releaseId,
    type: 'build.release',
    summary: 'Release v2.4.0',
    occurred_at: releasedAt,
    precision: 'EXACT',
    detected_at: releaseSeenAt,
    evidence_id: releaseId,
    url: lumen.url,
  },
  latest_change_state: 'recorded',
  latest_signal: null,
  repo_url: repository.url,
  last_commit: null,
  last_code_activity: {
    summary: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
    week_start: '2026-11-16' as CalendarDate,
    commits_30d: 41,
    commits_30d_partial: false,
    url: 'https://github.com/lumen-labs/lumen/commits',
    evidence_id: weekId,
  },
  latest_release: {
    title: 'v2.4.0',
    version: 'v2.4.0',
    url: releaseUrl,
    timestamp: releasedAt,
    evidence_id: releaseId,
  },
  latest_deployment: null,
  market_status: { status: 'LIVE', observed_at: at('2026-11-20T09:50:00Z') },
  badge_url: 'https://svc.example/badge/lumen.svg',
  as_of: at('2026-11-20T10:00:00Z'),
  disclaimer: DISCLAIMERS.card,
  claims: {
    svc_status: shipping,
    token_verification: derivedBy('token.verification@1', claim),
    research_level: derivedBy('research.level@1', repository.id, releaseId),
    last_activity_at: derivedBy('activity.last@1', releaseId),
    latest_meaningful_ship: readAt(releaseSeenAt, releaseId),
    meaningful_ships_30d: derivedBy('ships.counted@1', releaseId, weekId),
    latest_signal: notYet,
    repo_url: readAt(repositoryReadAt, repository.id),
    last_code_activity: readAt(repositoryReadAt, weekId),
    latest_release: readAt(releaseSeenAt, releaseId),
    latest_deployment: noSource,
    market_status: derivedBy('market.status@2', repository.id),
  },
}

export const exampleUnscoredCard: PartnerCard = {
  ...examplePartnerCard,
  contract_address: '0x9d2c4b6a8f0e1d3c5b7a99887766554433221100' as ContractAddress,
  status: 'unknown',
  svc_status: 'UNKNOWN',
  svc_status_label: 'Unknown',
  svc_status_help: 'Building is not measured; that is not a finding of inactivity.',
  svc_project_name: 'Quarry',
  svc_project_url: 'https://svc.example/projects/quarry',
  project_link: 'https://svc.example/projects/quarry?utm_source=svc_api&utm_medium=partner_api',
  token_verification: 'UNVERIFIED',
  verified_builder: false,
  research_level: 'INDEXED',
  activity_measured: false,
  last_activity_at: null,
  latest_meaningful_ship: null,
  meaningful_ships_30d: null,
  latest_change: null,
  latest_change_state: 'none_recorded',
  repo_url: null,
  last_code_activity: null,
  latest_release: null,
  market_status: { status: 'INSUFFICIENT_DATA', observed_at: null },
  badge_url: 'https://svc.example/badge/quarry.svg',
  as_of: null,
  claims: Object.fromEntries(NOTED_FIELDS.map((field) => [field, noSource])) as PartnerCard['claims'],
}

export const exampleScanCard: ScanCard = {
  found: true,
  chain_id: 4663,
  contract_address: lumenToken.contract,
  project: lumen,
  status: 'active',
  svc_status: 'SHIPPING',
  status_label: 'Shipping',
  token_verification: 'VERIFIED',
  token_verification_reason: 'site_names_contract',
  activity_applies_to_token: true,
  activity_measured: true,
  activity: {
    measured: true,
    meaningful_ships_30d: 5,
    commits_30d: 41,
    commits_30d_partial: false,
    last_ship_title: 'v2.4.0',
    last_ship_at: releasedAt,
    last_activity_at: releasedAt,
  },
  research_level: 'VERIFIED_BUILDER',
  market: { status: 'LIVE', observed_at: at('2026-11-20T09:50:00Z') },
  coverage: {
    building: { state: 'MEASURED', observed_at: repositoryReadAt },
    contracts: { state: 'NO_SOURCE', observed_at: null },
    verified_source: { state: 'NOT_ENOUGH_YET', observed_at: null },
    market: { state: 'MEASURED', observed_at: at('2026-11-20T09:50:00Z') },
    locks: { state: 'MEASURED', observed_at: at('2026-11-20T09:40:00Z') },
    token_verification: { state: 'MEASURED', observed_at: at('2026-11-20T04:00:00Z') },
  },
  as_of: at('2026-11-20T10:00:00Z'),
  project_link: 'https://svc.example/projects/lumen?utm_source=svc_api&utm_medium=partner_api',
  claims: { status: shipping },
  disclaimer: DISCLAIMERS.card,
}

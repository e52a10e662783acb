import type { ContractAddress, EvidenceId, Slug } from '../ids.ts'
import type { ClaimNote } from '../shapes/claim-note.ts'
import type { PartnerCard } from '../shapes/partner-card.ts'
import type { ScanCard } from '../shapes/scan-card.ts'
import { type CalendarDate, toInstant } from '../time.ts'

const address = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress
const release = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11' as EvidenceId
const week = 'ship:8a7c2d10-5b3e-5f94-8d21-7e9b0a4c3d22' as EvidenceId
const source = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162' as EvidenceId
const claim = 'claim:91c0d6a2-7e35-5c18-a4f9-6b7c8d9e0f13' as EvidenceId
const at = toInstant
const disclaimer =
  'This card reports shipping and sourcing as recorded. It is not a rating, a recommendation or a verdict on a token.'

const shipping: ClaimNote = {
  kind: 'DERIVED',
  rule: 'activity.status@1',
  evidence: [release],
  evidence_total: 1,
}
const noSource: ClaimNote = { kind: 'UNKNOWN', reason: 'NO_SOURCE' }
const notYet: ClaimNote = { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' }

export const examplePartnerCard: PartnerCard = {
  contract_address: address,
  chain_id: 4663,
  status: 'active',
  svc_status: 'SHIPPING',
  svc_status_label: 'Shipping',
  svc_status_help: 'A meaningful ship was recorded in the last seven days.',
  svc_project_name: 'Lumen',
  svc_project_url: 'https://svc.example/projects/lumen',
  project_link: 'https://svc.example/projects/lumen?utm_source=svc_api&utm_medium=partner_api',
  token_verification: 'VERIFIED',
  activity_applies_to_token: true,
  verified_builder: true,
  research_level: 'VERIFIED_BUILDER',
  activity_measured: true,
  last_activity_at: at('2026-11-19T14:02:11Z'),
  latest_meaningful_ship: {
    title: 'v2.4.0',
    url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
    timestamp: at('2026-11-19T14:02:11Z'),
    kind: 'release',
    evidence_id: release,
  },
  meaningful_ships_30d: 5,
  latest_change: {
    id: release,
    type: 'build.release',
    summary: 'Release v2.4.0',
    occurred_at: at('2026-11-19T14:02:11Z'),
    precision: 'EXACT',
    detected_at: at('2026-11-19T14:05:00Z'),
    evidence_id: release,
    url: 'https://svc.example/projects/lumen',
  },
  latest_change_state: 'recorded',
  latest_signal: null,
  repo_url: 'https://github.com/lumen-labs/lumen',
  last_commit: null,
  last_code_activity: {
    summary: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
    week_start: '2026-11-16' as CalendarDate,
    commits_30d: 41,
    commits_30d_partial: false,
    url: 'https://github.com/lumen-labs/lumen/commits',
    evidence_id: week,
  },
  latest_release: {
    title: 'v2.4.0',
    version: 'v2.4.0',
    url: 'https://github.com/lumen-labs/lumen/releases/tag/v2.4.0',
    timestamp: at('2026-11-19T14:02:11Z'),
    evidence_id: release,
  },
  latest_deployment: null,
  market_status: { status: 'LIVE', observed_at: at('2026-11-20T09:50:00Z') },
  badge_url: 'https://svc.example/badge/lumen.svg',
  as_of: at('2026-11-20T10:00:00Z'),
  disclaimer,
  claims: {
    svc_status: shipping,
    token_verification: {
      kind: 'DERIVED',
      rule: 'token.verification@1',
      evidence: [claim],
      evidence_total: 1,
    },
    research_level: {
      kind: 'DERIVED',
      rule: 'research.level@1',
      evidence: [source, release],
      evidence_total: 2,
    },
    last_activity_at: { kind: 'DERIVED', rule: 'activity.last@1', evidence: [release], evidence_total: 1 },
    latest_meaningful_ship: {
      kind: 'FACT',
      observed_at: at('2026-11-19T14:05:00Z'),
      evidence: [release],
      evidence_total: 1,
    },
    meaningful_ships_30d: {
      kind: 'DERIVED',
      rule: 'ships.counted@1',
      evidence: [release, week],
      evidence_total: 2,
    },
    latest_signal: notYet,
    repo_url: {
      kind: 'FACT',
      observed_at: at('2026-11-20T09:58:00Z'),
      evidence: [source],
      evidence_total: 1,
    },
    last_code_activity: {
      kind: 'FACT',
      observed_at: at('2026-11-20T09:58:00Z'),
      evidence: [week],
      evidence_total: 1,
    },
    latest_release: {
      kind: 'FACT',
      observed_at: at('2026-11-19T14:05:00Z'),
      evidence: [release],
      evidence_total: 1,
    },
    latest_deployment: { kind: 'UNKNOWN', reason: 'NO_SOURCE' },
    market_status: { kind: 'DERIVED', rule: 'market.status@2', evidence: [source], evidence_total: 1 },
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
  claims: {
    svc_status: noSource,
    token_verification: noSource,
    research_level: noSource,
    last_activity_at: noSource,
    latest_meaningful_ship: noSource,
    meaningful_ships_30d: noSource,
    latest_signal: noSource,
    repo_url: noSource,
    last_code_activity: noSource,
    latest_release: noSource,
    latest_deployment: noSource,
    market_status: noSource,
  },
}

export const exampleScanCard: ScanCard = {
  found: true,
  chain_id: 4663,
  contract_address: address,
  project: { slug: 'lumen' as Slug, name: 'Lumen', url: 'https://svc.example/projects/lumen' },
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
    last_ship_at: at('2026-11-19T14:02:11Z'),
    last_activity_at: at('2026-11-19T14:02:11Z'),
  },
  research_level: 'VERIFIED_BUILDER',
  market: { status: 'LIVE', observed_at: at('2026-11-20T09:50:00Z') },
  coverage: {
    building: { state: 'MEASURED', observed_at: at('2026-11-20T09:58:00Z') },
    contracts: { state: 'NO_SOURCE', observed_at: null },
    verified_source: { state: 'NOT_ENOUGH_YET', observed_at: null },
    market: { state: 'MEASURED', observed_at: at('2026-11-20T09:50:00Z') },
    locks: { state: 'MEASURED', observed_at: at('2026-11-20T09:40:00Z') },
    token_verification: { state: 'MEASURED', observed_at: at('2026-11-20T04:00:00Z') },
  },
  as_of: at('2026-11-20T10:00:00Z'),
  project_link: 'https://svc.example/projects/lumen?utm_source=svc_api&utm_medium=partner_api',
  claims: { status: shipping },
  disclaimer,
}

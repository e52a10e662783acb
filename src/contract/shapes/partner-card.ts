import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  alwaysNull,
  ChangePrecision,
  ChangeState,
  described,
  MarketStatus,
  namedObject,
  nullable,
  PartnerStatus,
  ResearchLevel,
  ShipKind,
  TokenVerification,
} from '../enums.ts'
import { ChangeType } from '../events.ts'
import { CHAIN_ID, ContractAddress, EvidenceId } from '../ids.ts'
import { ClaimNote } from './claim-note.ts'
import { Title, Url } from './fields.ts'
import { CalendarDate, Instant } from './time.ts'

const PartnerShip = namedObject('PartnerShip', {
  title: Title,
  url: nullable(Url),
  timestamp: nullable(described(Instant, 'Null when no source dates the ship')),
  kind: ShipKind,
  evidence_id: EvidenceId,
})

const ActivitySpan = namedObject('ActivitySpan', {
  from: nullable(described(Instant, 'The newest dated ship; null when there is none')),
  to: described(Instant, 'When the newest ship was detected'),
})

const PartnerRelease = namedObject('PartnerRelease', {
  title: Title,
  version: nullable(Type.String({ maxLength: 300 })),
  url: nullable(Url),
  timestamp: Instant,
  evidence_id: EvidenceId,
})

const PartnerChange = namedObject('PartnerChange', {
  id: Type.String({ description: 'Id of the change event; not always an evidence id' }),
  type: ChangeType,
  summary: Title,
  occurred_at: nullable(Instant),
  precision: ChangePrecision,
  detected_at: Instant,
  evidence_id: nullable(EvidenceId),
  url: Url,
})

const PartnerSignal = namedObject('PartnerSignal', {
  kind: Type.String(),
  title: Title,
  window_from: Instant,
  window_to: Instant,
  evidence_id: EvidenceId,
})

const PartnerCodeActivity = namedObject('PartnerCodeActivity', {
  summary: Title,
  week_start: CalendarDate,
  commits_30d: Type.Integer({ minimum: 0 }),
  commits_30d_partial: Type.Boolean({ description: 'The listing was cut off: the count is a minimum' }),
  commits_30d_as_of: nullable(
    described(Instant, 'The last complete reading: its day is the last one counted'),
  ),
  url: nullable(Url),
  evidence_id: EvidenceId,
})

/** Fields that have a claim note. */
export const NOTED_FIELDS = [
  'svc_status',
  'token_verification',
  'research_level',
  'last_activity_at',
  'latest_meaningful_ship',
  'meaningful_ships_30d',
  'latest_signal',
  'repo_url',
  'last_code_activity',
  'latest_release',
  'latest_deployment',
  'market_status',
] as const
export type NotedField = (typeof NOTED_FIELDS)[number]

/** What a partner shows for a token. Every key is always present; null is unknown. @source contract, Partner Card */
export const PartnerCard = namedObject('PartnerCard', {
  contract_address: ContractAddress,
  chain_id: Type.Integer({ enum: [CHAIN_ID] }),
  status: described(PartnerStatus, 'Silence is recorded, not intent: there is no value for abandoned'),
  svc_status: described(ActivityStatus, 'Derived from shipping, never from price'),
  svc_status_label: Type.String({
    description: 'The status in words, as on scan cards and token lookups; show it unchanged',
  }),
  svc_status_help: Type.String({ description: 'One sentence explaining the status' }),
  svc_project_name: Type.String(),
  svc_project_url: Url,
  project_link: described(Url, 'The project page with attribution labels'),
  token_verification: described(TokenVerification, 'Whether the project itself names this contract'),
  activity_applies_to_token: Type.Boolean({
    description:
      'False exactly on MISMATCH: show the activity as the project’s, and do not link the token to it',
  }),
  verified_builder: Type.Boolean(),
  research_level: ResearchLevel,
  activity_measured: Type.Boolean({ description: 'False: an unknown status is not a finding' }),
  last_activity_at: nullable(described(Instant, 'The newest dated ship')),
  last_activity_between: nullable(
    described(ActivitySpan, 'When no source dates the newest ship: the time in which it happened'),
  ),
  latest_meaningful_ship: described(nullable(PartnerShip), 'Null when none is recorded'),
  meaningful_ships_30d: nullable(
    Type.Integer({ minimum: 0, description: 'Null, never 0, when building was not measured' }),
  ),
  meaningful_ships_30d_as_of: nullable(described(Instant, 'End of the 30 days: the last complete reading')),
  latest_change: described(
    nullable(PartnerChange),
    'The newest about building; none about market, use, coverage or narrative. Null: latest_change_state says why',
  ),
  latest_change_state: described(ChangeState, 'unavailable: unknown, not none'),
  latest_signal: described(nullable(PartnerSignal), 'The newest that stands; null without one'),
  repo_url: described(nullable(Url), 'Repository that counts as evidence; null without one'),
  last_commit: alwaysNull('Always null: commits are recorded as weekly counts only'),
  last_code_activity: described(nullable(PartnerCodeActivity), 'Newest week of code; null without one'),
  latest_release: described(nullable(PartnerRelease), 'Null when none is recorded'),
  latest_deployment: described(nullable(PartnerShip), 'Newest after the launch; null without one'),
  market_status: Type.Object({ status: MarketStatus, observed_at: nullable(Instant) }),
  badge_url: Url,
  as_of: nullable(described(Instant, 'When the project was last scored; null before')),
  disclaimer: Type.String(),
  claims: Type.Record(Type.Enum(NOTED_FIELDS), ClaimNote),
})
export type PartnerCard = Static<typeof PartnerCard>

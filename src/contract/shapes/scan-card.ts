import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  COVERAGE_DIMENSIONS,
  CoverageState,
  described,
  MarketStatus,
  namedList,
  namedObject,
  nullable,
  PartnerStatus,
  ResearchLevel,
  TokenVerification,
} from '../enums.ts'
import { ContractAddress } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { IgnoredParameters, OptionalClaims, Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

const ScanReason = namedList('ScanReason', ['not_a_token', 'unsupported_chain', 'unpublished'])

const ScanActivity = namedObject('ScanActivity', {
  measured: Type.Boolean({ description: 'False: zero counts and silence are not findings' }),
  meaningful_ships_30d: Type.Optional(Type.Integer({ minimum: 0 })),
  meaningful_ships_30d_as_of: Type.Optional(
    described(Instant, 'End of the 30 days: the last complete reading'),
  ),
  commits_30d: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Absent, never 0, without a readable repository' }),
  ),
  commits_30d_partial: Type.Optional(Type.Boolean({ description: 'The count is a minimum' })),
  commits_30d_as_of: Type.Optional(
    described(Instant, 'The last complete reading: its day is the last one counted'),
  ),
  last_ship_title: Type.Optional(
    Type.String({ maxLength: 300, description: 'Absent when no ship is recorded' }),
  ),
  last_ship_at: Type.Optional(Instant),
  last_activity_at: Type.Optional(Instant),
})

const CoverageEntry = namedObject('ScanCoverageEntry', {
  state: CoverageState,
  observed_at: nullable(Instant),
})
const ScanCoverage = Type.Record(Type.Enum(COVERAGE_DIMENSIONS), CoverageEntry, {
  $id: 'ScanCoverage',
  title: 'ScanCoverage',
})

/**
 * A summary of a token's project. When `found` is false only the first keys are present. @source contract, Scan card
 */
export const ScanCard = namedObject('ScanCard', {
  found: Type.Boolean(),
  reason: Type.Optional(described(ScanReason, 'Why nothing was found; absent when found')),
  chain_id: Type.Integer({ minimum: 1 }),
  contract_address: ContractAddress,
  project: Type.Optional(described(ProjectReference, 'Absent when nothing was found')),
  status: Type.Optional(PartnerStatus),
  svc_status: Type.Optional(ActivityStatus),
  status_label: Type.Optional(Type.String({ description: 'The status in words; show it unchanged' })),
  token_verification: Type.Optional(TokenVerification),
  token_verification_reason: Type.Optional(Type.String({ description: 'Stable reason code' })),
  activity_applies_to_token: Type.Optional(Type.Boolean({ description: 'False: MISMATCH' })),
  activity_measured: Type.Optional(Type.Boolean({ description: 'False: a zero is no finding' })),
  activity: Type.Optional(ScanActivity),
  research_level: Type.Optional(ResearchLevel),
  market: Type.Optional(Type.Object({ status: MarketStatus, observed_at: nullable(Instant) })),
  coverage: Type.Optional(ScanCoverage),
  as_of: Type.Optional(nullable(Instant)),
  project_link: Type.Optional(described(Url, 'Page with attribution labels')),
  claims: OptionalClaims,
  disclaimer: Type.String(),
})
export type ScanCard = Static<typeof ScanCard>

/** The scan cards of several tokens, one for each input, in order. */
export const ScanBatch = namedObject('ScanBatch', {
  items: Type.Array(ScanCard, { minItems: 1, maxItems: LIMITS.scanTokens }),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type ScanBatch = Static<typeof ScanBatch>

/** The answer of a scan: one card, or the cards of a list of tokens. */
export const ScanAnswer = Type.Union([ScanCard, ScanBatch], { $id: 'ScanAnswer', title: 'ScanAnswer' })

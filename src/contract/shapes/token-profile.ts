import { type Static, Type } from 'typebox'
import {
  alwaysNull,
  CoverageState,
  described,
  namedList,
  namedObject,
  nullable,
  UtilityStatus,
} from '../enums.ts'
import { CHAIN_ID, ContractAddress, EvidenceId } from '../ids.ts'
import { ChangeEvent } from './change.ts'
import { DossierMarket } from './dossier.ts'
import { Url } from './fields.ts'
import { ProjectCard } from './project-card.ts'
import { CalendarDate, Instant } from './time.ts'

/** Parts of a profile that can be unknown. */
export const PROFILE_PARTS = [
  'identity',
  'contract',
  'supply',
  'launch',
  'market',
  'locks',
  'project',
  'recentChanges',
  'holderTiers',
  'utilities',
] as const
export type ProfilePart = (typeof PROFILE_PARTS)[number]

const UnknownPartReason = namedList('UnknownPartReason', [
  'not_configured',
  'not_documented',
  'not_launched',
  'not_published',
  'not_measured',
  'never_read',
])
/** Why a part is null. */
export const UnknownPart = namedObject('UnknownPart', { state: CoverageState, reason: UnknownPartReason })
export type UnknownPart = Static<typeof UnknownPart>

const Identity = Type.Object({
  name: Type.String({ maxLength: 300 }),
  symbol: nullable(Type.String({ maxLength: 300 })),
  reviewedOn: described(CalendarDate, 'When the documented parts were last reviewed'),
})
const Supply = Type.Object({
  total: Type.String({ description: 'In the smallest unit, as the contract returns it' }),
  decimals: nullable(Type.Integer({ minimum: 0, maximum: 255 })),
  observedAt: described(Instant, 'When the contract was read'),
})
const Launch = Type.Object({
  launchedAt: Instant,
  transaction: nullable(Type.String()),
  block: Type.Integer({ minimum: 0 }),
  deployer: nullable(ContractAddress),
  evidence: EvidenceId,
})
const LockOfToken = Type.Object({
  amount: Type.String({ description: 'In the smallest unit' }),
  unlockAt: Instant,
  withdrawn: Type.Boolean(),
  observedAt: Instant,
  evidence: EvidenceId,
})
const Utility = Type.Object({
  name: Type.String({ maxLength: 300 }),
  status: UtilityStatus,
  description: nullable(Type.String({ maxLength: 400 })),
  url: nullable(Url),
})

/** The service's own token as research data. A part that is unknown is null, and `unknown` says why. */
export const TokenProfile = namedObject('TokenProfile', {
  schema: Type.Unsafe<'svc.token-profile/v1'>(Type.String({ enum: ['svc.token-profile/v1'] })),
  identity: nullable(Identity),
  contract: nullable(described(ContractAddress, 'Null before launch')),
  chainId: Type.Integer({ enum: [CHAIN_ID] }),
  supply: nullable(Supply),
  launch: nullable(Launch),
  market: nullable(DossierMarket),
  locks: nullable(Type.Array(LockOfToken, { description: 'Empty: read, and none was found' })),
  project: nullable(described(ProjectCard, "The card of the token's project, as lists show it")),
  recentChanges: nullable(Type.Array(ChangeEvent, { description: 'The newest first' })),
  holderTiers: alwaysNull('Holders are never read'),
  utilities: nullable(Type.Array(Utility)),
  unknown: Type.Record(Type.String(), UnknownPart, {
    description: `Each of these parts that is null, with the reason: ${PROFILE_PARTS.join(', ')}`,
  }),
  asOf: nullable(described(Instant, "When the token's project was last evaluated")),
  disclaimer: Type.String(),
})
export type TokenProfile = Static<typeof TokenProfile>

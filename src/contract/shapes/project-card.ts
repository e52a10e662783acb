import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  described,
  MarketStatus,
  namedList,
  namedObject,
  nullable,
  ProjectKind,
  ResearchLevel,
  ShipKind,
  TokenVerification,
  ValuationKind,
} from '../enums.ts'
import { CHAIN_ID, ContractAddress, EvidenceId, Slug } from '../ids.ts'
import { IgnoredParameters, NextOffset, OptionalClaims, Title, Url } from './fields.ts'
import { Instant } from './time.ts'

/** The predefined lists of projects. @source contract, Project reads */
export const ProjectTab = namedList('ProjectTab', [
  'still-building',
  'under-the-radar',
  'shipping-now',
  'new-builders',
  'new-on-hey',
  'most-active',
  'back-from-dormancy',
  'building-with-token',
])
export type ProjectTab = Static<typeof ProjectTab>

export const ProjectSort = namedList('ProjectSort', [
  'activity',
  'newest',
  'marketCap',
  'liquidity',
  'volume24h',
])
export type ProjectSort = Static<typeof ProjectSort>

/** Facts of a card that `has` can require. */
export const CardFact = namedList('CardFact', [
  'token',
  'verifiedToken',
  'repository',
  'website',
  'package',
  'ship',
  'release',
  'deployment',
  'marketStatus',
  'marketCap',
  'liquidity',
  'volume24h',
])
export type CardFact = Static<typeof CardFact>

const UnavailableReason = namedList('UnavailableReason', ['not_measured'])
/** Why a known figure is withheld: the market is dead. */
export const WithheldReason = namedList('WithheldReason', ['LIQUIDITY_GONE', 'NO_TRADING'])
export type WithheldReason = Static<typeof WithheldReason>

/** Why readings of a market are not believed. */
export const MarketDoubt = namedList(
  'MarketDoubt',
  ['providers_disagree', 'implausible_turnover', 'own_launch_supply', 'implausible_valuation'],
  { description: 'Why market figures are withheld: their readings are not believed' },
)
export type MarketDoubt = Static<typeof MarketDoubt>

/** A token's names. Fields that the contract did not return are absent. */
export const TokenIdentity = namedObject(
  'TokenIdentity',
  {
    chainId: Type.Integer({ enum: [CHAIN_ID] }),
    contract: ContractAddress,
    symbol: Type.Optional(Type.String({ maxLength: 300, description: 'As the contract returns it' })),
    symbolDeclared: Type.Optional(Type.String({ maxLength: 300, description: 'As the project writes it' })),
    name: Type.Optional(Type.String({ maxLength: 300 })),
  },
  { description: 'Names of the token' },
)
export type TokenIdentity = Static<typeof TokenIdentity>

/** One figure of one provider at one instant, in US dollars. */
export const MarketFigure = namedObject(
  'MarketFigure',
  {
    value: Type.Number({ minimum: 0 }),
    provider: Type.String(),
    observedAt: Instant,
  },
  { description: 'In US dollars, of one provider at one time' },
)
export type MarketFigure = Static<typeof MarketFigure>

/** A valuation in US dollars. Never compare the two kinds. @source contract, Rules that hold for all content, 3 */
export const Valuation = namedObject(
  'Valuation',
  {
    value: Type.Number({ exclusiveMinimum: 0 }),
    kind: described(ValuationKind, 'Never compare figures of different kinds'),
    provider: Type.String(),
    observedAt: Instant,
  },
  { description: 'In US dollars' },
)
export type Valuation = Static<typeof Valuation>

export const LastShip = namedObject(
  'LastShip',
  {
    title: Title,
    kind: ShipKind,
    occurredAt: Type.Optional(described(Instant, 'Absent when no source dates the ship')),
    url: Type.Optional(Url),
    evidenceId: EvidenceId,
  },
  { description: 'The newest counted ship' },
)
export type LastShip = Static<typeof LastShip>

/** A published project in a list. An absent field is unknown, never zero, false, empty or none. */
export const ProjectCard = namedObject('ProjectCard', {
  slug: Slug,
  name: Title,
  url: Url,
  description: Type.Optional(Type.String({ maxLength: 300, description: 'As the project describes itself' })),
  kind: Type.Optional(ProjectKind),
  launchpad: Type.Optional(Title),
  narratives: Type.Optional(Type.Array(described(Slug, 'Slug of a narrative'), { minItems: 1 })),
  token: Type.Optional(TokenIdentity),
  tokenVerification: Type.Optional(TokenVerification),
  activityAppliesToToken: Type.Optional(
    Type.Boolean({ description: 'False: do not link the activity to the token; absent without one' }),
  ),
  status: described(ActivityStatus, 'UNKNOWN is not inactive'),
  statusLabel: Type.String({ description: 'The status in words; show it unchanged' }),
  activityMeasured: Type.Boolean({ description: 'False: an unknown status is not a finding' }),
  researchLevel: Type.Optional(ResearchLevel),
  verifiedBuilder: Type.Optional(Type.Boolean({ description: 'Verified as a builder' })),
  lastActivityAt: Type.Optional(Instant),
  lastShip: Type.Optional(LastShip),
  meaningfulShips30d: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Absent, never 0, when building was not measured' }),
  ),
  meaningfulShips30dAsOf: Type.Optional(described(Instant, 'End of the 30 days: the last complete reading')),
  marketStatus: Type.Optional(MarketStatus),
  marketCap: Type.Optional(Valuation),
  valuationWithheld: Type.Optional(
    described(WithheldReason, 'Why the valuation is withheld: the market is dead'),
  ),
  liquidity: Type.Optional(MarketFigure),
  volume24h: Type.Optional(MarketFigure),
  marketDoubt: Type.Optional(MarketDoubt),
  publishedAt: Instant,
  asOf: Type.Optional(described(Instant, 'When it was last evaluated')),
  claims: OptionalClaims,
})
export type ProjectCard = Static<typeof ProjectCard>

/** A list of project cards. While `available` is false the list is unknown, not empty. */
export const ProjectList = namedObject('ProjectList', {
  items: Type.Array(ProjectCard, { maxItems: 48 }),
  available: Type.Boolean({ description: 'False: the list cannot be produced; it is not empty' }),
  reason: Type.Optional(described(UnavailableReason, 'Why it cannot be produced')),
  total: nullable(Type.Integer({ minimum: 0, description: 'Number of projects that match the filters' })),
  nextOffset: NextOffset,
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type ProjectList = Static<typeof ProjectList>

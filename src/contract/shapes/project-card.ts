import { type Static, Type } from 'typebox'
import {
  ACTIVITY_STATUSES,
  MARKET_STATUSES,
  nullable,
  oneOf,
  PROJECT_KINDS,
  RESEARCH_LEVELS,
  SHIP_KINDS,
  TOKEN_VERIFICATIONS,
  VALUATION_KINDS,
} from '../enums.ts'
import { CHAIN_ID, ContractAddress, EvidenceId, Slug } from '../ids.ts'
import { Instant } from '../time.ts'
import { ClaimNote } from './claim-note.ts'

/** The ready lists of the catalogue. @source contract, Project reads */
export const PROJECT_TABS = [
  'still-building',
  'under-the-radar',
  'shipping-now',
  'new-builders',
  'new-on-hey',
  'most-active',
  'back-from-dormancy',
  'building-with-token',
] as const
export type ProjectTab = (typeof PROJECT_TABS)[number]

export const PROJECT_SORTS = ['activity', 'newest', 'marketCap', 'liquidity', 'volume24h'] as const
export type ProjectSort = (typeof PROJECT_SORTS)[number]

/** Facts a card may hold, as `has` asks for them. */
export const CARD_FACTS = [
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
] as const
export type CardFact = (typeof CARD_FACTS)[number]

/** Why a list cannot be produced. */
export const UNAVAILABLE_REASONS = ['not_measured'] as const
export const WITHHELD_REASONS = ['LIQUIDITY_GONE', 'NO_TRADING'] as const

const Title = Type.String({ maxLength: 300, description: 'Words of the source, at most 300 characters' })
const Url = Type.String({ format: 'uri' })

/** A token as its project names it; what its contract did not answer is absent. */
export const TokenIdentity = Type.Object(
  {
    chainId: Type.Integer({ enum: [CHAIN_ID] }),
    contract: ContractAddress,
    symbol: Type.Optional(Type.String({ maxLength: 300, description: 'As the contract answers' })),
    symbolDeclared: Type.Optional(Type.String({ maxLength: 300, description: 'As the project writes it' })),
    name: Type.Optional(Type.String({ maxLength: 300 })),
  },
  { $id: 'TokenIdentity', title: 'TokenIdentity' },
)
export type TokenIdentity = Static<typeof TokenIdentity>

/** One figure of one provider at one instant, in US dollars. */
export const MarketFigure = Type.Object(
  { value: Type.Number({ minimum: 0 }), provider: Type.String(), observedAt: Instant },
  { $id: 'MarketFigure', title: 'MarketFigure' },
)
export type MarketFigure = Static<typeof MarketFigure>

/** A valuation in US dollars. The two kinds are never one figure. @source contract, Rules that hold for all content, 3 */
export const Valuation = Type.Object(
  {
    value: Type.Number({ exclusiveMinimum: 0 }),
    kind: oneOf(VALUATION_KINDS, 'Never compare figures of different kinds'),
    provider: Type.String(),
    observedAt: Instant,
  },
  { $id: 'Valuation', title: 'Valuation' },
)
export type Valuation = Static<typeof Valuation>

export const LastShip = Type.Object(
  {
    title: Title,
    kind: oneOf(SHIP_KINDS),
    occurredAt: Instant,
    url: Type.Optional(Url),
    evidenceId: EvidenceId,
  },
  { $id: 'LastShip', title: 'LastShip' },
)
export type LastShip = Static<typeof LastShip>

/** A published project in a list. An absent field is unknown, never zero, false, empty or none. */
export const ProjectCard = Type.Object(
  {
    slug: Slug,
    name: Title,
    url: Url,
    description: Type.Optional(Type.String({ maxLength: 300 })),
    kind: Type.Optional(oneOf(PROJECT_KINDS)),
    launchpad: Type.Optional(Title),
    narratives: Type.Optional(Type.Array(Title, { minItems: 1 })),
    token: Type.Optional(TokenIdentity),
    tokenVerification: Type.Optional(oneOf(TOKEN_VERIFICATIONS)),
    activityAppliesToToken: Type.Optional(Type.Boolean()),
    status: oneOf(ACTIVITY_STATUSES, 'UNKNOWN is not inactive'),
    statusLabel: Type.String({ description: 'The status in words, to be printed as given' }),
    activityMeasured: Type.Boolean({ description: 'False: an unknown status is not a finding' }),
    researchLevel: Type.Optional(oneOf(RESEARCH_LEVELS)),
    verifiedBuilder: Type.Optional(Type.Boolean()),
    lastActivityAt: Type.Optional(Instant),
    lastShip: Type.Optional(LastShip),
    meaningfulShips30d: Type.Optional(Type.Integer({ minimum: 0 })),
    marketStatus: Type.Optional(oneOf(MARKET_STATUSES)),
    marketCap: Type.Optional(Valuation),
    valuationWithheld: Type.Optional(
      oneOf(WITHHELD_REASONS, 'The market is dead: a valuation is held and not shown'),
    ),
    liquidity: Type.Optional(MarketFigure),
    volume24h: Type.Optional(MarketFigure),
    publishedAt: Instant,
    asOf: Type.Optional(Type.Unsafe<Instant>({ ...Instant, description: 'When it was last scored' })),
    claims: Type.Record(Type.String(), ClaimNote, { description: 'What stands behind each field' }),
  },
  { $id: 'ProjectCard', title: 'ProjectCard' },
)
export type ProjectCard = Static<typeof ProjectCard>

/** A page of project cards. While `available` is false the list is not known: it is not an empty one. */
export const ProjectPage = Type.Object(
  {
    projects: Type.Array(ProjectCard, { maxItems: 48 }),
    available: Type.Boolean({ description: 'False: the list cannot be produced, which is not to say none' }),
    reason: Type.Optional(oneOf(UNAVAILABLE_REASONS, 'Why it cannot be produced')),
    total: nullable(Type.Integer({ minimum: 0, description: 'Projects the filters admit' })),
    nextOffset: nullable(Type.Integer({ minimum: 1, description: 'The next page; null at the end' })),
    ignoredParameters: Type.Array(Type.String(), { description: 'Parameters this endpoint does not read' }),
    disclaimer: Type.String(),
  },
  { $id: 'ProjectPage', title: 'ProjectPage' },
)
export type ProjectPage = Static<typeof ProjectPage>

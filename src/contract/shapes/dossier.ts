import { type Static, Type } from 'typebox'
import {
  CLAIM_AUTHORS,
  CLAIM_KINDS,
  COVERAGE_DIMENSIONS,
  COVERAGE_STATES,
  MARKET_STATUSES,
  oneOf,
  VALUATION_KINDS,
} from '../enums.ts'
import { ContractAddress, EvidenceId, Slug } from '../ids.ts'
import { CalendarDate, Instant } from '../time.ts'
import { ProjectCard, TokenIdentity, Valuation, WITHHELD_REASONS } from './project-card.ts'
import { ReceiptSource } from './receipt.ts'
import { Ship } from './ship.ts'

/** Whether a project ships more than it is noticed. @source contract, Project */
export const RADAR_VALUES = ['HELD', 'NOT_HELD', 'NOT_MEASURED'] as const
export const RADAR_REASONS = [
  'not_scored',
  'no_source',
  'activity_unknown',
  'attention_not_measured',
  'cohort_too_small',
] as const
export type RadarReason = (typeof RADAR_REASONS)[number]

const Usd = Type.Number({ minimum: 0 })

/** A registered source with how it was tied to the project. */
export const DossierSource = Type.Object(
  {
    ...ReceiptSource.properties,
    establishedOn: Type.Optional(CalendarDate),
    establishedStatement: Type.Optional(Type.String({ maxLength: 400 })),
    counted: Type.Boolean({ description: "Counted as the project's own" }),
    notCountedReason: Type.Optional(Type.String({ maxLength: 300 })),
    attachedAt: Instant,
    lastReadAt: Type.Optional(
      Type.Unsafe<Instant>({ ...Instant, description: 'Absent while never read with success' }),
    ),
  },
  { $id: 'DossierSource', title: 'DossierSource' },
)
export type DossierSource = Static<typeof DossierSource>

/** A statement that stands about the project, by the project itself or by whoever keeps the catalogue. */
export const DossierStatement = Type.Object(
  {
    id: EvidenceId,
    kind: oneOf(CLAIM_KINDS),
    by: oneOf(CLAIM_AUTHORS),
    statement: Type.String({ maxLength: 400 }),
    url: Type.Optional(Type.String({ format: 'uri', description: 'Where it is made' })),
    statedOn: Type.Optional(CalendarDate),
    names: Type.Optional(ContractAddress),
    observedAt: Instant,
  },
  { $id: 'DossierStatement', title: 'DossierStatement' },
)
export type DossierStatement = Static<typeof DossierStatement>

const DossierToken = Type.Object(
  {
    ...TokenIdentity.properties,
    decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
    totalSupply: Type.Optional(Type.String({ description: 'In the smallest unit, as the contract answers' })),
    readAt: Type.Optional(Type.Unsafe<Instant>({ ...Instant, description: 'When the contract was asked' })),
  },
  { $id: 'DossierToken', title: 'DossierToken' },
)

const ProviderReading = Type.Object(
  {
    provider: Type.String(),
    observedAt: Instant,
    priceUsd: Type.Optional(Usd),
    liquidityUsd: Type.Optional(Usd),
    volume24hUsd: Type.Optional(Usd),
    trades24h: Type.Optional(Type.Integer({ minimum: 0 })),
    valuation: Type.Optional(Type.Object({ value: Usd, kind: oneOf(VALUATION_KINDS) })),
    source: Type.Optional(ReceiptSource.properties.id),
  },
  { $id: 'ProviderReading', title: 'ProviderReading' },
)

/** The market as its providers give it: context, never an input of what is said about building. */
export const DossierMarket = Type.Object(
  {
    status: oneOf(MARKET_STATUSES),
    observedAt: Type.Optional(Instant),
    valuation: Type.Optional(Valuation),
    valuationWithheld: Type.Optional(oneOf(WITHHELD_REASONS, 'The market is dead: valuations are not shown')),
    readings: Type.Optional(
      Type.Array(ProviderReading, {
        minItems: 1,
        description: "Each provider's newest reading; an old one describes then, not now",
      }),
    ),
  },
  { $id: 'DossierMarket', title: 'DossierMarket' },
)
export type DossierMarket = Static<typeof DossierMarket>

const Coverage = Type.Object({
  state: oneOf(COVERAGE_STATES, 'Never a score; a zero under NO_SOURCE is not a finding'),
  observedAt: Type.Optional(Instant),
})

const Percentile = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description }))

/** How a project builds, beside how much it is noticed. No market figure has a part in it. */
export const DossierScore = Type.Object(
  {
    buildMomentum: Type.Optional(
      Type.Number({ minimum: 0, maximum: 100, description: 'Absent while not measured' }),
    ),
    momentumPercentile: Percentile('Place by momentum among the projects that are ranked'),
    attentionPercentile: Percentile('Place by how much it is noticed'),
    discoveryGap: Type.Optional(
      Type.Integer({ minimum: -100, maximum: 100, description: 'The first place less the second' }),
    ),
    underTheRadar: Type.Object({
      value: oneOf(RADAR_VALUES),
      reason: Type.Optional(oneOf(RADAR_REASONS, 'Why it is not measured')),
    }),
    rankedAt: Type.Optional(
      Type.Unsafe<Instant>({ ...Instant, description: 'When its place among the others was concluded' }),
    ),
  },
  { $id: 'DossierScore', title: 'DossierScore' },
)
export type DossierScore = Static<typeof DossierScore>

/** All that is held of a project at once. An absent field is unknown. @source contract, Project */
export const Dossier = Type.Object(
  {
    ...ProjectCard.properties,
    formerSlugs: Type.Optional(Type.Array(Slug, { minItems: 1 })),
    token: Type.Optional(DossierToken),
    statusHelp: Type.String({ description: 'One sentence explaining the status' }),
    tokenVerificationReason: Type.Optional(Type.String({ description: 'Stable reason code' })),
    sources: Type.Array(DossierSource, { description: 'Every registered source' }),
    statements: Type.Optional(
      Type.Array(DossierStatement, {
        minItems: 1,
        maxItems: 50,
        description: 'The newest statements that stand; absent while none is recorded',
      }),
    ),
    market: Type.Optional(DossierMarket),
    coverage: Type.Object(
      Object.fromEntries(COVERAGE_DIMENSIONS.map((dimension) => [dimension, Coverage])) as {
        [D in (typeof COVERAGE_DIMENSIONS)[number]]: typeof Coverage
      },
      { $id: 'DossierCoverage', title: 'DossierCoverage' },
    ),
    newestShips: Type.Optional(
      Type.Array(Ship, { minItems: 1, description: 'The newest recorded ships, counted or not' }),
    ),
    score: DossierScore,
    changesUrl: Type.String({ format: 'uri', description: "The project's changes in the ledger" }),
    badgeUrl: Type.String({ format: 'uri' }),
    disclaimer: Type.String(),
  },
  { $id: 'Dossier', title: 'Dossier' },
)
export type Dossier = Static<typeof Dossier>

import { type Static, Type } from 'typebox'
import {
  ClaimAuthor,
  ClaimKind,
  COVERAGE_DIMENSIONS,
  CoverageState,
  described,
  LaunchStage,
  MarketStatus,
  namedList,
  namedObject,
  ValuationKind,
} from '../enums.ts'
import { ContractAddress, EvidenceId, Slug } from '../ids.ts'
import { ClaimNote } from './claim-note.ts'
import { ScoringVersion, Url } from './fields.ts'
import { MarketDoubt, ProjectCard, TokenIdentity, Valuation, WithheldReason } from './project-card.ts'
import { ReceiptSource } from './receipt.ts'
import { Ship } from './ship.ts'
import { CalendarDate, Instant } from './time.ts'

/** Whether a project ships more than it is noticed. @source contract, Project */
const RadarValue = namedList('RadarValue', ['HELD', 'NOT_HELD', 'NOT_MEASURED'])
const RadarReason = namedList('RadarReason', [
  'not_scored',
  'no_source',
  'activity_unknown',
  'attention_not_measured',
  'cohort_too_small',
])
export type RadarReason = Static<typeof RadarReason>

const Usd = Type.Number({ minimum: 0 })

/** A registered source, and how it was attributed to the project. */
export const DossierSource = namedObject('DossierSource', {
  ...ReceiptSource.properties,
  establishedOn: Type.Optional(CalendarDate),
  establishedStatement: Type.Optional(Type.String({ maxLength: 400 })),
  counted: Type.Boolean({ description: "Counted as the project's own" }),
  notCountedReason: Type.Optional(Type.String({ maxLength: 300 })),
  attachedAt: Instant,
  lastReadAt: Type.Optional(described(Instant, 'Absent until the first successful reading')),
  linkReadAt: Type.Optional(described(Instant, 'When both ends of its mutual link were read')),
  fork: Type.Optional(Type.Boolean()),
  upstream: Type.Optional(Type.String({ maxLength: 300 })),
})
export type DossierSource = Static<typeof DossierSource>

/** What the last check of a signature found, or the last reading of a deploy record. */
const StatementOutcome = namedList('StatementOutcome', [
  'verified',
  'wrong_signature',
  'another_account',
  'named',
  'not_named',
  'missing',
  'unreadable',
])

/** A current statement about the project, by the project or by the catalogue. */
export const DossierStatement = namedObject('DossierStatement', {
  id: EvidenceId,
  kind: ClaimKind,
  by: ClaimAuthor,
  statement: Type.String({ maxLength: 400 }),
  url: Type.Optional(described(Url, 'Where it is published')),
  statedOn: Type.Optional(CalendarDate),
  names: Type.Optional(ContractAddress),
  outcome: Type.Optional(StatementOutcome),
  observedAt: Instant,
})
export type DossierStatement = Static<typeof DossierStatement>

const DossierToken = namedObject('DossierToken', {
  ...TokenIdentity.properties,
  decimals: Type.Optional(Type.Integer({ minimum: 0, maximum: 255 })),
  totalSupply: Type.Optional(
    Type.String({ description: 'In the smallest unit, as the contract returns it' }),
  ),
  readAt: Type.Optional(described(Instant, 'When the contract was read')),
  launchStage: Type.Optional(
    described(
      LaunchStage,
      'How far its launch on a curve came; absent while unknown, and without such a launch. claims.launchStage says why',
    ),
  ),
})

const ProviderReading = namedObject('ProviderReading', {
  provider: Type.String(),
  observedAt: Instant,
  priceUsd: Type.Optional(Usd),
  liquidityUsd: Type.Optional(Usd),
  volume24hUsd: Type.Optional(Usd),
  trades24h: Type.Optional(Type.Integer({ minimum: 0 })),
  valuation: Type.Optional(Type.Object({ value: Usd, kind: ValuationKind })),
  source: Type.Optional(ReceiptSource.properties.id),
  doubt: Type.Optional(described(MarketDoubt, 'Why the reading is not believed')),
})

/** The market by provider. It is context, never an input of a conclusion about building. */
export const DossierMarket = namedObject('DossierMarket', {
  status: MarketStatus,
  observedAt: Type.Optional(Instant),
  valuation: Type.Optional(Valuation),
  valuationWithheld: Type.Optional(
    described(WithheldReason, 'Why valuations are withheld: the market is dead'),
  ),
  readings: Type.Optional(
    Type.Array(ProviderReading, {
      minItems: 1,
      description: "Each provider's newest reading; it describes the time of the reading",
    }),
  ),
})
export type DossierMarket = Static<typeof DossierMarket>

const Coverage = namedObject('DossierCoverageEntry', {
  state: CoverageState,
  observedAt: Type.Optional(Instant),
})

/** The Radar has another cohort, so its percentile of the same momentum can differ. */
const GAP_COHORT =
  'the cohort of the Discovery Gap: the projects with a known status, momentum and both measures of attention'

const UnderTheRadar = namedObject('UnderTheRadar', {
  value: RadarValue,
  reason: Type.Optional(described(RadarReason, 'Why it is not measured')),
})

const Percentile = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description }))

/** How a project builds and how much it is noticed. No market figure is an input. */
export const DossierScore = namedObject('DossierScore', {
  buildMomentum: Type.Optional(
    Type.Number({ minimum: 0, maximum: 100, description: 'Absent while not measured' }),
  ),
  buildMomentumAsOf: Type.Optional(
    described(Instant, 'The end of the time that `buildMomentum` covers, where that is before `asOf`'),
  ),
  momentumPercentile: Percentile(`Rank by momentum in ${GAP_COHORT}`),
  attentionPercentile: Percentile('Rank by attention in the same cohort'),
  discoveryGap: Type.Optional(
    Type.Integer({ minimum: -100, maximum: 100, description: 'Rank by momentum minus rank by attention' }),
  ),
  underTheRadar: UnderTheRadar,
  rankedAt: Type.Optional(described(Instant, 'When it was ranked')),
  scoringVersion: ScoringVersion,
})
export type DossierScore = Static<typeof DossierScore>

/** How far each dimension of a project is read. */
export const DossierCoverage = Type.Record(Type.Enum(COVERAGE_DIMENSIONS), Coverage, {
  $id: 'DossierCoverage',
  title: 'DossierCoverage',
})

/** Everything recorded about a project. An absent field is unknown. @source contract, Project */
export const Dossier = namedObject('Dossier', {
  ...ProjectCard.properties,
  formerSlugs: Type.Optional(
    Type.Array(Slug, { minItems: 1, description: 'Slugs that lead here; absent without any' }),
  ),
  token: Type.Optional(DossierToken),
  statusHelp: Type.String({ description: 'One sentence explaining the status' }),
  tokenVerificationReason: Type.Optional(Type.String({ description: 'Stable reason code' })),
  sources: Type.Array(DossierSource, { description: 'Every registered source' }),
  statements: Type.Optional(
    Type.Array(DossierStatement, {
      minItems: 1,
      maxItems: 50,
      description: 'The newest current statements; absent while none is recorded',
    }),
  ),
  market: Type.Optional(DossierMarket),
  coverage: DossierCoverage,
  newestShips: Type.Optional(
    Type.Array(Ship, { minItems: 1, description: 'The newest recorded ships, counted or not' }),
  ),
  score: DossierScore,
  changesUrl: described(Url, "The project's changes in the ledger"),
  badgeUrl: Url,
  disclaimer: Type.String(),
  claims: Type.Record(Type.String(), ClaimNote, { description: 'The claim note of each field' }),
})
export type Dossier = Static<typeof Dossier>

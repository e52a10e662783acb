import { type Static, Type } from 'typebox'
import { CoverageState, described, namedList, namedObject } from '../enums.ts'
import { ContractAddress, EvidenceId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { ChangeEvent } from './change.ts'
import { ClaimNote } from './claim-note.ts'
import { Dossier, DossierMarket, DossierScore } from './dossier.ts'
import { ProjectCard } from './project-card.ts'
import { CalendarDate, Instant } from './time.ts'

const card = ProjectCard.properties
const dossier = Dossier.properties

const State = described(CoverageState, 'Without MEASURED, an absent figure is unknown')

const SnapshotIdentity = namedObject('SnapshotIdentity', {
  slug: card.slug,
  name: card.name,
  url: card.url,
  description: card.description,
  kind: card.kind,
  launchpad: card.launchpad,
  narratives: card.narratives,
  formerSlugs: dossier.formerSlugs,
  token: dossier.token,
  publishedAt: card.publishedAt,
})

const SnapshotBuild = namedObject('SnapshotBuild', {
  state: State,
  status: card.status,
  statusLabel: card.statusLabel,
  statusHelp: dossier.statusHelp,
  activityMeasured: card.activityMeasured,
  lastActivityAt: card.lastActivityAt,
  lastShip: card.lastShip,
  meaningfulShips30d: card.meaningfulShips30d,
  meaningfulShips30dAsOf: card.meaningfulShips30dAsOf,
  ...DossierScore.properties,
})

const IntegrityStatus = namedList('IntegrityStatus', ['OBSERVED', 'NONE_OBSERVED'])
const IntegrityCheck = namedList('IntegrityCheck', [
  'providers_disagree',
  'implausible_turnover',
  'own_launch_supply',
  'liquidity_left',
])

/** Findings about the integrity of market figures, from the market readings alone. It states no cause and no intent. */
const MarketIntegrity = namedObject('MarketIntegrity', {
  state: described(CoverageState, 'WITHHELD: this deployment does not publish it'),
  status: Type.Optional(IntegrityStatus),
  checks: Type.Optional(
    Type.Array(IntegrityCheck, { minItems: 1, description: 'The checks that showed something' }),
  ),
  since: Type.Optional(Instant),
  evidenceId: Type.Optional(EvidenceId),
})

const SnapshotMarket = namedObject('SnapshotMarket', {
  state: State,
  ...DossierMarket.properties,
  status: Type.Optional(described(DossierMarket.properties.status, 'Absent without a token')),
  liquidity: card.liquidity,
  volume24h: card.volume24h,
  marketDoubt: card.marketDoubt,
  integrity: MarketIntegrity,
})

const SnapshotUse = namedObject('SnapshotUse', {
  state: State,
  scope: Type.String({ description: 'Which calls are counted' }),
  contracts: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Recorded contracts of counted sources, not those never read' }),
  ),
  contractsDecoded: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Those among them whose calls are in the sum' }),
  ),
  calls: Type.Optional(Type.Integer({ minimum: 0, description: 'Decoded calls in these days' })),
  methods: Type.Optional(Type.Integer({ minimum: 0, description: 'Distinct methods called in these days' })),
  days: Type.Optional(Type.Integer({ minimum: 1, description: 'Complete UTC days' })),
  from: Type.Optional(described(CalendarDate, 'The first of these days')),
  to: Type.Optional(
    described(CalendarDate, 'The last of these days: the last that was collected of every decoded contract'),
  ),
  since: Type.Optional(
    described(Instant, 'The calls of each of these contracts were read from this time on'),
  ),
})

const SnapshotVerification = namedObject('SnapshotVerification', {
  state: State,
  tokenVerification: card.tokenVerification,
  tokenVerificationReason: dossier.tokenVerificationReason,
  activityAppliesToToken: card.activityAppliesToToken,
  researchLevel: card.researchLevel,
  verifiedBuilder: card.verifiedBuilder,
})

export const SnapshotLock = namedObject('SnapshotLock', {
  id: EvidenceId,
  locker: ContractAddress,
  amount: Type.String({ pattern: '^[0-9]+$', description: "In the token's smallest unit" }),
  unlockAt: Instant,
  withdrawn: Type.Boolean(),
  detectedAt: described(Instant, 'When it was first read'),
  observedAt: described(Instant, 'When it was last read'),
})
export type SnapshotLock = Static<typeof SnapshotLock>

const SnapshotLocks = namedObject('SnapshotLocks', {
  state: State,
  scope: Type.String({ description: 'Which locks are read' }),
  total: Type.Optional(Type.Integer({ minimum: 0, description: 'Locks in the lockers that are read' })),
  items: Type.Optional(
    Type.Array(SnapshotLock, {
      maxItems: LIMITS.snapshotLocks,
      description:
        'Soonest to unlock first, withdrawn ones last; empty only when the lockers were read and have none',
    }),
  ),
})

const ChangesReason = namedList('ChangesReason', ['ledger_not_run'])

const SnapshotChanges = namedObject('SnapshotChanges', {
  available: Type.Boolean({ description: 'False: the list cannot be produced; it is not empty' }),
  reason: Type.Optional(described(ChangesReason, 'Why it cannot be produced')),
  items: Type.Optional(
    Type.Array(ChangeEvent, { maxItems: 10, description: 'Newest arrival first, as in /api/changes' }),
  ),
})

const ProviderFreshness = namedObject('ProviderFreshness', {
  provider: Type.String(),
  lastReadAt: Type.Optional(described(Instant, 'Absent until the first successful reading')),
})

const SnapshotFreshness = namedObject('SnapshotFreshness', {
  asOf: card.asOf,
  providers: Type.Optional(
    Type.Array(ProviderFreshness, {
      minItems: 1,
      description: 'The newest successful reading of each provider',
    }),
  ),
})

/** What is known of a project now, from stored conclusions. An absent field is unknown. @source contract, Project */
export const Snapshot = namedObject('Snapshot', {
  identity: SnapshotIdentity,
  build: SnapshotBuild,
  market: SnapshotMarket,
  onChainUse: SnapshotUse,
  verification: SnapshotVerification,
  locks: SnapshotLocks,
  latestChanges: SnapshotChanges,
  freshness: SnapshotFreshness,
  coverage: dossier.coverage,
  scoringVersion: Type.String({ description: 'The version of the rules in force together' }),
  claims: Type.Record(Type.String(), ClaimNote, { description: 'The claim note of each field' }),
  disclaimer: Type.String(),
})
export type Snapshot = Static<typeof Snapshot>

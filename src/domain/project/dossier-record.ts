import type { Claim } from '#contract/claim.ts'
import type { ClaimAuthor, ClaimKind } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId, Slug } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { Ranked } from '#domain/attention/gap.ts'
import type { MarketReadingEvidence } from '#domain/evidence.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import type { ListedProject, ListedToken } from './project-list.ts'
import type { ReceiptSource } from './receipt-record.ts'

/** A registered source as it stands; `lastReadAt` is null while it was never read with success. */
export type RegisteredSource = ReceiptSource & {
  readonly establishedOn: CalendarDate | null
  readonly establishedStatement: string | null
  readonly counted: boolean
  readonly notCountedReason: string | null
  readonly attachedAt: Instant
  readonly lastReadAt: Instant | null
}

/** A statement about the project that stands; null where it says nothing of it. */
export type StandingStatement = {
  readonly id: EvidenceId
  readonly kind: ClaimKind
  readonly by: ClaimAuthor
  readonly statement: string
  readonly url: string | null
  readonly statedOn: CalendarDate | null
  readonly names: ContractAddress | null
  readonly observedAt: Instant
}

/** A token with what its contract answered; null where it did not, `readAt` is null while it was never asked. */
export type RegisteredToken = ListedToken & {
  readonly address: ContractAddress
  readonly decimals: number | null
  readonly totalSupply: string | null
  readonly readAt: Instant | null
}

/** One provider's newest reading of the token's market. */
export type ProviderReading = Omit<MarketReadingEvidence, 'sourceId' | 'pools' | 'poolLiquidityUsd'> & {
  readonly sourceId: EvidenceId
}

/** How a project builds and where it was ranked, as concluded. Invariant: `notMeasured` is set while the gap is unknown. */
export type ProjectScore = {
  readonly momentum: Claim<Momentum>
  readonly gap: Claim<Ranked>
  readonly notMeasured: RadarReason | null
  readonly rankedAt: Instant | null
}

/** A published project with everything its dossier shows, read at one moment. */
export type DossierRecord = Omit<ListedProject, 'token'> & {
  readonly formerSlugs: readonly Slug[]
  readonly token: RegisteredToken | null
  /** Attached sources, in the order of their attachment. */
  readonly sources: readonly RegisteredSource[]
  /** Newest first. */
  readonly statements: readonly StandingStatement[]
  readonly readings: readonly ProviderReading[]
  readonly score: ProjectScore
  /** Newest first. */
  readonly ships: readonly ListedShip[]
}

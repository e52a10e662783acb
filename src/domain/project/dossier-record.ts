import type { Claim } from '#contract/claim.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import type { Instant } from '#contract/time.ts'
import type { Ranked } from '#domain/attention/gap.ts'
import type { MarketReading, ProjectClaim, Source } from '#domain/evidence.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import type { ListedProject, ListedToken } from './project-list.ts'

/** A registered source as it stands; `lastReadAt` is null while it was never read with success. */
export type RegisteredSource = Omit<Source, 'detachedAt' | 'streams' | 'archived'> & {
  readonly lastReadAt: Instant | null
}

/** A statement about the project that stands. */
export type StandingStatement = Omit<ProjectClaim, 'projectId' | 'sourceId' | 'withdrawn'>

/** A token with what its contract answered; null where it did not, `readAt` is null while it was never asked. */
export type RegisteredToken = ListedToken & {
  readonly address: ContractAddress
  readonly decimals: number | null
  readonly totalSupply: string | null
  readonly readAt: Instant | null
}

/** One provider's newest reading of the token's market. */
export type ProviderReading = Omit<MarketReading, 'pools' | 'poolLiquidityUsd'>

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

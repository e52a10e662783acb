import type { Claim } from '#contract/claim.ts'
import type { LaunchStage } from '#contract/enums.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import type { Instant } from '#contract/time.ts'
import type { Ranked } from '#domain/attention/gap.ts'
import type { MarketReading, ProjectStatement, Source } from '#domain/evidence.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import type { Momentum } from '#domain/ships/momentum.ts'
import type { ListedProject, ListedToken } from './project-list.ts'

/** A registered source in its current state; `lastReadAt` is null before its first successful reading. */
export type RegisteredSource = Omit<Source, 'detachedAt' | 'streams' | 'archived'> & {
  readonly lastReadAt: Instant | null
  /** When a repository and a site of the project were read to name each other; null while they were not. */
  readonly linkReadAt: Instant | null
  /** Whether a repository is a fork; null before its first reading, and for other kinds. */
  readonly fork: boolean | null
  /** The repository that a fork was made from; null where the host does not name it. */
  readonly upstream: string | null
}

/** A statement about the project that is not withdrawn, and not of a detached source. */
export type StandingStatement = Omit<ProjectStatement, 'projectId' | 'sourceId' | 'withdrawn'>

/** A token with its contract's answers, null where there is none; `readAt` is null before the first reading. */
export type RegisteredToken = ListedToken & {
  readonly address: ContractAddress
  readonly decimals: number | null
  readonly totalSupply: string | null
  readonly readAt: Instant | null
}

/** One provider's newest reading of the token's market. */
export type ProviderReading = Omit<MarketReading, 'pools' | 'poolLiquidityUsd'>

/** The concluded momentum and rank of a project. Invariant: `notMeasured` is set while the gap is unknown. */
export type ProjectScore = {
  readonly momentum: Claim<Momentum>
  readonly gap: Claim<Ranked>
  readonly notMeasured: RadarReason | null
  readonly rankedAt: Instant | null
}

/** A published project as a comparison shows it; `radar` is null while it has no rank. */
export type ComparedRecord = ListedProject & {
  readonly score: ProjectScore
  readonly radar: { readonly score: number; readonly rank: number; readonly rankedAt: Instant } | null
}

/** A published project with what its dossier and its snapshot both show. */
export type DescribedProject = Omit<ListedProject, 'token'> & {
  readonly formerSlugs: readonly Slug[]
  readonly token: RegisteredToken | null
  /** How far the launch of the token came. */
  readonly launchStage: Claim<LaunchStage>
  readonly readings: readonly ProviderReading[]
  readonly score: ProjectScore
}

/** A published project with everything its dossier shows, from one snapshot. */
export type DossierRecord = DescribedProject & {
  /** Attached sources, in the order of their attachment. */
  readonly sources: readonly RegisteredSource[]
  /** Newest first. */
  readonly statements: readonly StandingStatement[]
  /** Newest first. */
  readonly ships: readonly ListedShip[]
}

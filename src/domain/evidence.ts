import type { Claim } from '#contract/claim.ts'
import type {
  CoverageState,
  EstablishedBy,
  ReadingOutcome,
  ShipBacking,
  ShipKind,
  SourceKind,
  ValuationKind,
} from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'

/** One thing read of a source on its own cadence, with what its readings cover. */
export type StreamEvidence = {
  readonly stream: string
  readonly provider: string
  readonly cadenceMs: number
  /** A dated listing covers back to its oldest item; a snapshot only between readings at most two cadences apart. */
  readonly coverage: 'dated_listing' | 'snapshot'
  readonly firstOkAt: Instant | null
  readonly lastOkAt: Instant | null
  readonly lastTriedAt: Instant | null
  readonly lastOutcome: ReadingOutcome | null
  readonly failingSince: Instant | null
  readonly coversFrom: Instant | null
  /** Set while the whole provider fails: no negative conclusion may rest on this stream. */
  readonly providerOutageSince: Instant | null
}

/** A registered source, with how it was established. Invariant: `notCountedReason` is null exactly when counted. */
export type SourceEvidence = {
  readonly id: EvidenceId
  readonly kind: SourceKind
  readonly locator: string
  readonly establishedBy: EstablishedBy
  readonly counted: boolean
  readonly notCountedReason: string | null
  readonly attachedAt: Instant
  readonly streams: readonly StreamEvidence[]
  /** The source's own page as it names it; null while it was not read or has none. */
  readonly url: string | null
  /** Whether a repository says that it is archived; null while it was not read. */
  readonly archived: boolean | null
}

/** A ship as recorded, before the rules decide what it counts as. */
export type ShipEvidence = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  readonly kind: ShipKind
  readonly title: string
  readonly url: string | null
  readonly version: string | null
  readonly occurredAt: Instant
  readonly detectedAt: Instant
  readonly backing: ShipBacking
  readonly dimension: 'product' | 'protocol' | 'integration' | 'devtools' | 'docs' | null
  /** The repository or contract the ship belongs to: the unit of the per-day collapse. */
  readonly origin: string
  /** Set on a follow-up deployment or upgrade: its block and transaction, for order and collapse. */
  readonly block: { readonly number: number; readonly logIndex: number | null } | null
  readonly codeWeek: CodeWeekFacts | null
  readonly withdrawn: boolean
}

/** One ISO week of commits to one repository, kept as counts. Invariant: `byDay` has only days inside the week. */
export type CodeWeekFacts = {
  readonly weekStart: CalendarDate
  /** Human, non-merge, non-templated commits by UTC day. */
  readonly byDay: Readonly<Record<CalendarDate, number>>
  readonly humanCommits: number
  readonly excludedCommits: number
  readonly authors: number
  /** The listing had a further page: the counts are a floor. */
  readonly partial: boolean
  /** Whether the changes were read: counted only when substantive or not fully read. */
  readonly substance: 'substantive' | 'none' | 'not_fully_read'
  /** The instant up to which the week has been read. */
  readonly readTo: Instant
}

/**
 * Everything the building rules accept. It has no price, valuation, liquidity, volume or holder field, so no
 * market figure can reach activity. @source contract, Rules that hold for all content, 6
 */
export type BuildEvidence = {
  readonly sources: readonly SourceEvidence[]
  readonly ships: readonly ShipEvidence[]
}

/** What named parties say about the project's token; `names` is the contract the statement names. */
export type TokenStatement = {
  readonly id: EvidenceId
  readonly kind: 'token_named' | 'token_signed' | 'token_deploy_record' | 'other_token_named'
  readonly by: 'site' | 'repository' | 'signature' | 'operator'
  readonly names: ContractAddress | null
  readonly observedAt: Instant
}

/** One provider's reading of a token's market; a figure the provider did not give is null. */
export type MarketReadingEvidence = {
  readonly sourceId: EvidenceId
  readonly provider: string
  readonly observedAt: Instant
  readonly pools: number
  readonly priceUsd: number | null
  readonly liquidityUsd: number | null
  readonly volume24hUsd: number | null
  readonly trades24h: number | null
  readonly valuation: { readonly usd: number; readonly kind: ValuationKind } | null
  /** Liquidity of each pool by its address. */
  readonly poolLiquidityUsd: Readonly<Record<string, number>>
}

/** A rule's conclusion as it is stored and explained. */
export type Conclusion<T> = {
  readonly claim: Claim<T>
  readonly rule: `${string}@${number}`
  /** What the rule looked at, by name; printable. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Inputs that were not held, with the reason. */
  readonly unknownInputs: readonly { readonly input: string; readonly reason: CoverageState }[]
}

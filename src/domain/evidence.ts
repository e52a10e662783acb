import type { Claim } from '#contract/claim.ts'
import type {
  ChangePrecision,
  ClaimAuthor,
  ClaimKind,
  CoverageState,
  EstablishedBy,
  ProjectKind,
  ReadingOutcome,
  ShipBacking,
  ShipKind,
  SourceKind,
  ValuationKind,
} from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { RecordCheck } from './project/deploy-record.ts'
import type { SignatureCheck } from './project/signed-statement.ts'
import type { ExcludedBy } from './ships/commit-streams.ts'
import type { Work } from './ships/substance.ts'

/** When and why a record was withdrawn. A record that is not withdrawn has null instead. */
export type Withdrawal = { readonly at: Instant; readonly reason: string }

/** One stream of a source, read at its own cadence, with the span that its readings cover. */
export type Stream = {
  readonly stream: string
  readonly provider: string
  /** How often it is read now: less often than its collector reads while its source is silent. */
  readonly cadenceMs: number
  /**
   * A dated listing covers back to its oldest item; a present state only between readings at most two cadences apart.
   */
  readonly coverage: 'dated_listing' | 'present_state'
  readonly firstOkAt: Instant | null
  readonly lastOkAt: Instant | null
  readonly lastTriedAt: Instant | null
  readonly lastOutcome: ReadingOutcome | null
  readonly failingSince: Instant | null
  readonly coversFrom: Instant | null
  /**
   * True where no provider keeps what came before `coversFrom`. Absent for a listing that begins where there is
   * something to list: a deployer's with the launch, a contract's with its creation.
   */
  readonly isCutOff?: true
  /** True where the last good reading of a locker left out locks that it lists, or that were recorded. */
  readonly hasUnreadLocks?: true
  /** True where the last good answer of an explorer has verified source without an interface. */
  readonly hasNoInterface?: true
  /**
   * When the provider last answered that it has nothing, if an attempt failed since then. Absent when that answer is
   * long past.
   */
  readonly missingAt?: Instant
  /** Set while the whole provider fails; this stream then allows no negative conclusion. */
  readonly providerOutageSince: Instant | null
}

/** A registered source, with how it was established. Invariant: `notCountedReason` is null exactly when counted. */
export type Source = {
  readonly id: EvidenceId
  readonly kind: SourceKind
  /** As registered; of a repository, its current name. */
  readonly locator: string
  readonly establishedBy: EstablishedBy
  readonly establishedUrl: string | null
  readonly establishedOn: CalendarDate | null
  readonly establishedStatement: string | null
  readonly counted: boolean
  readonly notCountedReason: string | null
  readonly attachedAt: Instant
  readonly detachedAt: Instant | null
  readonly streams: readonly Stream[]
  /** The recorded address: a website's locator, or the provider's answer; null when none was recorded. */
  readonly url: string | null
  /** Whether a repository is archived; null before its first reading. */
  readonly archived: boolean | null
  /** The weeks of a repository whose history was rewritten after they were read; absent when none was. */
  readonly rewrittenWeeks?: readonly RewrittenWeek[]
}

/** A week that had more commits when it was read than the host lists now. */
export type RewrittenWeek = {
  readonly weekStart: CalendarDate
  /**
   * Human commits that the host lists now, by UTC day. Null for a week that an earlier release recorded, until its next
   * listing.
   */
  readonly byDay: Readonly<Record<CalendarDate, number>> | null
}

/** A source as ships, receipts and dossiers refer to it. */
export type SourceReference = Pick<
  Source,
  'id' | 'kind' | 'locator' | 'url' | 'establishedBy' | 'establishedUrl'
>

/** A ship as recorded, before the rules decide what it counts as. */
export type RecordedShip = {
  readonly id: EvidenceId
  readonly sourceId: EvidenceId
  /** The provider's identifier of the item, unique within a project. */
  readonly naturalKey: string
  readonly kind: ShipKind
  readonly title: string
  readonly url: string | null
  readonly version: string | null
  /** When it happened, by an outside source; null when none dates it: an upgrade that only storage shows. */
  readonly occurredAt: Instant | null
  readonly precision: Exclude<ChangePrecision, 'SCHEDULED'>
  readonly detectedAt: Instant
  /** When a reading first found the prerelease to be a release; null for other ships. */
  readonly promotedAt: Instant | null
  readonly backing: ShipBacking
  readonly dimension: 'product' | 'protocol' | 'integration' | 'devtools' | 'docs' | null
  /** The repository or contract the ship belongs to: the unit of the per-day collapse. */
  readonly origin: string
  /** The contract a deployment made; null on other kinds. */
  readonly contract: ContractAddress | null
  /** The implementation that an upgrade switched to, and the one before if it is known; null on other kinds. */
  readonly implementation: {
    readonly address: ContractAddress
    readonly previous: ContractAddress | null
  } | null
  /**
   * When a reading last showed the earlier implementation, for an upgrade that no block dates; null without such a
   * reading.
   */
  readonly unchangedUntil: Instant | null
  /** Set on a follow-up deployment or upgrade: its block and transaction, for order and collapse. */
  readonly block: { readonly number: number; readonly logIndex: number | null } | null
  /** The login of the account that published a release; null when unknown, and on other kinds. */
  readonly author: string | null
  /** What a release changed since the release before; null when it was not compared, and on other kinds. */
  readonly changes: ReleaseChanges | null
  /** The commit of a release; null until it was compared, and on other kinds. */
  readonly commit: string | null
  readonly codeWeek: CodeWeekFacts | null
  /** The first reading that no longer listed the ship; null while it is listed. */
  readonly missingSince: Instant | null
  readonly withdrawn: boolean
}

/**
 * The changes of a release: work on the software (`substantive`), changes without such work (`none`), no change by
 * people (`automated`), or no change at all (`identical`: its commit was released before). `not_read` when the changes
 * could not be read.
 */
export type ReleaseChanges = Work | 'automated' | 'identical'

/**
 * The time by which a ship is sorted and put into windows: when it happened, or else when it was detected. Answers
 * never show it.
 */
export function placedAt({
  occurredAt,
  detectedAt,
}: Pick<RecordedShip, 'occurredAt' | 'detectedAt'>): Instant {
  return occurredAt === null ? detectedAt : occurredAt
}

/** One ISO week of commits to one repository, as counts. Invariant: `byDay` has only days inside the week. */
export type CodeWeekFacts = {
  readonly weekStart: CalendarDate
  /** Human, non-merge, non-templated commits by UTC day. */
  readonly byDay: Readonly<Record<CalendarDate, number>>
  readonly humanCommits: number
  readonly excludedCommits: number
  /** The excluded commits by the rule that names them; absent in weeks that were counted before it was recorded. */
  readonly excludedBy?: Readonly<Partial<Record<ExcludedBy, number>>>
  readonly authors: number
  /** The listing had a further part, so the counts are a minimum. */
  readonly partial: boolean
  /** Whether the changes were read: counted only when substantive or not fully read. */
  readonly substance: 'substantive' | 'none' | 'not_fully_read'
  /** The instant up to which the week has been read. */
  readonly readTo: Instant
  /** Set while the host refused to compare a fork with its upstream: commits of the upstream can be counted. */
  readonly comparedWithUpstream?: false
}

/**
 * The only input of the building rules. It has no price, valuation, liquidity, volume or holder field, so no market
 * figure can influence activity. @source contract, Rules that hold for all content, 6
 */
export type BuildEvidence = {
  readonly sources: readonly Source[]
  readonly ships: readonly RecordedShip[]
  /** The kind of the project; null or absent when nobody stated it. */
  readonly kind?: ProjectKind | null
}

const WITHOUT_CODE: readonly ProjectKind[] = ['data', 'documentation', 'art']

/** Whether the project's work is code. If it is not, the silence of its code is no finding. */
export function shipsCode({ kind }: Pick<BuildEvidence, 'kind'>): boolean {
  return !WITHOUT_CODE.some((other) => other === kind)
}

/** A statement of a named party about a project. A withdrawn statement keeps its text. */
export type ProjectStatement = {
  readonly id: EvidenceId
  readonly projectId: string
  /** The source where the statement was read; null for a statement quoted in the catalogue. */
  readonly sourceId: EvidenceId | null
  readonly kind: ClaimKind
  readonly by: ClaimAuthor
  readonly statement: string
  readonly url: string | null
  /** The date in the statement; null when it has none. */
  readonly statedOn: CalendarDate | null
  /** The contract the statement names. */
  readonly names: ContractAddress | null
  readonly observedAt: Instant
  /** The last check of the statement's signature; null or absent without a signature, and until it was checked. */
  readonly signature?: SignatureCheck | null
  /**
   * The last reading of the file that the statement calls a deploy record; null or absent without one, and until it was
   * read.
   */
  readonly record?: RecordCheck | null
  readonly withdrawn: Withdrawal | null
}

const TOKEN_KINDS = ['token_named', 'token_signed', 'token_deploy_record', 'other_token_named'] as const

/** A statement about which contract is the project's token. */
export type TokenStatement = Pick<
  ProjectStatement,
  'id' | 'sourceId' | 'by' | 'names' | 'observedAt' | 'signature' | 'record'
> & {
  readonly kind: (typeof TOKEN_KINDS)[number]
}

/** Statements about a project, and the sources that are attached to it. */
type StatedOfProject = {
  readonly claims: readonly ProjectStatement[]
  readonly sources: readonly Pick<Source, 'id'>[]
}

/**
 * The statements that stand and are the project's: not withdrawn, and quoted in the catalogue or read at an attached
 * source.
 */
export function ownStatements({ claims, sources }: StatedOfProject): readonly ProjectStatement[] {
  return claims.filter(
    ({ sourceId, withdrawn }) =>
      withdrawn === null && (sourceId === null || sources.some(({ id }) => id === sourceId)),
  )
}

/** The project's own statements about which contract is its token. */
export function tokenStatements(stated: StatedOfProject): readonly TokenStatement[] {
  return ownStatements(stated).flatMap(({ id, sourceId, kind, by, names, observedAt, signature, record }) => {
    const tokenKind = TOKEN_KINDS.find((known) => known === kind)
    return tokenKind === undefined
      ? []
      : [
          {
            id,
            sourceId,
            kind: tokenKind,
            by,
            names,
            observedAt,
            signature: signature ?? null,
            record: record ?? null,
          },
        ]
  })
}

/** A finding over a window, about one project. It is current while `endedAt` is null. */
export type Signal = {
  readonly id: EvidenceId
  readonly kind: string
  readonly group: 'building' | 'contracts' | 'launch' | 'research' | 'market'
  readonly title: string
  readonly windowFrom: Instant
  readonly windowTo: Instant
  readonly evidence: readonly EvidenceId[]
  readonly detectedAt: Instant
  readonly endedAt: Instant | null
}

/** One provider's reading of a token's market, in US dollars; a figure the provider did not give is null, never 0. */
export type MarketReading = {
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

/** A rule's conclusion as it is stored and explained. How long it holds is in `collecting/held.ts`. */
export type Conclusion<T> = {
  readonly claim: Claim<T>
  /**
   * The last instant at which the readings behind the conclusion showed it. A conclusion that rests on records which
   * need no newer reading has the time of its evaluation. Invariant: null exactly while the claim is unknown, which
   * needs no reading.
   */
  readonly supportedUntil: Instant | null
  readonly rule: `${string}@${number}`
  /** The rule's inputs by name, as printable values. */
  readonly inputs: Readonly<Record<string, unknown>>
  /** Unknown inputs, with the reason. */
  readonly unknownInputs: readonly { readonly input: string; readonly reason: CoverageState }[]
}

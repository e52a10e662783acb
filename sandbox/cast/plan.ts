import type { CurveMove } from '../chain/state.ts'
import type { CommitStyle } from '../world/commit-text.ts'

/** A time in days from the world's epoch: -3.5 is three and a half days before the epoch. */
export type Day = number

export type CommitStream = {
  readonly style: CommitStyle
  readonly author: string
  readonly from: Day
  readonly to: Day
  readonly perWeek: number
  /** The commits come at regular intervals, as from a script. */
  readonly regular?: true
}

type NamedCommit = {
  readonly day: Day
  readonly message: string
  readonly author: string
  readonly authoredDay?: Day
}

export type ReleasePlan = {
  readonly tag: string
  readonly day?: Day
  /** The time of the release instead of a day: `offset` weeks from the epoch's week, `hour` hours after its Monday. */
  readonly week?: { readonly offset: number; readonly hour: number }
  readonly name?: string
  readonly prerelease?: true
}

export type RepositoryPlan = {
  readonly fullName: string
  readonly formerNames?: readonly string[]
  readonly createdDay: Day
  readonly stars: number
  readonly watchers?: number
  readonly homepage?: string
  readonly description?: string
  readonly archived?: true
  readonly gone?: true
  /** GitHub refuses our token for every request about this repository. */
  readonly refused?: true
  /** The upstream of a fork. Every commit by `author` is a commit of the upstream. */
  readonly forkOf?: { readonly fullName: string; readonly author: string }
  readonly streams?: readonly CommitStream[]
  readonly commits?: readonly NamedCommit[]
  readonly releases?: readonly ReleasePlan[]
  /** The texts of files by path. `@token` stands for the address of the member's contract of that name. */
  readonly files?: Readonly<Record<string, string>>
}

/**
 * An argument of a call. A text can stand for a contract of the same member (`@vault`), a shared contract (`@@locker`),
 * an account (`#user-1`), a day (`day:12`), an amount (`amount:5`), a word (`bytes32:text`), or a lock of the member
 * (`lock:0`). `{n}` is the number of the turn. A list is the call data that initialises a proxy.
 */
export type ChainArgument = string | number | bigint | readonly ChainArgument[]

export type ContractStep = {
  readonly deploy: string
  readonly as: string
  readonly args?: readonly ChainArgument[]
  readonly from?: string
  readonly verified?: VerifiedPlan
}
export type LaunchStep = {
  readonly launch: string
  readonly as: string
  readonly name: string
  readonly supply: number
  /** The factory sells the token on a curve. */
  readonly onCurve?: true
  readonly verified?: VerifiedPlan
}
/** A move on the launch curve of the member's token. */
export type CurveStep = { readonly curve: CurveMove }
export type CloneStep = { readonly clone: string; readonly as: string; readonly artifact: string }
export type CallStep = {
  readonly call: string
  readonly on: string
  readonly artifact?: string
  readonly args?: readonly ChainArgument[]
  readonly from?: string
}
export type VerifiedPlan = {
  readonly day: Day
  readonly kind: 'full' | 'partial' | 'bytecode_match'
  readonly sourcify?: 'exact_match' | 'match'
}
export type ChainStep = ContractStep | LaunchStep | CurveStep | CloneStep | CallStep

/** The steps of one block. */
export type ChainMoment = { readonly day: Day; readonly steps: readonly ChainStep[] }
/** The steps of a block that is repeated every `every` days. */
export type ChainRhythm = {
  readonly every: number
  readonly from: Day
  readonly to: Day
  readonly steps: readonly ChainStep[]
}

export type PoolFigures = {
  readonly priceUsd?: number | null
  readonly liquidityUsd?: number | null
  readonly volume24hUsd?: number | null
  readonly buys24h?: number
  readonly sells24h?: number
  readonly fdvUsd?: number | null
  readonly marketCapUsd?: number | null
}
export type ProviderView = PoolFigures | 'absent'

export type PoolPlan = {
  readonly dex: string
  readonly createdDay: Day
  readonly figures: Required<PoolFigures>
  readonly dexscreener?: ProviderView
  readonly geckoterminal?: ProviderView
  /** The figures of the pool before a day. */
  readonly before?: { readonly day: Day; readonly figures: PoolFigures }
  /** Foreign entries in the listing: the same token address on another chain, or our token as the quote side. */
  readonly decoys?: readonly ('other_chain' | 'quote_side')[]
}
export type MarketPlan = {
  readonly token: string
  readonly symbol: string
  /** The token's id at CoinGecko; absent when CoinGecko does not list the token. */
  readonly coingeckoId?: string
  readonly pools: readonly PoolPlan[]
}

type SitePost = {
  readonly day?: Day
  readonly title: string
  readonly path: string
  readonly summary: string
}
export type SitePlan = {
  readonly host: string
  readonly title: string
  readonly tagline: string
  readonly singlePage?: true
  /** The day on which the site went down. */
  readonly downSince?: Day
  readonly links?: readonly string[]
  /** Lines of the token section. `@token` stands for the address of the contract of that name. */
  readonly tokenLines?: readonly string[]
  /** The token section is a page of its own at `/token`. */
  readonly tokenPage?: true
  readonly robots?: readonly string[]
  readonly sections?: readonly string[]
  readonly laterSections?: readonly { readonly path: string; readonly day: Day }[]
  readonly llms?: readonly string[]
  readonly security?: { readonly contact: string; readonly expiresDay: Day }
  readonly openapiPaths?: readonly string[]
  readonly feed?: { readonly format: 'rss' | 'atom'; readonly posts: readonly SitePost[] }
}

export type PackagePlan = {
  readonly name: string
  readonly repository?: string
  readonly monthlyDownloads: number
  readonly versions: readonly { readonly version: string; readonly day: Day }[]
}

export type BackgroundKind =
  | 'release'
  | 'prerelease'
  | 'commit'
  | 'call'
  | 'market'
  | 'deploy'
  | 'upgrade'
  | 'package'
  | 'star'

export type CastMember = {
  readonly slug: string
  readonly demonstrates: string
  /** The situations that the member shows without an action, by their tags in the titles of tests. */
  readonly shows?: readonly string[]
  /** The member's background events while the sandbox runs; empty for members that demonstrate silence or a fault. */
  readonly background: readonly BackgroundKind[]
  readonly repositories?: readonly RepositoryPlan[]
  readonly chain?: readonly (ChainMoment | ChainRhythm)[]
  readonly markets?: readonly MarketPlan[]
  readonly site?: SitePlan
  readonly packages?: readonly PackagePlan[]
}

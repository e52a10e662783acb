import type {
  ChainMoment,
  ChainRhythm,
  CommitStream,
  Day,
  MarketPlan,
  PackagePlan,
  PoolFigures,
  PoolPlan,
  ReleasePlan,
  RepositoryPlan,
  SitePlan,
} from './plan.ts'

/** Releases at an even pace. `{n}` in the tag is replaced by a number that counts up from `first`. */
export function releaseTrain(input: {
  tag: string
  from: Day
  to: Day
  every: number
  first?: number
  prerelease?: true
}): readonly ReleasePlan[] {
  const count = Math.floor((input.to - input.from) / input.every) + 1
  return Array.from({ length: count }, (_, place) => ({
    tag: input.tag.replace('{n}', String(place + (input.first ?? 1))),
    day: input.from + place * input.every,
    ...(input.prerelease ? { prerelease: true } : {}),
  }))
}

export function people(author: string, input: { from: Day; to: Day; perWeek: number }): CommitStream {
  return { style: 'code', author, ...input }
}

/** The supply of a token, unless its plan names another. */
const usualSupply = 100_000_000

/** The launch of a token through the factory, on its curve or not. The source is verified two days later. */
export function launchOn(day: Day, token: { symbol: string; name: string; onCurve?: true }): ChainMoment {
  return {
    day,
    steps: [
      {
        launch: token.symbol,
        as: 'token',
        name: token.name,
        supply: usualSupply,
        ...(token.onCurve === undefined ? {} : { onCurve: token.onCurve }),
        verified: { day: day + 2, kind: 'full', sourcify: 'exact_match' },
      },
    ],
  }
}

/** A verified registry that users call at an even pace until now. */
export function registryInUse(day: Day, input: { every: number }): readonly (ChainMoment | ChainRhythm)[] {
  return [
    {
      day,
      steps: [
        {
          deploy: 'Registry',
          as: 'registry',
          verified: { day: day + 1, kind: 'full', sourcify: 'exact_match' },
        },
      ],
    },
    {
      every: input.every,
      from: day + 3,
      to: -0.2,
      steps: [
        { call: 'publish', on: 'registry', args: ['note {n}'], from: 'user-1' },
        { call: 'endorse', on: 'registry', args: [0], from: 'user-2' },
      ],
    },
  ]
}

/** A pool. It has an FDV only, unless a circulating share is given. */
export function pool(input: {
  priceUsd: number
  supply?: number
  liquidityUsd: number
  volume24hUsd: number
  circulatingShare?: number
  dex?: string
  more?: Partial<Omit<PoolPlan, 'dex' | 'createdDay' | 'figures'>>
}): PoolPlan {
  const fdvUsd = input.priceUsd * (input.supply ?? usualSupply)
  const trades = Math.ceil(input.volume24hUsd / 180)
  const figures: Required<PoolFigures> = {
    priceUsd: input.priceUsd,
    liquidityUsd: input.liquidityUsd,
    volume24hUsd: input.volume24hUsd,
    buys24h: Math.ceil(trades * 0.55),
    sells24h: Math.floor(trades * 0.45),
    fdvUsd,
    marketCapUsd: input.circulatingShare === undefined ? null : fdvUsd * input.circulatingShare,
  }
  return { dex: input.dex ?? 'uniswap', createdDay: -90, figures, ...input.more }
}

export function marketIn(symbol: string, ...pools: readonly PoolPlan[]): MarketPlan {
  return { token: 'token', symbol, pools }
}

/** The market of a token that CoinGecko lists under this id. */
export function listedAs(coingeckoId: string, market: MarketPlan): MarketPlan {
  return { ...market, coingeckoId }
}

/** A site that links to its repository and names its token, where it has them. */
export function siteAt(
  host: string,
  input: {
    title: string
    tagline: string
    repository?: string
    tokenLine?: string
    more?: Partial<SitePlan>
  },
): SitePlan {
  return {
    host,
    title: input.title,
    tagline: input.tagline,
    links: input.repository === undefined ? [] : [`https://github.example/${input.repository}`],
    tokenLines: input.tokenLine === undefined ? [] : [input.tokenLine],
    robots: ['User-agent: *', 'Allow: /'],
    sections: ['/docs'],
    ...input.more,
  }
}

/** One package published from the repository. */
export function packageFrom(
  name: string,
  input: { repository: string; monthlyDownloads: number; version: string; day: Day },
): PackagePlan {
  const versions = [{ version: input.version, day: input.day }]
  return { name, repository: input.repository, monthlyDownloads: input.monthlyDownloads, versions }
}

/** A repository on which one person works every week, with a release every two weeks. */
export function builds(
  fullName: string,
  input: { stars: number; author: string; site?: string; until?: number },
): RepositoryPlan {
  const until = input.until ?? -0.6
  return {
    fullName,
    createdDay: -200,
    stars: input.stars,
    ...(input.site === undefined ? {} : { homepage: `https://${input.site}` }),
    streams: [people(input.author, { from: -119, to: until, perWeek: 4 })],
    releases: releaseTrain({ tag: 'v0.{n}.0', from: -108, to: until - 3, every: 14 }),
  }
}

import { isoOf } from '../clock.ts'
import { digestOf } from '../random.ts'
import { figuresOf, type Market, type Pool } from '../world/markets.ts'
import type { World } from '../world/world.ts'
import { type Answer, json, type ProviderRequest } from './server.ts'

type MarketDeps = { readonly world: World; now(): number }

const network = 'robinhood'
const quote = { address: `0x${digestOf('quote token', 'WETH')}`, name: 'WETH', symbol: 'WETH' }
const addressesAtOnce = 30
const pairsAtOnce = 30

/**
 * Answers as DEX Screener: the pairs of a token, or pairs by address. Like the original, it lists 30 pairs at most,
 * leaves out what it does not know, and answers for a wrong chain as for an unknown token.
 */
export function answerDexscreener(request: ProviderRequest, deps: MarketDeps): Answer {
  const [, kind, chain, list] =
    /^\/(token-pairs\/v1|latest\/dex\/pairs)\/([^/]+)\/([^/]+)$/.exec(request.path) ?? []
  if (chain === undefined || list === undefined) return json(404, { error: 'Not found' })
  const addresses = decodeURIComponent(list).toLowerCase().split(',')
  if (addresses.length > addressesAtOnce) return json(400, { error: `At most ${addressesAtOnce} addresses` })
  const isAsked = (address: string) => chain === network && addresses.includes(address.toLowerCase())
  const markets = [...deps.world.markets.values()]
  if (kind === 'token-pairs/v1') {
    const asked = markets.filter(({ token }) => isAsked(token))
    return json(200, asked.flatMap((market) => withDecoys(market, deps)).slice(0, pairsAtOnce))
  }
  const pairs = markets.flatMap((market) =>
    market.pools
      .filter(({ address }) => isAsked(address))
      .flatMap((pool) => dexscreenerPair(market, pool, deps) ?? []),
  )
  return json(200, {
    schemaVersion: '1.0.0',
    pairs: pairs.length === 0 ? null : pairs,
    pair: pairs[0] ?? null,
  })
}

/** The pairs of a token. Each pair comes after its decoys. */
function withDecoys(market: Market, deps: MarketDeps): readonly unknown[] {
  return market.pools.flatMap((pool) => {
    const own = dexscreenerPair(market, pool, deps)
    if (own === undefined) return []
    const decoys = (pool.plan.decoys ?? []).map((kind) =>
      kind === 'other_chain'
        ? {
            ...own,
            chainId: 'solarnet',
            pairAddress: `0x${digestOf('decoy', pool.address)}`,
            priceUsd: '9.99',
          }
        : {
            ...own,
            baseToken: own.quoteToken,
            quoteToken: own.baseToken,
            priceUsd: '3121.5',
            fdv: 99_000_000_000,
          },
    )
    return [...decoys, own]
  })
}

/** The pair of a pool; undefined when the provider does not list the pool. */
function dexscreenerPair(market: Market, pool: Pool, deps: MarketDeps) {
  const figures = figuresOf(pool, pool.plan.dexscreener, { now: deps.now(), seed: deps.world.seed })
  if (!figures) return undefined
  return {
    chainId: network,
    dexId: pool.plan.dex,
    url: `https://dexscreener.example/${network}/${pool.address}`,
    pairAddress: pool.address,
    labels: ['v3'],
    baseToken: { address: market.token, name: market.name, symbol: market.symbol },
    quoteToken: quote,
    ...given('priceNative', figures.priceUsd === null ? null : String(figures.priceUsd / 3100)),
    ...given('priceUsd', figures.priceUsd === null ? null : String(figures.priceUsd)),
    txns: { h24: { buys: figures.buys24h, sells: figures.sells24h } },
    ...given('volume', figures.volume24hUsd === null ? null : { h24: figures.volume24hUsd }),
    ...given('liquidity', figures.liquidityUsd === null ? null : { usd: figures.liquidityUsd }),
    ...given('fdv', figures.fdvUsd),
    ...given('marketCap', figures.marketCapUsd ?? figures.fdvUsd),
    pairCreatedAt: pool.createdAt,
    info: { websites: [], socials: [] },
  }
}

/**
 * Answers as GeckoTerminal about a token and its pools, and about up to 30 tokens or pools at once. Figures are texts.
 * A token without a pool is a 404; in an answer about several tokens it is left out.
 */
export function answerGeckoterminal(request: ProviderRequest, deps: MarketDeps): Answer {
  const [, name, asked = ''] = /^\/api\/v2\/networks\/([^/]+)\/(.+)$/.exec(request.path) ?? []
  const markets = name === network ? [...deps.world.markets.values()].filter(isListed) : []
  const [, kind, list] = /^(tokens|pools)\/multi\/([^/]+)$/.exec(asked) ?? []
  if (kind !== undefined && list !== undefined) return manyOf(markets, { kind, list }, deps)
  const [, address, ofPools] = /^tokens\/([^/]+)(\/pools)?$/.exec(asked) ?? []
  const market = markets.find(({ token }) => token.toLowerCase() === address?.toLowerCase())
  if (!market) return json(404, { errors: [{ status: '404', title: 'Not Found' }] })
  const data =
    ofPools === undefined
      ? geckoterminalToken(market, deps)
      : listedPools(market).flatMap((pool) => geckoterminalPool(market, pool, deps))
  return json(200, { data })
}

function manyOf(markets: readonly Market[], asked: { kind: string; list: string }, deps: MarketDeps): Answer {
  const addresses = decodeURIComponent(asked.list).toLowerCase().split(',')
  if (addresses.length > addressesAtOnce)
    return json(400, { errors: [{ status: '400', title: 'Exceeded maximum number of addresses' }] })
  const isAsked = (address: string) => addresses.includes(address.toLowerCase())
  const data = markets.flatMap((market) => {
    if (asked.kind === 'tokens') return isAsked(market.token) ? [geckoterminalToken(market, deps)] : []
    const pools = listedPools(market).filter(({ address }) => isAsked(address))
    return pools.flatMap((pool) => geckoterminalPool(market, pool, deps))
  })
  return json(200, { data })
}

function listedPools(market: Market): readonly Pool[] {
  return market.pools.filter((pool) => pool.plan.geckoterminal !== 'absent')
}

function isListed(market: Market): boolean {
  return listedPools(market).length > 0
}

/**
 * A token with the sums over its pools, and the price and valuation of the first. Only `coingecko_coin_id` says whether
 * CoinGecko lists it.
 */
function geckoterminalToken(market: Market, deps: MarketDeps): unknown {
  const input = { now: deps.now(), seed: deps.world.seed }
  const figures = listedPools(market).flatMap((pool) => figuresOf(pool, pool.plan.geckoterminal, input) ?? [])
  const address = market.token.toLowerCase()
  return {
    id: `${network}_${address}`,
    type: 'token',
    attributes: {
      address,
      name: market.name,
      symbol: market.symbol,
      decimals: 18,
      coingecko_coin_id: market.coingeckoId ?? null,
      price_usd: inWords(figures[0]?.priceUsd ?? null),
      fdv_usd: inWords(figures[0]?.fdvUsd ?? null),
      market_cap_usd: inWords(figures[0]?.marketCapUsd ?? null),
      total_reserve_in_usd: inWords(sumOf(figures.map(({ liquidityUsd }) => liquidityUsd))),
      volume_usd: { h24: inWords(sumOf(figures.map(({ volume24hUsd }) => volume24hUsd))) },
    },
  }
}

function geckoterminalPool(market: Market, pool: Pool, deps: MarketDeps): readonly unknown[] {
  const figures = figuresOf(pool, pool.plan.geckoterminal, { now: deps.now(), seed: deps.world.seed })
  if (!figures) return []
  return [
    {
      id: `${network}_${pool.address}`,
      type: 'pool',
      attributes: {
        name: `${market.symbol} / ${quote.symbol}`,
        address: pool.address,
        base_token_price_usd: inWords(figures.priceUsd),
        quote_token_price_usd: '3100.0',
        reserve_in_usd: inWords(figures.liquidityUsd),
        fdv_usd: inWords(figures.fdvUsd),
        market_cap_usd: inWords(figures.marketCapUsd),
        volume_usd: { h24: inWords(figures.volume24hUsd) },
        transactions: { h24: { buys: figures.buys24h, sells: figures.sells24h } },
        pool_created_at: isoOf(pool.createdAt),
      },
      relationships: {
        base_token: { data: { id: `${network}_${market.token.toLowerCase()}`, type: 'token' } },
        quote_token: { data: { id: `${network}_${quote.address}`, type: 'token' } },
        dex: { data: { id: pool.plan.dex, type: 'dex' } },
      },
    },
  ]
}

function given<K extends string, T>(key: K, value: T | null): { [P in K]?: T } {
  return value === null ? {} : ({ [key]: value } as { [P in K]?: T })
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

function inWords(value: number | null): string | null {
  return value === null ? null : String(value)
}

import type { Ask } from './observe.ts'

/** What one provider says about a token at an instant. A figure that it does not give is undefined. */
export type MarketReading = {
  readonly provider: string
  readonly at: number
  readonly liquidity: number | undefined
  readonly volume: number | undefined
  readonly trades: number | undefined
  readonly price: number | undefined
  readonly valuation: { readonly kind: 'marketCap' | 'fdv'; readonly value: number } | undefined
  readonly pools: readonly { readonly address: string; readonly liquidity: number | undefined }[]
}

type Pool = {
  readonly address: string
  readonly liquidity: number | undefined
  readonly volume: number | undefined
  readonly trades: number | undefined
  readonly price: number | undefined
  readonly fdv: number | undefined
  readonly cap: number | undefined
}
const NETWORK = 'robinhood'

/** Reads the market of a token as a provider had it at an instant. Undefined when the provider lists no pool. */
export async function readMarket(
  ask: Ask,
  input: { readonly provider: string; readonly token: string; readonly at: number },
): Promise<MarketReading | undefined> {
  const pools =
    input.provider === 'dexscreener' ? await dexscreener(ask, input) : await geckoterminal(ask, input)
  return pools.length === 0 ? undefined : together(pools, input)
}

async function dexscreener(ask: Ask, { token, at }: { token: string; at: number }): Promise<readonly Pool[]> {
  type Pair = {
    chainId: string
    pairAddress: string
    baseToken: { address: string }
    priceUsd?: string
    txns: { h24: { buys: number; sells: number } }
    volume?: { h24: number }
    liquidity?: { usd: number }
    fdv?: number
    marketCap?: number
  }
  const { value } = await ask({ provider: 'dexscreener', path: `/token-pairs/v1/${NETWORK}/${token}`, at })
  return (value as readonly Pair[])
    .filter(({ chainId, baseToken }) => chainId === NETWORK && baseToken.address.toLowerCase() === token)
    .map((pair) => ({
      address: pair.pairAddress,
      liquidity: pair.liquidity?.usd,
      volume: pair.volume?.h24,
      trades: pair.txns.h24.buys + pair.txns.h24.sells,
      price: numberOf(pair.priceUsd),
      // DEX Screener repeats the fully diluted value as the market cap where it knows no supply in circulation.
      fdv: pair.fdv,
      cap: pair.marketCap === pair.fdv ? undefined : pair.marketCap,
    }))
}

async function geckoterminal(ask: Ask, { token, at }: { token: string; at: number }) {
  type Attributes = {
    address: string
    base_token_price_usd: string | null
    reserve_in_usd: string | null
    fdv_usd: string | null
    market_cap_usd: string | null
    volume_usd: { h24: string | null }
    transactions: { h24: { buys: number; sells: number } }
  }
  const path = `/api/v2/networks/${NETWORK}/tokens/${token}/pools`
  const { status, value } = await ask({ provider: 'geckoterminal', path, at })
  if (status !== 200) return []
  return (value as { data: readonly { attributes: Attributes }[] }).data.map(({ attributes }): Pool => {
    const { buys, sells } = attributes.transactions.h24
    return {
      address: attributes.address,
      liquidity: numberOf(attributes.reserve_in_usd),
      volume: numberOf(attributes.volume_usd.h24),
      trades: buys + sells,
      price: numberOf(attributes.base_token_price_usd),
      fdv: numberOf(attributes.fdv_usd),
      cap: numberOf(attributes.market_cap_usd),
    }
  })
}

/** The market of all pools: figures are sums, and price and valuation are those of the deepest pool. */
function together(pools: readonly Pool[], { provider, at }: { provider: string; at: number }): MarketReading {
  const deepest = pools.toSorted((a, b) => (b.liquidity ?? -1) - (a.liquidity ?? -1))[0]
  return {
    provider,
    at,
    liquidity: sumOf(pools.map(({ liquidity }) => liquidity)),
    volume: sumOf(pools.map(({ volume }) => volume)),
    trades: sumOf(pools.map(({ trades }) => trades)),
    price: positive(deepest?.price),
    valuation: valuationOf(deepest),
    pools: pools.map(({ address, liquidity }) => ({ address, liquidity })),
  }
}

/** The market cap, or else the fully diluted value. */
function valuationOf(pool: Pool | undefined): MarketReading['valuation'] {
  const cap = positive(pool?.cap)
  if (cap !== undefined) return { kind: 'marketCap', value: cap }
  const fdv = positive(pool?.fdv)
  return fdv === undefined ? undefined : { kind: 'fdv', value: fdv }
}

/** The sum of known values; undefined when one of them is unknown. */
function sumOf(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  )
}

function numberOf(text: string | null | undefined): number | undefined {
  return text === null || text === undefined ? undefined : Number(text)
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}

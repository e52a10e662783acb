import type { MarketPlan, PoolFigures, PoolPlan, ProviderView } from '../cast/plan.ts'
import { DAY, HOUR } from '../clock.ts'
import { digestOf, randomFrom } from '../random.ts'

/** How far a figure is at most above or below its level in an hour, as a fraction. */
const drift = 0.02

export type Pool = {
  readonly address: `0x${string}`
  readonly plan: PoolPlan
  readonly createdAt: number
  /** The instant from which the planned figures apply; undefined when they always do. */
  readonly changedAt: number | undefined
  /** Factor on the planned price. Market events change it. */
  level: number
  /** Factor on the planned volume. Actions change it. */
  busy: number
  gone: boolean
}

export type Market = {
  readonly token: `0x${string}`
  readonly symbol: string
  readonly name: string
  /** The token's id at CoinGecko; undefined when CoinGecko does not list the token. */
  readonly coingeckoId: string | undefined
  readonly pools: Pool[]
}

type Figures = Required<PoolFigures>

export function marketOf(input: {
  plan: MarketPlan
  token: `0x${string}`
  name: string
  epoch: number
}): Market {
  const pools = input.plan.pools.map((plan, place) => ({
    address: `0x${digestOf('pool', input.token.toLowerCase(), place)}` as const,
    plan,
    createdAt: input.epoch + plan.createdDay * DAY,
    changedAt: plan.before && input.epoch + plan.before.day * DAY,
    level: 1,
    busy: 1,
    gone: false,
  }))
  const { symbol, coingeckoId } = input.plan
  return { token: input.token, symbol, name: input.name, coingeckoId, pools }
}

/** A provider's figures of the pool at an instant; undefined when the provider does not list the pool. */
export function figuresOf(
  pool: Pool,
  view: ProviderView | undefined,
  input: { now: number; seed: string },
): Figures | undefined {
  if (view === 'absent') return undefined
  const before = pool.changedAt === undefined || input.now >= pool.changedAt ? {} : pool.plan.before?.figures
  const planned: Figures = { ...pool.plan.figures, ...view, ...before }
  const random = randomFrom(input.seed, pool.address, Math.floor(input.now / HOUR))
  const factor = pool.level * (1 + drift * (random.fraction() * 2 - 1))
  const left = pool.gone ? 0.002 : 1
  const priced = {
    ...planned,
    priceUsd: scaled(planned.priceUsd, factor),
    fdvUsd: scaled(planned.fdvUsd, factor),
    marketCapUsd: scaled(planned.marketCapUsd, factor),
    liquidityUsd: scaled(planned.liquidityUsd, left * Math.sqrt(factor)),
    volume24hUsd: scaled(planned.volume24hUsd, left * factor * pool.busy),
  }
  return pool.gone ? { ...priced, volume24hUsd: 0, buys24h: 0, sells24h: 0 } : priced
}

function scaled(value: number | null, factor: number): number | null {
  return value === null ? null : Number((value * factor).toPrecision(9))
}

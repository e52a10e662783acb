import type { MarketReading } from '../world/market.ts'
import type { Project, State } from '../world/state.ts'
import { BETWEEN_RUNS } from './passes.ts'
import { dayOf, HOUR } from './times.ts'

export type MarketStatus = 'LIVE' | 'LOW_LIQUIDITY' | 'NO_TRADING' | 'LIQUIDITY_GONE' | 'INSUFFICIENT_DATA'
export type Figure = {
  readonly value: number
  readonly kind: string
  readonly provider: string
  readonly observedAt: number
}
export type Market = {
  readonly status: MarketStatus
  /** The reading that last showed the status. */
  readonly observedAt: number | undefined
  readonly valuation: Figure | undefined
  /** The dead status that withholds a figure of the last 72 hours, until another status is known. */
  readonly dead: 'LIQUIDITY_GONE' | 'NO_TRADING' | undefined
  /** Whether the newest readings are in doubt. */
  readonly doubted: boolean
}
/** The status after a pass of readings, and the reading that last showed it. */
export type Judged = {
  readonly at: number
  readonly status: MarketStatus
  readonly observedAt: number | undefined
  readonly lastKnown: Known | undefined
}
type Known = Exclude<MarketStatus, 'INSUFFICIENT_DATA'>
/** The status that the readings up to one reading show; undefined when they show none. */
type Shown = Known | 'doubted' | undefined

const KEPT = 72 * HOUR
const FRESH = 24 * HOUR
const COMPARED = 2 * HOUR
/** A pool is known this long after its provider last gave its liquidity. */
const KNOWN = 30 * 24 * HOUR

/** The readings of a project's market up to an instant, oldest first. */
export function marketReadings(state: State, { token }: Project, at: number): readonly MarketReading[] {
  return ['dexscreener', 'geckoterminal']
    .flatMap((provider) => state.markets.get(`${provider} ${token}`) ?? [])
    .filter((reading) => reading.at <= at)
    .toSorted((a, b) => a.at - b.at)
}

/** Market status and valuation at an instant (market.status, market.valuation). */
export function marketAt(state: State, project: Project, at: number): Market {
  const readings = marketReadings(state, project, at)
  const { status, observedAt, lastKnown } = statusAt(judgedPasses(readings), at)
  const recent = readings.filter((reading) => at - reading.at <= KEPT)
  const newest = recent.at(-1)
  const figure = valuationOf(recent)
  const isDead = lastKnown === 'LIQUIDITY_GONE' || lastKnown === 'NO_TRADING'
  const dead = isDead && figure !== undefined ? lastKnown : undefined
  const doubted = newest !== undefined && shownAt(readings, newest, false) === 'doubted'
  const valuation = isDead || doubted ? undefined : figure
  return { status, observedAt, dead, doubted, valuation }
}

/** The newest market cap, or else the newest fully diluted value. */
function valuationOf(readings: readonly MarketReading[]): Figure | undefined {
  for (const kind of ['marketCap', 'fdv'] as const) {
    const found = readings.findLast(
      (reading) => reading.valuation?.kind === kind && !isOverturned(reading) && isBacked(reading),
    )
    if (found?.valuation !== undefined)
      return {
        value: found.valuation.value,
        kind,
        provider: found.provider,
        observedAt: found.at,
      }
  }
  return undefined
}

/** The status after each pass of readings. Earlier statuses decide which moves are possible. */
export function judgedPasses(readings: readonly MarketReading[]): readonly Judged[] {
  let status: MarketStatus = 'INSUFFICIENT_DATA'
  let lastKnown: Known | undefined
  let observedAt: number | undefined
  const passes = readings.filter(
    (reading, place) => (readings[place + 1]?.at ?? Number.POSITIVE_INFINITY) - reading.at > BETWEEN_RUNS,
  )
  return passes.map((newest) => {
    const known = readings.filter((reading) => reading.at <= newest.at)
    const gone = lastKnown === 'LIQUIDITY_GONE'
    if (observedAt !== undefined && newest.at - observedAt > KEPT)
      [status, observedAt] = ['INSUFFICIENT_DATA', undefined]
    const shows = shownAt(known, newest, gone)
    if (shows !== undefined && isMove({ status, shows, known, gone }))
      status = shows === 'doubted' ? 'INSUFFICIENT_DATA' : shows
    if (status !== 'INSUFFICIENT_DATA') lastKnown = status
    observedAt = known.findLast(
      (reading) => shownAt(known, reading, gone || status === 'LIQUIDITY_GONE') === status,
    )?.at
    return { at: newest.at, status, observedAt, lastKnown }
  })
}

/** The status at an instant. It lapses when no reading of the last 72 hours showed it. */
export function statusAt(judged: readonly Judged[], at: number): Omit<Judged, 'at'> {
  const last = judged.findLast((each) => each.at <= at)
  const { status, observedAt, lastKnown } = last ?? {
    status: 'INSUFFICIENT_DATA' as const,
    observedAt: undefined,
    lastKnown: undefined,
  }
  if (status === 'INSUFFICIENT_DATA' || observedAt === undefined || at - observedAt > KEPT)
    return { status: 'INSUFFICIENT_DATA', observedAt: undefined, lastKnown }
  return { status, observedAt, lastKnown }
}

/**
 * Whether the status moves. From an unknown status, one reading is enough for a known one. Otherwise all readings over
 * an hour must agree.
 */
function isMove({
  status,
  shows,
  known,
  gone,
}: {
  readonly status: MarketStatus
  readonly shows: Known | 'doubted'
  readonly known: readonly MarketReading[]
  readonly gone: boolean
}): boolean {
  if (shows === status || (status === 'INSUFFICIENT_DATA' && shows !== 'doubted')) return true
  const newest = known.at(-1) as MarketReading
  const begin = known.findLastIndex((reading) => newest.at - reading.at >= HOUR)
  return begin >= 0 && known.slice(begin).every((reading) => shownAt(known, reading, gone) === shows)
}

/**
 * The status that the market shows at a reading. The newest readings of every provider within 24 hours decide it
 * together.
 */
function shownAt(readings: readonly MarketReading[], newest: MarketReading, gone: boolean): Shown {
  const before = readings.slice(0, readings.indexOf(newest) + 1)
  const latest = newestOfEach(before).filter((reading) => newest.at - reading.at <= FRESH)
  const others = latest.filter((reading) => reading !== newest)
  if (others.some((other) => newest.at - other.at <= COMPARED && disagree(newest, other))) return 'doubted'
  if (isContradicted(readings, newest)) return 'doubted'
  const believed = latest.filter((reading) => !isOverturned(reading))
  const deciding = believed.find(({ liquidity }) => liquidity !== undefined) ?? believed[0]
  if (deciding === undefined || isLaunchSupply(deciding)) return 'doubted'
  const own = before.filter(({ provider }) => provider === deciding.provider)
  const left = hasEmptiedPools(own) ? departureOf(own) : undefined
  if (left === 'gone') return 'LIQUIDITY_GONE'
  const shown = left === 'pending' ? undefined : shownBy(deciding, knownPools(own, newest.at))
  const isBack = shown === 'LIVE' || shown === 'LOW_LIQUIDITY' || (deciding.liquidity ?? 0) >= 5000
  return gone && !isBack ? 'LIQUIDITY_GONE' : shown
}

/** The newest reading of each provider, newest first. */
function newestOfEach(readings: readonly MarketReading[]): readonly MarketReading[] {
  return [...Map.groupBy(readings, ({ provider }) => provider).values()]
    .map((of) => of.at(-1) as MarketReading)
    .toSorted((a, b) => b.at - a.at)
}

/** Whether a later reading of the other provider disagrees. The two readings must be nearest to each other in time. */
function isContradicted(readings: readonly MarketReading[], reading: MarketReading): boolean {
  const nearestTo = (of: MarketReading) =>
    readings
      .filter(({ provider }) => provider !== of.provider)
      .toSorted((a, b) => Math.abs(a.at - of.at) - Math.abs(b.at - of.at))[0]
  const other = nearestTo(reading)
  if (other === undefined || other.at < reading.at || other.at - reading.at > COMPARED) return false
  return nearestTo(other) === reading && disagree(reading, other)
}

function disagree(a: MarketReading, b: MarketReading): boolean {
  return differs(a.liquidity, b.liquidity, 100) || differs(a.price, b.price, 0)
}

function differs(a: number | undefined, b: number | undefined, dust: number): boolean {
  if (a === undefined || b === undefined || Math.max(a, b) <= dust) return false
  return Math.max(a, b) > 3 * Math.min(a, b)
}

function isOverturned({ volume, liquidity }: MarketReading): boolean {
  return volume !== undefined && liquidity !== undefined && liquidity > 100 && volume > 20 * liquidity
}

/** Whether the liquidity of the reading is at least a ten-thousandth of the valuation. */
function isBacked({ liquidity, valuation }: MarketReading): boolean {
  return liquidity === undefined || valuation === undefined || valuation.value <= 10_000 * liquidity
}

/**
 * Whether a pool without trades holds half of the valuation or more, as at a launch. All three figures must come from
 * one reading: figures of two providers prove nothing.
 */
function isLaunchSupply({ liquidity, valuation, trades }: MarketReading): boolean {
  if (liquidity === undefined || valuation === undefined) return false
  return trades === 0 && liquidity >= valuation.value / 2
}

/** The pools of a provider with more than $100, each with the liquidity that was given last. */
function knownPools(own: readonly MarketReading[], at: number): ReadonlyMap<string, number> {
  const recent = own.filter((reading) => at - reading.at <= KNOWN)
  const given = recent.flatMap(({ pools }) =>
    pools.flatMap(({ address, liquidity }): [string, number][] =>
      liquidity === undefined ? [] : [[address, liquidity]],
    ),
  )
  return new Map([...new Map(given)].filter(([, liquidity]) => liquidity > 100))
}

/**
 * Whether the newest reading gives a tenth or less of the highest liquidity of each pool that ever had more than $100.
 */
function hasEmptiedPools(own: readonly MarketReading[]): boolean {
  const newest = own.findLast(({ liquidity }) => liquidity !== undefined)
  const most = new Map<string, number>()
  for (const { address, liquidity = 0 } of own.flatMap(({ pools }) => pools))
    most.set(address, Math.max(liquidity, most.get(address) ?? 0))
  return [...most].every(([pool, usd]) => {
    const now = newest?.pools.find(({ address }) => address === pool)?.liquidity
    return usd <= 100 || (now !== undefined && now <= usd / 10)
  })
}

/**
 * The status that one reading shows. A known pool that the reading lacks may still have its liquidity and its trades.
 */
function shownBy(
  { liquidity, volume, trades, pools }: MarketReading,
  known: ReadonlyMap<string, number>,
): Known | undefined {
  const unlisted = [...known.keys()].filter((pool) => pools.every(({ address }) => address !== pool))
  const given = new Set(pools.flatMap((pool) => (pool.liquidity === undefined ? [] : [pool.address])))
  const missing = [...known].filter(([pool]) => !given.has(pool)).reduce((sum, [, usd]) => sum + usd, 0)
  const hasUnpriced = missing > 0 && trades !== undefined && trades > 0
  if (volume !== undefined && volume <= 1)
    return unlisted.length === 0 && !hasUnpriced ? 'NO_TRADING' : undefined
  if (liquidity === undefined) return undefined
  if (liquidity < 5000 && liquidity + missing >= 5000) return undefined
  const isTraded = volume === undefined ? (trades ?? 0) > 0 : volume >= 50
  if (liquidity >= 5000 && isTraded) return 'LIVE'
  return liquidity > 100 && liquidity < 5000 ? 'LOW_LIQUIDITY' : undefined
}

/**
 * `pending` when a tenth or less of a live market's liquidity is left. `gone` when that is so on two UTC days, at least
 * 12 hours apart.
 */
function departureOf(readings: readonly MarketReading[]): 'gone' | 'pending' | undefined {
  const live = readings.filter(({ liquidity }) => (liquidity ?? 0) >= 5000)
  const newest = readings.at(-1)
  if (live.length < 2 || newest === undefined) return undefined
  const level = Math.max(...live.map(({ liquidity }) => liquidity ?? 0))
  const isLow = ({ liquidity }: MarketReading) =>
    liquidity !== undefined && liquidity < 5000 && liquidity <= level / 10
  if (!isLow(newest)) return undefined
  const begin = readings.findLastIndex((reading) => reading.liquidity !== undefined && !isLow(reading)) + 1
  const low = readings.slice(begin).filter(isLow)
  const first = low[0] as MarketReading
  const isTwoDays = dayOf(first.at) !== dayOf(newest.at) && newest.at - first.at >= 12 * HOUR
  return isTwoDays ? 'gone' : 'pending'
}

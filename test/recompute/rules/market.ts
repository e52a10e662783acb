import type { MarketReading } from '../world/market.ts'
import type { Project, State } from '../world/state.ts'
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
  readonly withheld: boolean
}
type Judged = MarketReading & { readonly doubted: boolean; readonly shows: MarketStatus | undefined }

const KEPT = 72 * HOUR

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
  const judged = readings.map((reading) => judge(reading, readings))
  const { status, observedAt, pending } = statusOf(judged, at)
  const isDead = status === 'LIQUIDITY_GONE' || status === 'NO_TRADING'
  const recent = judged.filter((reading) => at - reading.at <= KEPT)
  const newest = newestRound(recent)
  const doubted = newest.length > 0 && newest.every((reading) => reading.doubted)
  const withheld = isDead || doubted || pending
  return { status, observedAt, withheld, valuation: withheld ? undefined : valuationOf(recent) }
}

/** The newest reading of each provider. */
function newestRound(readings: readonly Judged[]): readonly Judged[] {
  return [...Map.groupBy(readings, ({ provider }) => provider).values()].map((of) => of.at(-1) as Judged)
}

/** The newest market cap, or else the newest fully diluted value. */
function valuationOf(readings: readonly Judged[]): Figure | undefined {
  for (const kind of ['marketCap', 'fdv'] as const) {
    const found = readings.findLast((reading) => reading.valuation?.kind === kind && !isOverturned(reading))
    if (found?.valuation !== undefined)
      return { ...{ value: found.valuation.value, kind, provider: found.provider }, observedAt: found.at }
  }
  return undefined
}

/** A reading is compared with what the other provider said within two hours. */
function judge(reading: MarketReading, readings: readonly MarketReading[]): Judged {
  const others = readings.filter(
    (other) => other.provider !== reading.provider && Math.abs(reading.at - other.at) <= 2 * HOUR,
  )
  const newest = others.at(-1)
  const doubted =
    isOverturned(reading) ||
    isLaunchSupply(completed(reading, newest)) ||
    (newest !== undefined &&
      (differs(reading.liquidity, newest.liquidity) || differs(reading.price, newest.price)))
  return { ...reading, doubted, shows: doubted ? undefined : shownBy(reading) }
}

/** A reading with the figures that only the other provider gives. */
function completed(reading: MarketReading, other: MarketReading | undefined): MarketReading {
  const { liquidity = other?.liquidity, valuation = other?.valuation, trades = other?.trades } = reading
  return { ...reading, liquidity, valuation, trades }
}

function isOverturned({ volume, liquidity }: MarketReading): boolean {
  return volume !== undefined && liquidity !== undefined && volume > 50 * liquidity
}

function isLaunchSupply({ liquidity, valuation, trades }: MarketReading): boolean {
  if (liquidity === undefined || valuation === undefined) return false
  return trades === 0 && liquidity >= valuation.value / 2
}

function differs(a: number | undefined, b: number | undefined): boolean {
  if (a === undefined || b === undefined || a === 0 || b === 0) return false
  return Math.max(a, b) / Math.min(a, b) > 3
}

/** What a reading alone shows. */
function shownBy({ liquidity, volume, trades }: MarketReading): MarketStatus | undefined {
  if (volume !== undefined && volume <= 1) return 'NO_TRADING'
  if (liquidity === undefined) return undefined
  if (liquidity >= 5000 && (trades ?? 0) > 0) return 'LIVE'
  return liquidity > 100 && liquidity < 5000 ? 'LOW_LIQUIDITY' : undefined
}

/** The status after all readings: a move needs two that agree an hour apart, and a status stays for 72 hours. */
function statusOf(readings: readonly Judged[], at: number) {
  let status: MarketStatus = 'INSUFFICIENT_DATA'
  let observedAt: number | undefined
  let agreeing: { shows: MarketStatus; since: number } | undefined
  let pending = false
  for (const [place, reading] of readings.entries()) {
    if (observedAt !== undefined && reading.at - observedAt > KEPT && status !== 'LIQUIDITY_GONE') {
      status = 'INSUFFICIENT_DATA'
      observedAt = undefined
    }
    const gone = goneBy(readings.slice(0, place + 1))
    pending = gone === 'pending'
    if (pending) continue
    const shows = gone === 'gone' ? 'LIQUIDITY_GONE' : reading.shows
    if (shows === undefined) continue
    if (status === 'LIQUIDITY_GONE' && shows !== 'LIQUIDITY_GONE' && !(reading.liquidity ?? 0)) continue
    if (agreeing?.shows !== shows) agreeing = { shows, since: reading.at }
    const isMove =
      status === 'INSUFFICIENT_DATA' || shows === 'LIQUIDITY_GONE' || reading.at - agreeing.since >= HOUR
    if (shows === status || isMove) {
      status = shows
      observedAt = reading.at
    }
  }
  const kept = observedAt !== undefined && at - observedAt <= KEPT
  if (status === 'LIVE' && observedAt !== undefined && at - observedAt > KEPT) return none(pending)
  return kept || status === 'LIQUIDITY_GONE' ? { status, observedAt, pending } : none(pending)
}

function none(pending: boolean) {
  return { status: 'INSUFFICIENT_DATA' as const, observedAt: undefined, pending }
}

/** A tenth or less of a live market's liquidity is left in every pool: pending, and gone on two UTC days 12 hours apart. */
function goneBy(readings: readonly Judged[]): 'gone' | 'pending' | undefined {
  const live = readings.filter(({ liquidity }) => (liquidity ?? 0) >= 5000)
  const newest = readings.at(-1)
  if (live.length < 2 || newest === undefined) return undefined
  const level = Math.max(...live.map(({ liquidity }) => liquidity ?? 0))
  const isLow = ({ liquidity }: MarketReading) =>
    liquidity !== undefined && liquidity < 5000 && liquidity <= level / 10
  if (!isLow(newest)) return undefined
  const begin = readings.findLastIndex((reading) => reading.liquidity !== undefined && !isLow(reading)) + 1
  const low = readings.slice(begin).filter(isLow)
  const first = low[0] as Judged
  const isTwoDays = dayOf(first.at) !== dayOf(newest.at) && newest.at - first.at >= 12 * HOUR
  return isTwoDays ? 'gone' : 'pending'
}

import { nonEmpty } from '#contract/claim.ts'
import { addDays, type CalendarDate, dateOf, type Instant, msOf, startOfDate } from '#contract/time.ts'
import type { MarketReading } from '#domain/evidence.ts'
import type { Finding } from '#domain/project/signals.ts'
import { isPlausible, type TimedReading, timedReadings } from './verdict.ts'

/** Thresholds of the market signals. They are context and never an input of the building rules. */
export const MARKET_SIGNALS_RULE = {
  id: 'signals.market@5',
  baselineDays: 7,
  baselineDaysAtLeast: 5,
  liquidity: { factor: 2, usdAtLeast: 5_000, days: 2 },
  volume: { factor: 5, usdAtLeast: 10_000, days: 1 },
  /** Volume is compared only while at most this share of the liquidity is in pools that are no longer listed. */
  missingAtMost: 0.1,
} as const

type MarketSignalKind = 'liquidity_rose' | 'liquidity_fell' | 'volume_spike'
type MarketSignal = Finding & { readonly kind: MarketSignalKind; readonly group: 'market' }

const { liquidity, volume } = MARKET_SIGNALS_RULE

/** Each signal, with the figure it compares and whether one provider's last days show it against the days before. */
const SIGNALS: readonly {
  readonly kind: MarketSignalKind
  readonly title: string
  readonly figure: 'liquidityUsd' | 'volume24hUsd'
  readonly shows: (usd: number, before: number) => boolean
}[] = [
  {
    kind: 'liquidity_rose',
    title: 'Liquidity at least doubled over two days',
    figure: 'liquidityUsd',
    shows: (usd, before) => usd >= liquidity.factor * before && usd - before >= liquidity.usdAtLeast,
  },
  {
    kind: 'liquidity_fell',
    title: 'Liquidity at least halved over two days',
    figure: 'liquidityUsd',
    shows: (usd, before) => usd * liquidity.factor <= before && before - usd >= liquidity.usdAtLeast,
  },
  {
    kind: 'volume_spike',
    title: 'Volume of a day at least five times that of the week before',
    figure: 'volume24hUsd',
    shows: (usd, before) => usd >= volume.factor * before && usd >= volume.usdAtLeast,
  },
]

/** The current market signals, and the undecided ones, for which no provider's days can be compared. */
type MarketSignals = {
  readonly undecided: readonly MarketSignalKind[]
  readonly signals: readonly MarketSignal[]
}

/**
 * The market signals of the last complete UTC days against the seven days before them. Liquidity: two days at least
 * twice or at most half, by at least $5,000. Volume: one day at least five times, and at least $10,000. A day's figure
 * is the median of a provider's plausible readings. The last day is complete once a reading follows it. Every
 * comparable provider must agree. A pool that is no longer listed is not known to be empty. Signals state no cause.
 */
export function marketSignals(readings: readonly MarketReading[], now: Instant): MarketSignals {
  const plausible = timedReadings(readings, msOf(now)).filter(isPlausible)
  const providers = [...Map.groupBy(plausible, ({ provider }) => provider).values()]
  const compared = SIGNALS.map((signal) => ({
    ...signal,
    known: providers.map((own) => shownBy(own, signal, now)).filter((one) => one !== undefined),
  }))
  return {
    undecided: compared.filter(({ known }) => known.length === 0).map(({ kind }) => kind),
    signals: compared.flatMap(({ kind, title, known }) =>
      known.every(({ isShown }) => isShown) ? signalOf(kind, title, known) : [],
    ),
  }
}

/** The figures of the last complete days and the median of the days before. */
type Compared = Pick<MarketReading, 'sourceId' | 'provider'> & {
  readonly figures: readonly number[]
  readonly before: number
  readonly from: CalendarDate
  readonly to: CalendarDate
}

/**
 * A provider's days compared, and whether they show the signal. Undefined when the days were not read, and when the
 * result depends on whether pools that are no longer listed are empty or still have their last liquidity.
 */
function shownBy(
  own: readonly TimedReading[],
  { figure, shows }: (typeof SIGNALS)[number],
  now: Instant,
): (Compared & { readonly isShown: boolean }) | undefined {
  const isLiquidity = figure === 'liquidityUsd'
  const { days } = isLiquidity ? liquidity : volume
  const listed = compare(own, { days, figureOf: isLiquidity ? listedUsd : volumeUsd }, now)
  const held = isLiquidity ? compare(own, { days, figureOf: heldUsd }, now) : listed
  if (listed === undefined || held === undefined) return undefined
  const [isShown, isShownWithThem] = [listed, held].map(({ figures, before }) =>
    figures.every((usd) => shows(usd, before)),
  )
  return isShown === isShownWithThem ? { ...listed, isShown: isShown === true } : undefined
}

/** A reading's figure; null when it is not given or not compared. */
type FigureOf = (reading: TimedReading) => number | null

const listedUsd: FigureOf = ({ liquidityUsd }) => liquidityUsd
const heldUsd: FigureOf = ({ liquidityUsd, missing }) =>
  liquidityUsd === null ? null : liquidityUsd + missing.usd
/**
 * The volume of a reading; null when too much of the liquidity is in pools that are not listed, whose trades are
 * unknown.
 */
const volumeUsd: FigureOf = ({ liquidityUsd, volume24hUsd, missing }) => {
  if (!missing.unlisted) return volume24hUsd
  const isSmall =
    liquidityUsd !== null && missing.usd <= MARKET_SIGNALS_RULE.missingAtMost * (liquidityUsd + missing.usd)
  return isSmall ? volume24hUsd : null
}

function compare(
  own: readonly TimedReading[],
  { days, figureOf }: { readonly days: number; readonly figureOf: FigureOf },
  now: Instant,
): Compared | undefined {
  const to = dateOf(now)
  const from = addDays(to, -days)
  const byDay = Map.groupBy(own, ({ observedAt }) => dateOf(observedAt))
  const ofDays = (first: CalendarDate, count: number) =>
    Array.from({ length: count }, (_, day) => byDay.get(addDays(first, day))).flatMap((read) =>
      read === undefined ? [] : middleOf(read.map(figureOf).filter((usd) => usd !== null)),
    )
  const figures = ofDays(from, days)
  const earlier = ofDays(addDays(from, -MARKET_SIGNALS_RULE.baselineDays), MARKET_SIGNALS_RULE.baselineDays)
  const [before] = middleOf(earlier)
  const [first] = own
  const isOver = [...byDay.keys()].some((day) => day >= to)
  const isRead =
    isOver && figures.length === days && earlier.length >= MARKET_SIGNALS_RULE.baselineDaysAtLeast
  if (!isRead || before === undefined || first === undefined) return undefined
  return { sourceId: first.sourceId, provider: first.provider, figures, before, from, to }
}

/** The median as a list with one figure, the lower middle figure of an even count; empty for no figures. */
function middleOf(figures: readonly number[]): readonly number[] {
  const sorted = figures.toSorted((a, b) => a - b)
  return sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.ceil(sorted.length / 2))
}

function signalOf(
  kind: MarketSignalKind,
  title: string,
  shown: readonly Compared[],
): readonly MarketSignal[] {
  const [first] = shown
  const evidence = nonEmpty([...new Set(shown.map(({ sourceId }) => sourceId))])
  if (first === undefined || evidence === undefined) return []
  const window = { windowFrom: startOfDate(first.from), windowTo: startOfDate(first.to) }
  return [
    {
      kind,
      group: 'market',
      title,
      ...window,
      evidence,
      rule: MARKET_SIGNALS_RULE.id,
      facts: { providers: shown.map(({ provider, figures, before }) => ({ provider, figures, before })) },
    },
  ]
}

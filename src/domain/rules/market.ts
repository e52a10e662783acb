import { INTEGRITY_RULE } from '#domain/market/integrity.ts'
import { MARKET_SIGNALS_RULE } from '#domain/market/signals.ts'
import { VALUATION_RULE } from '#domain/market/valuation.ts'
import { MARKET_RULE } from '#domain/market/verdict.ts'
import { FACT_NAMES } from '#domain/project/evidence-words.ts'
import { counted, dollarAmount, percent, type Rule, span } from './rule.ts'

const { liquidity, volume } = MARKET_SIGNALS_RULE

/** The rules of market readings. No rule of building uses what they conclude. */
export const MARKET_RULES: readonly Rule[] = [
  {
    id: MARKET_RULE.id,
    title: FACT_NAMES['market.status'],
    concludes: ['market.status'],
    text: `LIVE with liquidity of at least ${dollarAmount(MARKET_RULE.liveLiquidityUsd)} and a volume of at least ${dollarAmount(MARKET_RULE.liveVolumeUsd)} in a reading at most ${span(MARKET_RULE.freshMs)} old, NO_TRADING with a volume of at most ${dollarAmount(MARKET_RULE.tradedUsd)}, else LOW_LIQUIDITY with a liquidity below ${dollarAmount(MARKET_RULE.liveLiquidityUsd)} and above ${dollarAmount(MARKET_RULE.dustUsd)}. LIQUIDITY_GONE comes before these, if at most ${percent(MARKET_RULE.goneShare)} of a live market's liquidity and at most ${dollarAmount(MARKET_RULE.liveLiquidityUsd)} is left, in every known pool (one that a reading lists without its liquidity, or not at all, may still be liquid and traded), on ${MARKET_RULE.goneDays} UTC days at least ${span(MARKET_RULE.goneApartMs)} apart. A move needs two readings that agree, at least ${span(MARKET_RULE.agreeMs)} apart, and a status stays for ${span(MARKET_RULE.frozenMs)} without readings. Readings are not believed if volume is above ${MARKET_RULE.turnoverFactor} times a liquidity above ${dollarAmount(MARKET_RULE.dustUsd)}, if two providers differ by more than ${MARKET_RULE.disagreeFactor} times within ${span(MARKET_RULE.compareMs)}, or if the liquidity is at least ${percent(MARKET_RULE.ownSupplyShare)} of the valuation without a trade.`,
  },
  {
    id: VALUATION_RULE.id,
    title: 'Valuation',
    concludes: ['market.valuation'],
    text: `The newest market cap is shown, or else the newest fully diluted value, with its kind, provider and time. The two kinds are never compared. A figure is shown for ${span(VALUATION_RULE.shownMs)} after its reading, and is withheld while the market is LIQUIDITY_GONE or NO_TRADING, while the readings are not believed, and if it is above ${VALUATION_RULE.liquidityFactor.toLocaleString('en')} times the liquidity.`,
  },
  {
    id: INTEGRITY_RULE.id,
    title: FACT_NAMES['market_integrity.state'],
    concludes: ['market_integrity.state'],
    text: `OBSERVED if at least one of four checks of the readings is positive: providers disagree, turnover is implausible, only the launch supply is there, liquidity left. NONE_OBSERVED if every check could be made and none is positive. A state needs two readings that agree, at least ${span(MARKET_RULE.agreeMs)} apart, and states no cause and no intent.`,
  },
  {
    id: MARKET_SIGNALS_RULE.id,
    title: 'Market signals',
    concludes: ['liquidity_rose', 'liquidity_fell', 'volume_spike'],
    text: `The last complete days are compared with the median of the ${counted(MARKET_SIGNALS_RULE.baselineDays, 'day')} before, of which at least ${MARKET_SIGNALS_RULE.baselineDaysAtLeast} must have been read. Liquidity moved if on each of ${counted(liquidity.days, 'day')} it is at least ${liquidity.factor} times the median, or the median is at least ${liquidity.factor} times as high, and the difference is at least ${dollarAmount(liquidity.usdAtLeast)}, both with empty and with unchanged pools that are not listed any more. Volume spiked if ${counted(volume.days, 'day')} has at least ${volume.factor} times the median, and at least ${dollarAmount(volume.usdAtLeast)}, without readings that lack pools with more than ${percent(MARKET_SIGNALS_RULE.missingAtMost)} of the liquidity; every comparable provider must agree.`,
  },
]

import type { Static } from 'typebox'
import type { CoverageDimension } from './enums.ts'
import { namedList } from './enums.ts'
import { keysOf } from './keyed.ts'

/** The basis of the points of a series. @source contract, Enumerations */
export const HistoryBasis = namedList('HistoryBasis', ['knowledge', 'observed', 'reconstructed_from_chain'])
export type HistoryBasis = Static<typeof HistoryBasis>

type Series = {
  readonly basis: HistoryBasis
  /** The unit of the values. */
  readonly unit: string
  /** The meaning of a value for its day. */
  readonly says: string
  /** The dimension whose coverage explains why a series has no point. */
  readonly dimension: CoverageDimension
}

/** Every series of a project's history. @source contract, Project reads */
export const HISTORY_SERIES = {
  status: {
    basis: 'knowledge',
    unit: 'activity status',
    says: 'The activity status that stood at the end of the day.',
    dimension: 'building',
  },
  momentum: {
    basis: 'knowledge',
    unit: 'points from 0 to 100',
    says: 'The Build Momentum that stood at the end of the day.',
    dimension: 'building',
  },
  discovery_gap: {
    basis: 'knowledge',
    unit: 'percentile points from -100 to 100',
    says: 'The Discovery Gap that stood at the end of the day.',
    dimension: 'building',
  },
  under_the_radar: {
    basis: 'knowledge',
    unit: 'HELD or NOT_HELD',
    says: 'Whether the project was under the radar at the end of the day.',
    dimension: 'building',
  },
  radar_rank: {
    basis: 'knowledge',
    unit: 'rank from 1',
    says: 'The rank in the Radar when the day was written.',
    dimension: 'building',
  },
  valuation: {
    basis: 'observed',
    unit: 'US dollars',
    says: "A provider's last valuation of the day, with its kind.",
    dimension: 'market',
  },
  price: {
    basis: 'observed',
    unit: 'US dollars a token',
    says: "A provider's last price of the day.",
    dimension: 'market',
  },
  liquidity: {
    basis: 'observed',
    unit: 'US dollars',
    says: "A provider's last liquidity of the day.",
    dimension: 'market',
  },
  volume: {
    basis: 'observed',
    unit: 'US dollars in 24 hours',
    says: "A provider's last 24-hour volume of the day.",
    dimension: 'market',
  },
  contract_use: {
    basis: 'reconstructed_from_chain',
    unit: 'calls a day',
    says: "Decoded calls to the project's own functions on the day, by block time.",
    dimension: 'contracts',
  },
  contract_changes: {
    basis: 'reconstructed_from_chain',
    unit: 'changes a day',
    says: 'Deployments and implementation changes on the day, by block time.',
    dimension: 'contracts',
  },
  locks: {
    basis: 'knowledge',
    unit: 'token locks',
    says: 'Locks of the token that held at the end of the day, in the lockers that are read.',
    dimension: 'locks',
  },
} as const satisfies Readonly<Record<string, Series>>

export type HistorySeriesName = keyof typeof HISTORY_SERIES
export const HISTORY_SERIES_NAMES = keysOf(HISTORY_SERIES)
export const HistorySeriesName = namedList('HistorySeriesName', HISTORY_SERIES_NAMES)

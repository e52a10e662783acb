import type { AttentionReading } from '#domain/attention/attention.ts'
import type { Candidate } from '#domain/attention/gap.ts'
import type { RadarInputs } from '#domain/attention/radar.ts'
import type { Fdv, MarketCap } from '#domain/market/valuation.ts'
import { meaningfulShips30d } from '#domain/ships/ships.ts'
import type { BuildEvidence, MarketReading } from './evidence.ts'

/** Expressions that must not compile; the compiler fails on a line that does. */
export function refusedByTheCompiler(
  values: {
    evidence: BuildEvidence
    reading: MarketReading
    noticed: AttentionReading
    candidate: Candidate
    inputs: RadarInputs
    fdv: Fdv
  },
  now: Parameters<typeof meaningfulShips30d>[1],
): readonly unknown[] {
  const { evidence, reading, noticed, candidate, inputs, fdv } = values
  return [
    // @ts-expect-error building takes no price
    { ...evidence, price: 1 } satisfies BuildEvidence,
    // @ts-expect-error nor any other market figure
    { sources: [], ships: [], liquidityUsd: 5 } satisfies BuildEvidence,
    // @ts-expect-error a market reading is not building evidence
    meaningfulShips30d(reading, now),
    // @ts-expect-error volume is not a measure of attention
    { ...noticed, measure: 'volume' } satisfies AttentionReading,
    // @ts-expect-error a market reading is not an attention reading
    reading satisfies AttentionReading,
    // @ts-expect-error ranking takes no market figure
    { ...candidate, liquidityUsd: 5 } satisfies Candidate,
    // @ts-expect-error nor holders
    { ...candidate, holders: 5 } satisfies Candidate,
    // @ts-expect-error the Radar takes no market figure
    { ...inputs, volume24hUsd: 5 } satisfies RadarInputs,
    // @ts-expect-error an FDV is not a market cap
    fdv satisfies MarketCap,
  ]
}

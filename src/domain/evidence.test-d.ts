import type { BuildEvidence, MarketReadingEvidence } from './evidence.ts'
import { meaningfulShips30d } from './ships.ts'
import type { Fdv, MarketCap } from './valuation.ts'

/** What must not compile: the compiler fails on a line that does. */
export function refusedByTheCompiler(
  held: { evidence: BuildEvidence; reading: MarketReadingEvidence; fdv: Fdv },
  now: Parameters<typeof meaningfulShips30d>[1],
): readonly unknown[] {
  const { evidence, reading, fdv } = held
  return [
    // @ts-expect-error building takes no price
    { ...evidence, price: 1 } satisfies BuildEvidence,
    // @ts-expect-error nor any other market figure
    { sources: [], ships: [], liquidityUsd: 5 } satisfies BuildEvidence,
    // @ts-expect-error a market reading is no evidence of building
    meaningfulShips30d(reading, now),
    // @ts-expect-error an FDV is no market cap
    fdv satisfies MarketCap,
  ]
}

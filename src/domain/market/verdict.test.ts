import { expect, test } from 'vitest'
import { day } from '#test/given/build-evidence.ts'
import { hourly, readingOf } from '#test/given/build-market.ts'
import { marketStatus } from './status.ts'

test('[R68] the inputs of a market status hold every figure of the newest readings, and the liquidity held before', () => {
  const emptied = readingOf(2, { liquidityUsd: 0, volume24hUsd: 40 })
  const readings = [...hourly(0, 1), emptied, readingOf(2, { provider: 'geckoterminal', liquidityUsd: null })]
  const { inputs } = marketStatus({ readings, previous: null, coverage: 'MEASURED' }, day(2))
  const shared = { observedAt: day(2), priceUsd: 2, trades24h: 12, pools: 1 }
  const valuation = { usd: 1_000_000, kind: 'fdv' }
  expect(inputs['newest']).toEqual([
    {
      ...shared,
      provider: 'geckoterminal',
      liquidityUsd: null,
      volume24hUsd: 900,
      valuation,
      sourceId: 'source:geckoterminal',
      heldLiquidityUsd: null,
    },
    {
      ...shared,
      provider: 'dexscreener',
      liquidityUsd: 0,
      volume24hUsd: 40,
      valuation,
      sourceId: 'source:dexscreener',
      heldLiquidityUsd: 20_000,
    },
  ])
})

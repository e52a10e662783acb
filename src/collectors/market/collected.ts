import type { ContractAddress } from '#contract/ids.ts'
import { saveMarketReading } from '#records/market/readings.ts'
import { findTokenSupply } from '#records/project/tokens.ts'
import type { Collected, StreamToRead } from '../collector.ts'
import { figuresOf, type Pool } from './pools.ts'

/** A provider's pools for a token as a reading. Figures have the time of receipt. */
export function collectedPools(
  input: { pools: readonly Pool[]; token: ContractAddress; provider: string; digest: string },
  leased: StreamToRead,
): Collected {
  const { pools, token, provider, digest } = input
  return {
    outcome: 'fresh',
    digest,
    save: async (writer, { now }) => {
      const { valuation, ...figures } = figuresOf(pools, await findTokenSupply({ address: token }, writer))
      await saveMarketReading(
        {
          sourceId: leased.sourceId,
          projectId: leased.projectId,
          address: token,
          provider,
          observedAt: now,
          pools: figures.pools,
          priceUsd: figures.priceUsd ?? null,
          liquidityUsd: figures.liquidityUsd ?? null,
          volume24hUsd: figures.volume24hUsd ?? null,
          trades24h: figures.trades24h ?? null,
          valuation: valuation ?? null,
          poolLiquidityUsd: figures.poolLiquidityUsd,
        },
        writer,
      )
    },
  }
}

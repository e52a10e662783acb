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
  const { projectId, sourceId } = leased
  return {
    outcome: 'fresh',
    digest,
    save: async (writer, { now }) => {
      const figures = figuresOf(pools, await findTokenSupply({ address: token }, writer))
      const reading = { ...figures, sourceId, projectId, address: token, provider, observedAt: now }
      await saveMarketReading(reading, writer)
    },
  }
}

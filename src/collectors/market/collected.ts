import type { ContractAddress } from '#contract/ids.ts'
import { saveMarketReading } from '#records/market/readings.ts'
import { findTokenSupply } from '#records/project/tokens.ts'
import type { Collected, StreamToRead } from '../collector.ts'
import { unreadable } from '../json-answer.ts'
import { figuresOf, gapsOf, type PoolListing } from './pools.ts'

/** The reading of a provider's pools for a token. Its figures are dated by the time of receipt. */
export function collectedPools(
  input: { listing: PoolListing; token: ContractAddress; provider: string; digest: string },
  leased: StreamToRead,
): Collected {
  const { listing, token, provider, digest } = input
  const { projectId, sourceId } = leased
  const gaps = gapsOf(listing)
  if (listing.own.length === 0 && listing.unread > 0)
    return unreadable(`none of ${listing.unread} pools could be read`).collected
  return {
    outcome: 'fresh',
    ...(gaps.length === 0 ? {} : { partial: gaps.join('; ') }),
    digest,
    save: async (writer, { now }) => {
      const figures = figuresOf(listing, await findTokenSupply({ address: token }, writer))
      const reading = { ...figures, sourceId, projectId, address: token, provider, observedAt: now }
      await saveMarketReading(reading, writer)
    },
  }
}

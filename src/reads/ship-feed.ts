import { LIMITS } from '#contract/limits.ts'
import type { Output } from '#contract/operations/index.ts'
import { getShipList } from '#records/ships/ship-list.ts'
import { shipFeed } from '#views/ships/feed.ts'
import type { ReadDeps } from './deps.ts'

export async function readShipFeed(_input: object, deps: ReadDeps): Promise<Output<'shipFeed'>> {
  const query = { counted: 'only', limit: LIMITS.feedItems, offset: 0 } as const
  const { ships } = await getShipList({ query, now: deps.now }, deps.reader)
  return shipFeed(ships, deps)
}

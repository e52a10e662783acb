import type { Input, Output } from '#contract/operations/index.ts'
import { countMatchingShips, getShipList } from '#records/ships/ship-list.ts'
import { shipList } from '#views/ships/ship.ts'
import type { ReadDeps } from './deps.ts'

export async function readShips(input: Input<'ships'>, deps: ReadDeps): Promise<Output<'ships'>> {
  const { offset, ignoredParameters } = input
  const query = { query: input, now: deps.now }
  const [list, total] = await Promise.all([
    getShipList(query, deps.reader),
    countMatchingShips(query, deps.reader),
  ])
  return shipList({ ...list, total, offset, ignoredParameters }, deps)
}

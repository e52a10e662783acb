import type { Input, Output } from '#contract/operations/index.ts'
import { countMatchingShips, getShipPage } from '#records/ships/ship-page.ts'
import { shipPage } from '#views/ships/ship.ts'
import type { ReadDeps } from './deps.ts'

export async function readShips(input: Input<'ships'>, deps: ReadDeps): Promise<Output<'ships'>> {
  const { offset, ignoredParameters } = input
  const query = { query: input, now: deps.now }
  const [page, total] = await Promise.all([
    getShipPage(query, deps.reader),
    countMatchingShips(query, deps.reader),
  ])
  return shipPage({ ...page, total, offset, ignoredParameters }, deps)
}

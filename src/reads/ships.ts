import type { Input, Output } from '#contract/operations/index.ts'
import { getShipPage } from '#records/ships/ship-page.ts'
import { shipPage } from '#views/ship.ts'
import type { ReadDeps } from './deps.ts'

export async function readShips(input: Input<'ships'>, deps: ReadDeps): Promise<Output<'ships'>> {
  const { offset, ignoredParameters } = input
  const page = await getShipPage({ query: input, now: deps.now }, deps.reader)
  return shipPage({ ...page, offset, ignoredParameters }, deps)
}

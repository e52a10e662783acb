import type { Input, Output } from '#contract/operations/index.ts'
import { findRanking, getRadarPage, isRadarMeasured } from '#records/attention/radar-page.ts'
import { radarPage, unavailableRadar } from '#views/lists/radar.ts'
import type { ReadDeps } from './deps.ts'

export async function readBuilders(input: Input<'builders'>, deps: ReadDeps): Promise<Output<'builders'>> {
  const { filter, offset, claims, ignoredParameters } = input
  const [ranking, page] = await Promise.all([findRanking(deps.reader), getRadarPage(input, deps.reader)])
  const isKnown = page.total > 0 || (await isRadarMeasured(filter, deps.reader))
  if (ranking === undefined || !isKnown) return unavailableRadar('not_measured', ignoredParameters)
  return radarPage({ ...page, ranking, offset, claims, ignoredParameters }, deps)
}

import type { Input, Output } from '#contract/operations/index.ts'
import { findRanking, getRadarList, isRadarMeasured } from '#records/attention/radar-list.ts'
import { radarList, unavailableRadar } from '#views/lists/radar.ts'
import type { ReadDeps } from './deps.ts'

export async function readBuilders(input: Input<'builders'>, deps: ReadDeps): Promise<Output<'builders'>> {
  const { filter, offset, claims, ignoredParameters } = input
  const [ranking, list] = await Promise.all([findRanking(deps.reader), getRadarList(input, deps.reader)])
  const isKnown = list.total > 0 || (await isRadarMeasured(filter, deps.reader))
  if (ranking === undefined || !isKnown) return unavailableRadar('not_measured', input)
  return radarList({ ...list, ranking, offset, claims, ignoredParameters }, deps)
}

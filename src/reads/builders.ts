import type { Input, Output } from '#contract/operations/index.ts'
import type { RadarFilter } from '#contract/shapes/radar.ts'
import { findRanking, getRadarPage } from '#records/attention/radar-page.ts'
import { isRanked } from '#records/attention/rankings.ts'
import type { Reader } from '#records/database.ts'
import { findPaceCounts } from '#records/project/accelerating.ts'
import { radarPage, unavailableRadar } from '#views/radar.ts'
import type { ReadDeps } from './deps.ts'

export async function readBuilders(input: Input<'builders'>, deps: ReadDeps): Promise<Output<'builders'>> {
  const { filter, offset, claims, ignoredParameters } = input
  const [ranking, concluded, page] = await Promise.all([
    findRanking(deps.reader),
    isConcluded(filter, deps.reader),
    getRadarPage(input, deps.reader),
  ])
  if (ranking === undefined || !concluded) return unavailableRadar('not_measured', ignoredParameters)
  return radarPage({ ...page, ranking, offset, claims, ignoredParameters }, deps)
}

/** Whether what the filter asks was ever concluded. An empty list would say that nobody meets it. */
async function isConcluded(filter: RadarFilter, reader: Reader): Promise<boolean> {
  if (filter === 'under-the-radar') return isRanked(reader)
  if (filter === 'accelerating') return (await findPaceCounts(reader)) !== undefined
  return true
}

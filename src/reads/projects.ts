import type { Input, Output } from '#contract/operations/index.ts'
import { isRanked } from '#records/attention/rankings.ts'
import { getProjectPage } from '#records/project/listing.ts'
import { projectCards, unavailableProjects } from '#views/project-card.ts'
import type { ReadDeps } from './deps.ts'

export async function readProjects(input: Input<'projects'>, deps: ReadDeps): Promise<Output<'projects'>> {
  const { tab, offset, claims, ignoredParameters } = input
  if (tab === 'under-the-radar' && !(await isRanked(deps.reader))) {
    return unavailableProjects('not_measured', ignoredParameters)
  }
  const page = await getProjectPage({ query: input, now: deps.now }, deps.reader)
  return projectCards({ ...page, offset, claims, ignoredParameters }, deps)
}

import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { isRanked } from '#records/attention/rankings.ts'
import { getProjectPage, newSince, type ProjectFilters } from '#records/project/project-lists.ts'
import { projectCards, unavailableProjects } from '#views/project-card.ts'
import type { ReadDeps } from './deps.ts'

export async function readProjects(input: Input<'projects'>, deps: ReadDeps): Promise<Output<'projects'>> {
  const { tab, sort, limit, offset, claims, ignoredParameters } = input
  if (tab === 'under-the-radar' && !(await isRanked(deps.reader))) {
    return unavailableProjects('not_measured', ignoredParameters)
  }
  const page = await getProjectPage(
    {
      filters: { ...filtersOf(input), ...(tab === undefined ? {} : { tab }) },
      ...(sort === undefined ? {} : { sort }),
      limit,
      offset,
      newSince: newSince(LIMITS.newProjectDays, deps.now),
    },
    deps.reader,
  )
  return projectCards({ ...page, offset, claims, ignoredParameters }, deps)
}

function filtersOf({ q, kind, status, narrative, launchpad, has }: Input<'projects'>): ProjectFilters {
  return {
    ...(q === undefined ? {} : { words: q }),
    ...(kind === undefined ? {} : { kind }),
    ...(status === undefined ? {} : { status }),
    ...(narrative === undefined ? {} : { narrative }),
    ...(launchpad === undefined ? {} : { launchpad }),
    ...(has === undefined ? {} : { has }),
  }
}

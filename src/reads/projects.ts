import type { Input, Output } from '#contract/operations/index.ts'
import { getProjectList } from '#records/project/listing.ts'
import { isListMeasured } from '#records/project/measured-lists.ts'
import { projectCards, unavailableProjects } from '#views/cards/project-card.ts'
import type { ReadDeps } from './deps.ts'

export async function readProjects(input: Input<'projects'>, deps: ReadDeps): Promise<Output<'projects'>> {
  const { offset, claims, ignoredParameters } = input
  const list = await getProjectList({ query: input, now: deps.now }, deps.reader)
  const isInDoubt = list.total === 0 || input.tab === 'under-the-radar'
  if (isInDoubt && !(await isListMeasured(input, deps.reader)))
    return unavailableProjects('not_measured', input)
  return projectCards({ ...list, offset, claims, ignoredParameters }, deps)
}

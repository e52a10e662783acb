import type { Slug } from '#contract/ids.ts'
import type { DimensionCoverage } from '#domain/project/card-evidence.ts'
import { coverageOfDeployments } from '#domain/project/coverage.ts'
import type { ListedProject } from '#domain/project/project-list.ts'
import { getOfProject } from '#records/by-project.ts'
import { getCompared } from '#records/project/compared.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { getSources } from '#records/project/sources.ts'
import type { ReadDeps } from '../deps.ts'
import { published } from '../published.ts'

/**
 * The last evaluation of a project, with the same coverage of deployments as in the answer about its contracts.
 * @throws Failure not_found
 */
export async function readEvaluated(
  slug: Slug,
  { reader, now }: Pick<ReadDeps, 'reader' | 'now'>,
): Promise<ListedProject & { readonly deployments: DimensionCoverage }> {
  const { id: projectId, scoredAt } = published(slug, await findPublishedProject(slug, reader))
  const [compared, sources] = await Promise.all([
    getCompared([slug], reader),
    getOfProject({ projectId, get: getSources }, reader),
  ])
  const deployments = coverageOfDeployments(sources, scoredAt ?? now)
  return { ...published(slug, compared.get(slug)), deployments }
}

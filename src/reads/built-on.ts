import { LIMITS } from '#contract/limits.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import type { PublishedProject } from '#domain/project/published-project.ts'
import { getFoundations } from '#records/project/built-on.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { builtOn } from '#views/project/built-on.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readBuiltOn(
  input: Input<'builtOn'>,
  deps: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'builtOn'>> {
  return builtOnOf(published(input.slug, await findPublishedProject(input.slug, deps.reader)), deps)
}

/** The projects that a published project builds on, and the projects that build on it, as reviewed statements say. */
export async function builtOnOf(
  project: PublishedProject,
  { reader, site }: Pick<ReadDeps, 'reader' | 'site'>,
): Promise<Output<'builtOn'>> {
  const foundations = await getFoundations({ projectId: project.id, limit: LIMITS.projectRelations }, reader)
  return builtOn({ project, foundations }, site)
}

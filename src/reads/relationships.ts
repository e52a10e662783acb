import type { Input, Output } from '#contract/operations/index.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { loadRelationships } from '#records/project/relationships.ts'
import { relationships } from '#views/project/relationships.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readRelationships(
  input: Input<'relationships'>,
  deps: ReadDeps,
): Promise<Output<'relationships'>> {
  const project = published(input.slug, await findPublishedProject(input.slug, deps.reader))
  return relationships(await loadRelationships(project, deps.reader), deps)
}

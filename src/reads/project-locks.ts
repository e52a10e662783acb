import type { Slug } from '#contract/ids.ts'
import { findProjectLocks } from '#records/project/project-locks.ts'
import { type ProjectLocks, projectLocks } from '#views/project/locks.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

/** The locks of a project's token, for pages that show nothing else of the project. */
export async function readProjectLocks(
  { slug }: { readonly slug: Slug },
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<ProjectLocks> {
  return projectLocks(published(slug, await findProjectLocks(slug, reader)))
}

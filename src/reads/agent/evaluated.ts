import type { Slug } from '#contract/ids.ts'
import type { ListedProject } from '#domain/project/project-list.ts'
import { getCompared } from '#records/project/compared.ts'
import type { ReadDeps } from '../deps.ts'
import { published } from '../published.ts'

/** A project as it was evaluated last, for a question about its records. @throws Failure not_found */
export async function readEvaluated(
  slug: Slug,
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<ListedProject> {
  return published(slug, (await getCompared([slug], reader)).get(slug))
}

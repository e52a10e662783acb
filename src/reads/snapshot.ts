import type { Input, Output } from '#contract/operations/index.ts'
import { loadSnapshot } from '#records/project/snapshot.ts'
import { snapshot } from '#views/project/snapshot.ts'
import type { ReadDeps } from './deps.ts'
import { newestOf, readNewest } from './newest-changes.ts'
import { published } from './published.ts'

/** Maximum number of a project's newest changes that its snapshot shows. */
export const CHANGES_SHOWN = 10

export async function readSnapshot(input: Input<'snapshot'>, deps: ReadDeps): Promise<Output<'snapshot'>> {
  const [found, newest] = await Promise.all([
    loadSnapshot(input.slug, deps.reader),
    readNewest({ project: input.slug, limit: CHANGES_SHOWN }, deps),
  ])
  const record = published(input.slug, found)
  return snapshot({ ...record, changes: newestOf(record, newest) }, deps)
}

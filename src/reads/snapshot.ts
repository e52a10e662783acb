import type { Input, Output } from '#contract/operations/index.ts'
import { loadSnapshot } from '#records/project/snapshot.ts'
import { snapshot } from '#views/snapshot.ts'
import type { ReadDeps } from './deps.ts'
import { newestChanges } from './newest-changes.ts'
import { published } from './published.ts'

/** How many of a project's newest changes its snapshot shows. */
const CHANGES_SHOWN = 10

export async function readSnapshot(input: Input<'snapshot'>, deps: ReadDeps): Promise<Output<'snapshot'>> {
  const record = published(input.slug, await loadSnapshot(input.slug, deps.reader))
  const changes = await newestChanges({ ...record, limit: CHANGES_SHOWN }, deps)
  return snapshot({ ...record, changes }, deps)
}

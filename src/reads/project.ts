import type { Input, Output } from '#contract/operations/index.ts'
import { loadDossier } from '#records/project/dossier.ts'
import { dossier } from '#views/project/dossier.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readProject(input: Input<'project'>, deps: ReadDeps): Promise<Output<'project'>> {
  const found = await loadDossier({ slug: input.slug, now: deps.now }, deps.reader)
  return dossier(published(input.slug, found), deps)
}

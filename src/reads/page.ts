import type { Input, Output } from '#contract/operations/index.ts'
import { loadDossier } from '#records/project/dossier.ts'
import { dossier } from '#views/dossier.ts'
import { projectHtml } from '#views/page.ts'
import type { ReadDeps } from './deps.ts'
import { published } from './published.ts'

export async function readPage(input: Input<'page'>, deps: ReadDeps): Promise<Output<'page'>> {
  const found = await loadDossier({ slug: input.slug, now: deps.now }, deps.reader)
  return projectHtml(dossier(published(input.slug, found), deps), deps.site)
}

import { fail } from '#contract/errors.ts'
import type { Slug } from '#contract/ids.ts'
import { getPublishedBySlug, getPublishedSlugs } from '#records/project/published.ts'
import { SITEMAP_MAX } from '#views/site/site-files.ts'
import type { ReadDeps } from './deps.ts'

/** The slugs of the published projects that a sitemap lists. */
export function readListedSlugs({ reader }: Pick<ReadDeps, 'reader'>): Promise<readonly Slug[]> {
  return getPublishedSlugs(SITEMAP_MAX, reader)
}

/** The published projects under these slugs, in their order. @throws Failure not_found that names each other slug */
export async function readChosen(
  slugs: readonly Slug[],
  { reader }: Pick<ReadDeps, 'reader'>,
): Promise<readonly { readonly slug: Slug; readonly name: string }[]> {
  const found = await getPublishedBySlug(slugs, reader)
  const missing = slugs.filter((slug) => !found.has(slug))
  if (missing.length > 0)
    fail('not_found', { message: 'No project is published under this slug.', detail: { missing } })
  const chosen = slugs.map((slug) => found.get(slug)).filter((project) => project !== undefined)
  return chosen.map(({ slug, name }) => ({ slug, name }))
}

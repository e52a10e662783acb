import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Site } from '../site/links.ts'

/** Sources whose address is the project's own place on the web. */
const OWN_PLACES: ReadonlySet<string> = new Set(['github_repository', 'website', 'npm_package'])

/**
 * The facts about a project that search engines may repeat, in the terms of schema.org: its recorded name, and the
 * addresses of its counted sources. Conclusions and words of a source are left out.
 */
export function projectFacts(
  { name, slug, sources }: Pick<Dossier, 'name' | 'slug' | 'sources'>,
  { baseUrl }: Pick<Site, 'baseUrl'>,
): Readonly<Record<string, unknown>> {
  const sameAs = sources.flatMap(({ kind, url, counted }) =>
    url !== null && counted && OWN_PLACES.has(kind) ? [url] : [],
  )
  const address = `${baseUrl}/projects/${slug}`
  return { '@type': 'Project', '@id': address, name, url: address, ...(sameAs.length > 0 && { sameAs }) }
}

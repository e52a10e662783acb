import { Type } from 'typebox'
import { definePublicRead, type Operation } from '#contract/operation.ts'
import type { OpenDeps, ServiceFacts } from '#reads/deps.ts'
import { readListedSlugs } from '#reads/published-slugs.ts'
import { CARD_KEYS } from '#views/agent/card.ts'
import { projectPage } from '#views/site/links.ts'
import { robotsText, sitemapXml } from '#views/site/site-files.ts'
import type { Page } from './page.ts'

type SiteFile = {
  readonly operation: Operation
  readonly handler: (input: object, deps: OpenDeps & { readonly service: ServiceFacts }) => Promise<string>
}

function fileAt(
  path: `/${string}`,
  media: 'text/plain' | 'application/xml' | 'application/jwk-set+json',
): Operation {
  return definePublicRead({
    name: `file:${path}`,
    operationId: `getFile_${path}`,
    path,
    media,
    input: { path: {}, query: {} },
    output: Type.String(),
    examples: [],
    tag: 'Pages and images',
    summary: `Get ${path}`,
    description: `The file ${path} of the site.`,
  })
}

/** The keys that verify the signatures of the agent card; empty when this deployment does not sign. @source RFC 7517 */
export const CARD_KEY_SET: SiteFile = {
  operation: fileAt(CARD_KEYS, 'application/jwk-set+json'),
  handler: async (_input, { service: { cardSigner } }) =>
    JSON.stringify({ keys: cardSigner === undefined ? [] : cardSigner.publicKeys }),
}

/** What crawlers may read. */
export const ROBOTS: SiteFile = {
  operation: fileAt('/robots.txt', 'text/plain'),
  handler: async (_input, { site }) => robotsText(site),
}

/** The pages of the service, and every published project. */
export function sitemapOf(pages: readonly Page[]): SiteFile {
  return {
    operation: fileAt('/sitemap.xml', 'application/xml'),
    handler: async (_input, deps) => {
      const slugs = await readListedSlugs(deps)
      const projects = slugs.map((slug) => projectPage(slug, deps.site))
      const listed = pages.flatMap((page) => addressesOf(page, deps.service))
      return sitemapXml({ pages: listed, projects }, deps.site)
    },
  }
}

function addressesOf({ operation, listed }: Page, service: ServiceFacts): readonly string[] {
  if (listed !== undefined) return listed(service)
  return operation.path.includes('{') ? [] : [operation.path]
}

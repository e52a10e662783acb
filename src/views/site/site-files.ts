import { escaped } from '../markup/markup.ts'
import type { Site } from './links.ts'

/**
 * The text of robots.txt. Crawlers may read everything except whole exports. Agents that llms.txt sends to the API obey
 * this file too.
 */
export function robotsText({ baseUrl }: Site): string {
  return ['User-agent: *', 'Disallow: /api/export/', 'Allow: /', `Sitemap: ${baseUrl}/sitemap.xml`, ''].join(
    '\n',
  )
}

/** Maximum number of addresses that one sitemap may list by the protocol. */
export const SITEMAP_MAX = 50_000

/**
 * The sitemap of pages and of the first projects. It states no time of change, because a page changes with its records.
 */
export function sitemapXml(
  of: { readonly pages: readonly string[]; readonly projects: readonly string[] },
  { baseUrl }: Site,
): string {
  const addresses = [...of.pages.map((path) => `${baseUrl}${path}`), ...of.projects].slice(0, SITEMAP_MAX)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...addresses.map((address) => `<url><loc>${escaped(address)}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')
}

import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { fieldAt } from '../json-field.ts'

/** The content of a sitemap: the addresses of pages, or those of further sitemaps. */
export type Sitemap = { readonly kind: 'pages' | 'sitemaps'; readonly locations: readonly string[] }

const NESTED_MAX = 8

const parser = new XMLParser({
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
  maxNestedTags: NESTED_MAX,
  isArray: (name) => name === 'url' || name === 'sitemap' || name === 'loc',
})

/** Parses a sitemap; undefined for another form or an incomplete document. */
export function parseSitemap(body: string): Sitemap | undefined {
  const value = parseXml(body)
  const pages = fieldAt(value, 'urlset')
  if (pages !== undefined) return { kind: 'pages', locations: locationsOf(fieldAt(pages, 'url')) }
  const index = fieldAt(value, 'sitemapindex')
  return index === undefined
    ? undefined
    : { kind: 'sitemaps', locations: locationsOf(fieldAt(index, 'sitemap')) }
}

/** Parses the XML of a sitemap; undefined when it is incomplete, malformed, or nested deeper than a sitemap is. */
function parseXml(body: string): unknown {
  if (XMLValidator.validate(body) !== true) return undefined
  try {
    return parser.parse(body)
  } catch {
    return undefined
  }
}

function locationsOf(rows: unknown): readonly string[] {
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row) => {
    const loc = fieldAt(row, 'loc')
    const [text] = Array.isArray(loc) ? loc : []
    return typeof text === 'string' ? [text.trim().replaceAll('&amp;', '&')] : []
  })
}

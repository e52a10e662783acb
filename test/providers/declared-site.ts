import type { Scripted } from '#test/servers/answering-server.ts'

/** The home page of a site that declares something in every part. `SITE` has its answers; the functions make others. */
export const siteHome = 'https://lumen.example'

/** Answers by path. */
export type Pages = Readonly<Record<string, Scripted>>
const typed =
  (type: string) =>
  (body: string): Scripted => ({ headers: { 'content-type': type }, body })
export const page = (...links: readonly string[]) =>
  typed('text/html; charset=utf-8')(
    `<!doctype html><title>Lumen</title><body>${links.map((link) => `<a href="${link}">x</a>`).join(' ')}`,
  )
export const text = typed('text/plain')
export const xml = typed('application/xml')
export const urlset = (...paths: readonly string[]) =>
  xml(`<urlset>${paths.map((path) => `<url><loc>${siteHome}${path}</loc></url>`).join('')}</urlset>`)
export const index = (...urls: readonly string[]) =>
  xml(`<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`)
export const llms = (...paths: readonly string[]) =>
  text(`# Lumen\n${paths.map((path) => `- [x](${path})`).join('\n')}`)
export const security = (...lines: readonly string[]) => text(lines.join('\n'))
export const openapi = (...paths: readonly string[]) =>
  typed('application/json')(
    JSON.stringify({ openapi: '3.1.0', paths: Object.fromEntries(paths.map((path) => [path, {}])) }),
  )
export const down: Scripted = { status: 503, body: '' }
export const missing: Scripted = { ...page(), status: 404 }
export const SITE: Pages = {
  '/': page('/docs/start', 'https://github.com/lumen-labs/lumen'),
  '/sitemap.xml': urlset('/docs/a', '/docs/b', '/blog/c'),
  '/llms.txt': llms('/docs/a', '/docs/b'),
  '/.well-known/security.txt': security('Contact: mailto:s@lumen.example', 'Expires: 2027-01-01T00:00:00Z'),
  '/openapi.json': openapi('/v1/receipts/{id}', '/v1/quotes'),
}

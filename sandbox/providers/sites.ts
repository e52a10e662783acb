import { createHash } from 'node:crypto'
import { HOUR, isoOf } from '../clock.ts'
import { digestOf } from '../random.ts'
import type { Post, Site } from '../world/sites.ts'
import type { World } from '../world/world.ts'
import { type Answer, json, type ProviderRequest, text } from './server.ts'

type SiteDeps = { readonly world: World; now(): number }

const html = 'text/html; charset=utf-8'

/** Answers as the project site that the Host header names. */
export function answerSite(request: ProviderRequest, deps: SiteDeps): Answer {
  const host = (request.headers['host'] ?? '').replace(/:\d+$/, '').toLowerCase()
  const site = deps.world.sites.get(host)
  if (!site) return text(404, html, '<!doctype html><title>No such site</title>')
  if (site.down) return text(503, html, '<!doctype html><title>Service unavailable</title>')
  const now = deps.now()
  return conditional(pageOf(site, request.path, now) ?? missing(site, now), request)
}

/** The answer with an etag, or 304 when the client has the same etag. */
function conditional(answer: Answer, { headers }: ProviderRequest): Answer {
  if (answer.status !== 200) return answer
  const etag = `"${createHash('sha256').update(answer.body).digest('hex').slice(0, 16)}"`
  if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' }
  return { ...answer, headers: { ...answer.headers, etag } }
}

function missing(site: Site, now: number): Answer {
  return site.plan.singlePage
    ? text(200, html, homePage(site, now))
    : text(404, html, '<!doctype html><title>Not found</title>')
}

function pageOf(site: Site, path: string, now: number): Answer | undefined {
  const { plan } = site
  const origin = `https://${plan.host}`
  if (path === '/') return text(200, html, homePage(site, now))
  if (plan.singlePage) return undefined
  if (path === '/robots.txt' && plan.robots)
    return text(200, 'text/plain', `${plan.robots.join('\n')}\nSitemap: ${origin}/sitemap.xml\n`)
  if (path === '/sitemap.xml' && site.sections.length > 0) return text(200, 'application/xml', sitemap(site))
  if (path === '/llms.txt' && site.llms) return text(200, 'text/plain; charset=utf-8', llmsText(site))
  if (path === '/.well-known/security.txt' && plan.security)
    return text(200, 'text/plain', securityText(site))
  if (path === '/openapi.json' && site.openapiPaths.length > 0) return json(200, openapi(site))
  if (path === '/feed.xml' && plan.feed) return feed(site)
  if (path === '/token' && plan.tokenPage) return text(200, html, document(plan.title, tokenSection(site)))
  const section = site.sections.find((entry) => entry.path === path)
  if (section) return text(200, html, document(plan.title, [`<h1>${escaped(section.path.slice(1))}</h1>`]))
  const post = site.posts.find((entry) => entry.path === path)
  return (
    post &&
    text(
      200,
      html,
      document(post.title, [`<h1>${escaped(post.title)}</h1>`, `<p>${escaped(post.summary)}</p>`]),
    )
  )
}

function homePage(site: Site, now: number): string {
  const { plan } = site
  const links = [
    ...site.links,
    ...site.sections.map((section) => section.path),
    ...(plan.tokenPage ? ['/token'] : []),
    ...(site.openapiPaths.length > 0 ? ['/openapi.json'] : []),
    ...nonces(site, now),
  ]
  return document(plan.title, [
    `<h1>${escaped(plan.title)}</h1>`,
    `<p>${escaped(plan.tagline)}</p>`,
    ...(plan.feed ? ['<link rel="alternate" type="application/rss+xml" href="/feed.xml">'] : []),
    `<nav>${links.map((link) => `<a href="${escaped(link)}">${escaped(link)}</a>`).join(' ')}</nav>`,
    ...(plan.tokenPage ? [] : tokenSection(site)),
  ])
}

function nonces({ plan, noncesSince }: Site, now: number): readonly string[] {
  if (noncesSince === undefined || now < noncesSince) return []
  return [`/session-${digestOf('nonce', plan.host, Math.floor(now / HOUR)).slice(0, 12)}`]
}

function tokenSection({ tokenLines }: Site): readonly string[] {
  if (tokenLines.length === 0) return []
  return [`<footer>${tokenLines.map((line) => `<p>${escaped(line)}</p>`).join('')}</footer>`]
}

function document(title: string, lines: readonly string[]): string {
  return `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head><body><main>\n${lines.join('\n')}\n</main></body></html>\n`
}

function sitemap(site: Site): string {
  const rows = site.sections.map(
    ({ path, changedAt }) =>
      `<url><loc>https://${site.plan.host}${path}</loc><lastmod>${isoOf(changedAt)}</lastmod></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${rows.join('')}</urlset>\n`
}

function llmsText(site: Site): string {
  const links = (site.llms ?? []).map((line) => `- ${line}`)
  return `# ${site.plan.title}\n\n> ${site.plan.tagline}\n\n## Pages\n\n${links.join('\n')}\n`
}

function securityText(site: Site): string {
  const expires = site.securityExpiresAt === undefined ? [] : [`Expires: ${isoOf(site.securityExpiresAt)}`]
  const contact = `Contact: ${site.plan.security?.contact ?? ''}`
  return [contact, ...expires, `Canonical: https://${site.plan.host}/.well-known/security.txt`, ''].join('\n')
}

function openapi(site: Site): Record<string, unknown> {
  const paths = site.openapiPaths.map((path) => [
    path,
    { get: { responses: { 200: { description: 'The answer' } } } },
  ])
  return {
    openapi: '3.1.0',
    info: { title: `${site.plan.title} API`, version: '1.0.0' },
    paths: Object.fromEntries(paths),
  }
}

function feed(site: Site): Answer {
  const newestFirst = site.posts.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
  return site.plan.feed?.format === 'atom'
    ? text(200, 'application/atom+xml', atom(site, newestFirst))
    : text(200, 'application/rss+xml', rss(site, newestFirst))
}

function rss(site: Site, posts: readonly Post[]): string {
  const origin = `https://${site.plan.host}`
  const items = posts.map((post) => {
    const date = post.at === undefined ? '' : `<pubDate>${new Date(post.at).toUTCString()}</pubDate>`
    const url = `${origin}${post.path}`
    return `<item><title>${escaped(post.title)}</title><link>${url}</link><guid>${url}</guid><description>${escaped(post.summary)}</description>${date}</item>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel><title>${escaped(site.plan.title)}</title><link>${origin}</link><description>${escaped(site.plan.tagline)}</description>${items.join('')}</channel></rss>\n`
}

function atom(site: Site, posts: readonly Post[]): string {
  const origin = `https://${site.plan.host}`
  const entries = posts.map((post) => {
    const dates =
      post.at === undefined
        ? ''
        : `<published>${isoOf(post.at)}</published><updated>${isoOf(post.at)}</updated>`
    return `<entry><title>${escaped(post.title)}</title><link href="${origin}${post.path}"/><id>${origin}${post.path}</id>${dates}<summary>${escaped(post.summary)}</summary></entry>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>${escaped(site.plan.title)}</title><id>${origin}/</id>${entries.join('')}</feed>\n`
}

function escaped(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

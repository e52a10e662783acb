import { beforeEach, describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getStatements } from '#records/project/statements.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import {
  index,
  llms,
  missing,
  openapi,
  type Pages,
  page,
  security,
  text,
  urlset,
} from '#test/providers/declared-site.ts'
import { nextAddress, useProviderWorld } from '#test/providers/provider-world.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { siteDeclarations } from './declarations.ts'
import { siteToken } from './token.ts'

const first = toInstant('2026-11-18T00:00:00Z')
const second = toInstant('2026-11-19T00:00:00Z')
const third = toInstant('2026-11-20T00:00:00Z')
const host = 'https://lumen.example'
const home = `${host}/lumen`
const world = useProviderWorld()
let stored: StoredProject
let token: ContractAddress
const { parserThread } = world

beforeEach(async () => {
  token = nextAddress()
  stored = await storeProject({ kind: 'website', locator: home, token: { address: token } }, world.database)
})

/** The host of many sites, with declarations of its own. */
const HOST: Pages = {
  '/': page('/pricing', 'https://github.com/host/host'),
  '/sitemap.xml': urlset('/pricing', '/blog/c'),
  '/llms.txt': llms('/pricing'),
  '/.well-known/security.txt': security('Contact: mailto:s@host.example'),
  '/openapi.json': openapi('/host/v1'),
}
const SITE: Pages = {
  '/lumen': page(
    '/lumen/docs/start',
    '/lumen#team',
    '/other-project/x/y',
    'https://github.com/lumen-labs/lumen',
  ),
  '/lumen/sitemap.xml': urlset('/lumen/docs/a', '/lumen/blog/c', '/lumen', '/other-project/z'),
  '/lumen/llms.txt': llms('/lumen/docs/a'),
  '/lumen/openapi.json': openapi('/v1/quotes'),
}
const serve = (pages: Pages) => {
  world.server.answer = ({ url = '' }) => pages[url] ?? missing
}
const connected = () => ({
  deps: { parserThread },
  database: world.database,
  connectTo: `example=${world.server.url}`,
})
const declared = async (locator = home) => {
  const read = await readOnce({ collector: siteDeclarations, stored, locator, now: first }, connected())
  const row = await world.database
    .selectFrom('site_readings')
    .selectAll()
    .where('source_id', '=', stored.sourceId)
    .executeTakeFirst()
  const entries = Object.entries((row?.parts ?? {}) as Record<string, { entries: string[] }>)
  const parts = Object.fromEntries(entries.map(([part, found]) => [part, found.entries]))
  return { outcome: read.outcome, detail: read.detail, parts, unread: row?.unread }
}

describe('a site that is a path of a host', () => {
  test('declares what is at its path and below, and nothing that is of the host', async () => {
    serve({ ...HOST, ...SITE })
    expect(await declared()).toMatchObject({
      outcome: 'fresh',
      parts: {
        links: ['/docs', 'github.com/lumen-labs/lumen', 'lumen.example/other-project/x'],
        sections: ['/blog', '/docs'],
        llms: ['lumen.example/lumen/docs/a'],
        api: ['/v1/quotes'],
      },
      unread: { security: 'of_host' },
    })
    expect(world.server.asked).not.toContain('/.well-known/security.txt')
    expect(world.server.asked).not.toContain('/openapi.json')
  })

  test('declares nothing where only the host has a document', async () => {
    serve({ ...HOST, '/lumen': page() })
    const { parts } = await declared()
    expect(parts).toEqual({ links: [], sections: [], llms: [], api: [] })
  })

  test.each([
    ['a sitemap of the host and one of the site', [`${host}/sitemap.xml`, `${home}/pages.xml`], ['/guides']],
    ['a sitemap of the host alone', [`${host}/sitemap.xml`], ['/blog', '/docs']],
    ['an index of the site that leads to the host', [`${home}/index.xml`], undefined],
  ])('robots.txt names %s', async (_, named, sections) => {
    const robots = text(named.map((url) => `Sitemap: ${url}`).join('\n'))
    const pages = { '/lumen/pages.xml': urlset('/lumen/guides/a') }
    serve({
      ...HOST,
      ...SITE,
      ...pages,
      '/robots.txt': robots,
      '/lumen/index.xml': index(`${host}/sitemap.xml`),
    })
    expect((await declared()).parts['sections']).toEqual(sections)
  })

  test('obeys the robots.txt of its host', async () => {
    serve({ ...HOST, ...SITE, '/robots.txt': text('User-agent: *\nDisallow: /lumen') })
    expect(await declared()).toMatchObject({ outcome: 'disallowed' })
  })
})

const movedTo = (location: string): Scripted => ({ status: 302, headers: { location }, body: '' })
const refreshed = (location: string): Scripted => ({
  ...page(),
  body: `<!doctype html><meta http-equiv="refresh" content="0; url=${location}"><body>`,
})

test.each<[string, Scripted, string]>([
  ['its folder', movedTo('/lumen/'), 'fresh'],
  ['a page below', movedTo('/lumen/en'), 'fresh'],
  ['itself in other letters', movedTo('/Lumen'), 'fresh'],
  ['the home page of the host', movedTo('/'), 'error'],
  ['the sign-in of the host', movedTo('/login?next=/lumen'), 'error'],
  ['another site of the host with its name at the beginning', movedTo('/lumen-two'), 'error'],
  ['the home page of the host, by a refresh', refreshed('/'), 'error'],
])('a site that is a path of a host and moved to %s', async (_, moved, outcome) => {
  const pages = Object.fromEntries(['/lumen/', '/lumen/en', '/Lumen', '/lumen-two'].map((at) => [at, page()]))
  serve({ ...HOST, ...pages, '/login?next=/lumen': page(), '/lumen': moved })
  const detail = outcome === 'error' ? { detail: 'moved to another site' } : {}
  expect(await declared()).toMatchObject({ outcome, ...detail })
})

const html = (body: string): Scripted => ({
  ...page(),
  body: `<!doctype html><title>Lumen</title><body>${body}`,
})
const named = (now = first, position: unknown = undefined) =>
  readOnce({ collector: siteToken, stored, locator: home, now, position }, connected())
const statements = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getStatements }, world.database)).map(
    ({ kind, url, withdrawn }) => [kind, url, withdrawn?.reason ?? 'current'],
  )

test('the token page of the host is no page of a site that is a path of it', async () => {
  const other = `0x${'b'.repeat(40)}`
  serve({ '/lumen': html('<a href="/token">T</a>'), '/token': html(`The host token: ${other}`) })
  expect(await named()).toMatchObject({ outcome: 'fresh' })
  expect(world.server.asked).not.toContain('/token')
  expect(await statements()).toEqual([])
})

test('the token page below the path of a site is its own', async () => {
  serve({ '/lumen': html('<a href="/lumen/token">T</a>'), '/lumen/token': html(`Contract ${token}`) })
  await named()
  expect(await statements()).toEqual([['token_named', `${home}/token`, 'current']])
})

test('a statement that an earlier version read on the token page of the host ends as one that is gone', async () => {
  const url = `${host}/token`
  serve({ '/': html('<a href="/token">T</a>'), '/lumen': html('Lumen'), '/token': html(`Contract ${token}`) })
  const read = { collector: siteToken, stored, locator: host, now: first }
  const earlier = await readOnce(read, connected())
  expect(await statements()).toEqual([['token_named', url, 'current']])
  const once = await named(second, earlier.position)
  await named(third, once.position)
  expect(await statements()).toEqual([['token_named', url, 'no longer on the page']])
})

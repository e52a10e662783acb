import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { type Instant, toInstant } from '#contract/time.ts'
import { getSiteChanges } from '#records/site/readings.ts'
import { aShip, aSource } from '#test/given/records.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import {
  down,
  siteHome as home,
  index,
  llms,
  missing,
  openapi,
  type Pages,
  page,
  SITE,
  security,
  text,
  urlset,
  xml,
} from '#test/providers/declared-site.ts'
import { useProviderWorld } from '#test/providers/provider-world.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { siteDeclarations } from './declarations.ts'

const days = [18, 19, 20, 21].map((day) => toInstant(`2026-11-${day}T00:00:00Z`))
const [first, second, third, fourth] = days as [Instant, Instant, Instant, Instant]
const HOUR_LATER = toInstant('2026-11-19T01:00:00Z')
const world = useProviderWorld()
let stored: StoredProject
const { parserThread } = world

beforeEach(async () => {
  stored = await storeProject({ kind: 'website', locator: home }, world.database)
})

function serve(pages: Pages) {
  world.server.answer = ({ url = '' }) => pages[url] ?? missing
}
function read(now: Instant, position?: unknown, locator = home) {
  return readOnce(
    { collector: siteDeclarations, stored, locator, now, position },
    { deps: { parserThread }, database: world.database, connectTo: `example=${world.server.url}` },
  )
}
const storedRow = () =>
  world.database
    .selectFrom('site_readings')
    .selectAll()
    .where('source_id', '=', stored.sourceId)
    .executeTakeFirstOrThrow()
async function seen() {
  const { parts, unread } = await storedRow()
  const entries = Object.entries(parts as Record<string, { entries: string[] }>)
  return { parts: Object.fromEntries(entries.map(([part, { entries }]) => [part, entries])), unread }
}
async function changes() {
  const all = await getSiteChanges({ projectIds: [stored.projectId] }, world.database)
  return (all.get(stored.projectId) ?? []).map(({ added, removed }) => [added, removed])
}

test('a first reading is a baseline of every part', async () => {
  serve(SITE)
  expect(await read(first)).toMatchObject({ outcome: 'fresh', digest: expect.any(String) })
  expect(await seen()).toEqual({
    parts: {
      links: ['/docs', 'github.com/lumen-labs/lumen'],
      sections: ['/blog', '/docs'],
      llms: ['lumen.example/docs/a', 'lumen.example/docs/b'],
      security: ['contact: mailto:s@lumen.example'],
      api: ['/v1/quotes', '/v1/receipts/{}'],
    },
    unread: {},
  })
  expect(await changes()).toEqual([])
})

test.each<[string, Pages, readonly (readonly number[])[]]>([
  ['nothing', {}, []],
  [
    'a new outside link and section',
    { '/': page('/docs', 'https://forum.example/t/1', 'https://github.com/lumen-labs/lumen') },
    [[1, 0]],
  ],
  [
    'the same links, tracked and in another order',
    { '/': page('https://github.com/lumen-labs/lumen?utm_source=x', '/docs?ref=y#z', '/docs/start') },
    [],
  ],
  ['a new section in the sitemap', { '/sitemap.xml': urlset('/docs/a', '/blog/c', '/guides/d') }, [[1, 0]]],
  ['a new page in a known section', { '/sitemap.xml': urlset('/docs/new', '/blog/c') }, []],
  ['one chosen link for another', { '/llms.txt': llms('/docs/a', '/docs/z') }, [[1, 1]]],
  [
    'another expiry of security.txt',
    {
      '/.well-known/security.txt': security(
        'Contact: mailto:s@lumen.example',
        'Expires: 2028-01-01T00:00:00Z',
      ),
    },
    [],
  ],
  ['another contact', { '/.well-known/security.txt': security('Contact: mailto:t@lumen.example') }, [[1, 1]]],
  ['a new path', { '/openapi.json': openapi('/v1/receipts/{id}', '/v1/quotes', '/v1/rates') }, [[1, 0]]],
  ['another name of a parameter', { '/openapi.json': openapi('/v1/quotes', '/v1/receipts/{receipt}') }, []],
  ['a document is gone', { '/llms.txt': missing }, [[0, 2]]],
  ['a page in place of a document', { '/llms.txt': page() }, [[0, 2]]],
  ['a document fails', { '/llms.txt': down }, []],
  ['a document is refused', { '/llms.txt': { status: 403, body: '' } }, []],
  ['a document is limited', { '/llms.txt': { status: 429, body: '' } }, []],
  ['a document is too long', { '/.well-known/security.txt': text('Contact: a\n'.repeat(10_000)) }, []],
  ['a document of another type', { '/llms.txt': openapi('/v1') }, []],
  ['a malformed document', { '/llms.txt': text('be back soon') }, []],
  ['a truncated document', { '/sitemap.xml': xml('<urlset><url><loc>https://lum') }, []],
  ['everything fails', Object.fromEntries(Object.keys(SITE).map((path) => [path, down])), []],
])('from the second reading on: %s', async (_, changed, expected) => {
  serve(SITE)
  const { position } = await read(first)
  serve({ ...SITE, ...changed })
  await read(second, position)
  await read(third, position)
  expect(await changes()).toEqual(expected)
  serve(SITE)
  await read(fourth, position)
  await read(fourth, position)
  expect(await changes()).toEqual([...expected, ...expected.map(([added, removed]) => [removed, added])])
})

test.each<[string, Scripted]>([
  ['a notice of maintenance', page()],
  ['a page of the host with its links', page('https://host.example/status', 'https://host.example/help')],
])('one reading of %s in place of each page is no change', async (_, standIn) => {
  serve(SITE)
  await read(first)
  world.server.answer = () => standIn
  await read(second)
  serve(SITE)
  await read(third)
  expect(await changes()).toEqual([])
})

test('readings without a change record nothing; changing back and forth records three changes', async () => {
  const changed = { ...SITE, '/llms.txt': llms('/docs/a') }
  for (const pages of [SITE, changed, changed, SITE, changed, changed]) {
    serve(pages)
    await read(second)
  }
  expect(await changes()).toEqual([
    [0, 1],
    [1, 0],
    [0, 1],
  ])
})

test('a host that answers every path with one page declares no document', async () => {
  world.server.answer = () => page('/docs', '/llms.txt')
  expect(await read(first)).toMatchObject({ outcome: 'fresh' })
  expect(await seen()).toEqual({
    parts: { links: ['/docs', '/llms.txt'], sections: [], llms: [], security: [], api: [] },
    unread: {},
  })
})

const challenge: Scripted = {
  headers: { 'content-type': 'text/html' },
  body: '<!doctype html><html><head><script id="anubis_version" type="application/json">"1"</script></head></html>',
}

const PAUSE = { 'retry-after': '3600' }
test.each<[string, Scripted, object]>([
  ['429', { status: 429, headers: PAUSE, body: '' }, { coolOffUntil: HOUR_LATER }],
  ['503 with a pause', { status: 503, headers: PAUSE, body: '' }, { coolOffUntil: HOUR_LATER }],
  ['429 alone', { status: 429, body: '' }, {}],
])('nothing is asked after a limit (%s), and what was read until then counts', async (_, limit, expected) => {
  serve(SITE)
  const { position } = await read(first)
  serve({
    ...SITE,
    '/': page('/docs', 'https://github.com/lumen-labs/lumen', '/new'),
    '/llms.txt': limit,
    '/openapi.json': missing,
  })
  const before = world.server.asked.length
  const collected = await read(second, position)
  expect(collected).toMatchObject({
    outcome: 'rate_limited',
    detail: expect.stringContaining('('),
    limit: 'stream',
    ...expected,
  })
  expect(world.server.asked.slice(before)).toEqual(['/robots.txt', '/', '/sitemap.xml', '/llms.txt'])
  expect((await seen()).unread).toEqual({
    llms: 'unavailable',
    security: 'unavailable',
    api: 'unavailable',
  })
  expect(await changes()).toEqual([[1, 0]])
})

test('nothing is asked after a limit of the home page, and nothing is stored', async () => {
  serve(SITE)
  await read(first)
  const stored = await storedRow()
  serve({ ...SITE, '/': { status: 429, headers: PAUSE, body: '' } })
  const before = world.server.asked.length
  expect(await read(second)).toMatchObject({ outcome: 'rate_limited', coolOffUntil: HOUR_LATER })
  expect(world.server.asked.slice(before)).toEqual(['/robots.txt', '/'])
  expect(await storedRow()).toEqual(stored)
})

test('a challenge in place of documents leaves them unknown, never removed', async () => {
  serve(SITE)
  await read(first)
  const walled = ['/sitemap.xml', '/llms.txt', '/.well-known/security.txt', '/openapi.json']
  serve({ ...SITE, ...Object.fromEntries(walled.map((path) => [path, challenge])) })
  expect(await read(second)).toMatchObject({ outcome: 'fresh' })
  expect((await seen()).unread).toEqual({
    sections: 'unavailable',
    llms: 'unavailable',
    security: 'unavailable',
    api: 'unavailable',
  })
  expect(await changes()).toEqual([])
})

test('a challenge in place of robots.txt makes the site unread', async () => {
  serve({ ...SITE, '/robots.txt': challenge })
  const before = world.server.asked.length
  expect(await read(first)).toMatchObject({
    outcome: 'unavailable',
    detail: 'robots.txt: challenged (200)',
  })
  expect(world.server.asked.slice(before)).toEqual(['/robots.txt'])
})

test('robots.txt: a forbidden part is not requested and is unknown, never removed', async () => {
  serve(SITE)
  await read(first)
  serve({ ...SITE, '/robots.txt': text('User-agent: *\nDisallow: /llms.txt\nDisallow: /openapi') })
  const before = world.server.asked.length
  expect(await read(second)).toMatchObject({ outcome: 'fresh' })
  expect(world.server.asked.slice(before)).toEqual([
    '/robots.txt',
    '/',
    '/sitemap.xml',
    '/.well-known/security.txt',
  ])
  expect((await seen()).unread).toEqual({ llms: 'disallowed', api: 'disallowed' })
  expect(await changes()).toEqual([])
})

test('robots.txt: a forbidden home page leaves the documents; a forbidden site leaves nothing', async () => {
  serve({ ...SITE, '/robots.txt': text('User-agent: svc-research\nDisallow: /$') })
  expect(await read(first)).toMatchObject({ outcome: 'fresh' })
  expect(await seen()).toMatchObject({ unread: { links: 'disallowed' }, parts: { llms: expect.any(Array) } })
  serve({ ...SITE, '/robots.txt': text('User-agent: *\nDisallow: /') })
  const forbidden = await read(second)
  expect(forbidden).toMatchObject({ outcome: 'disallowed', detail: 'robots.txt forbids it' })
  expect(forbidden.save).toBeUndefined()
})

test.each<[string, Pages, object]>([
  ['down', { '/': down }, { outcome: 'unavailable' }],
  ['gone', { '/': missing }, { outcome: 'missing' }],
  ['robots.txt down', { '/robots.txt': down }, { outcome: 'unavailable' }],
])('a site that is %s says nothing, whatever its documents say', async (_, changed, expected) => {
  serve(SITE)
  await read(first)
  const before = await storedRow()
  serve({ ...SITE, '/llms.txt': missing, ...changed })
  expect(await read(second)).toMatchObject(expected)
  expect(await storedRow()).toEqual(before)
})

test('sitemaps: reads those in robots.txt, through one index', async () => {
  const pages = {
    ...SITE,
    '/robots.txt': text(`User-agent: *\nAllow: /\nSitemap: ${home}/index.xml`),
    '/index.xml': index(`${home}/a.xml`, `${home}/b.xml`),
    '/a.xml': urlset('/docs/a'),
    '/b.xml': urlset('/shop/b'),
  }
  serve(pages)
  await read(first)
  expect((await seen()).parts['sections']).toEqual(['/docs', '/shop'])
})

test.each<[string, Pages]>([
  ['one of an index fails', { '/a.xml': urlset('/docs/a'), '/b.xml': down }],
  ['one of an index is an index', { '/a.xml': urlset('/docs/a'), '/b.xml': index(`${home}/a.xml`) }],
])('sitemaps: %s: the sections are unknown', async (_, pages) => {
  serve({ ...SITE, ...pages, '/sitemap.xml': index(`${home}/a.xml`, `${home}/b.xml`) })
  await read(first)
  expect((await seen()).parts['sections']).toBeUndefined()
  expect((await seen()).unread).toHaveProperty('sections')
})

test('sitemaps: more than twenty, or on another host, are unknown and not requested', async () => {
  const many = Array.from({ length: 500 }, (_, n) => `${home}/${n}.xml`)
  const parts = Object.fromEntries(many.map((url) => [new URL(url).pathname, urlset('/docs')]))
  serve({ ...SITE, ...parts, '/sitemap.xml': index(...many) })
  const before = world.server.asked.length
  await read(first)
  expect((await seen()).unread).toEqual({ sections: 'error' })
  expect(world.server.asked.length - before).toBeLessThan(30)
  serve({ ...SITE, '/sitemap.xml': index('https://files.example/a.xml') })
  await read(second)
  expect((await seen()).unread).toEqual({ sections: 'error' })
})

const LINKED = ['/api/swagger.json', '//other.example/openapi.json']
test.each(LINKED)('reads the API description that the home page links: %s', async (path) => {
  serve({ ...SITE, '/': page(`${home}${path}`, '/docs'), [path]: openapi('/v2') })
  await read(first)
  expect((await seen()).parts['api']).toEqual(['/v2'])
})

test('an unchanged document (304) is neither unread nor removed', async () => {
  const tagged = ({ url = '', headers }: IncomingMessage): Scripted => {
    const answer = SITE[url] ?? missing
    const etag = `"${url}"`
    if (headers['if-none-match'] === etag) return { status: 304, headers: { etag }, body: '' }
    return { ...answer, headers: { ...answer.headers, etag } }
  }
  world.server.answer = tagged
  const { position } = await read(first)
  expect(position).toMatchObject({ tags: { llms: { url: `${home}/llms.txt`, etag: '"/llms.txt"' } } })
  const before = await storedRow()
  const asked: (string | undefined)[] = []
  world.server.answer = (request) => {
    asked.push(request.headers['if-none-match'])
    return tagged(request)
  }
  const again = await read(second, position)
  expect(asked.filter((etag) => etag !== undefined)).toHaveLength(4)
  expect(again.position).toEqual(position)
  expect(await storedRow()).toMatchObject({ digest: before.digest, unread: {}, observed_at: second })
  world.server.answer = (request) =>
    request.url === '/llms.txt' ? llms('/docs/a', '/docs/b', '/c') : tagged(request)
  const changed = await read(third, again.position)
  expect(await changes()).toEqual([[1, 0]])
  expect(changed.position).not.toHaveProperty('tags.llms')
  world.server.answer = (request) => (request.url === '/llms.txt' ? down : tagged(request))
  const failing = await read(fourth, changed.position)
  expect(failing.position).not.toHaveProperty('tags.llms')
  expect(await changes()).toEqual([[1, 0]])
})

test('requests documents without an etag after a rule change', async () => {
  serve(SITE)
  const position = { rule: 'site.declarations@0', tags: { llms: { url: `${home}/llms.txt`, etag: '"x"' } } }
  const asked: unknown[] = []
  world.server.answer = (request) => {
    asked.push(request.headers['if-none-match'])
    return SITE[request.url ?? ''] ?? missing
  }
  await read(first, position)
  expect(new Set(asked)).toEqual(new Set([undefined]))
})

test('replaces text that the database cannot store', async () => {
  serve({ ...SITE, '/openapi.json': openapi('/v1/\u0000\ud800', `/${'x'.repeat(900)}`) })
  expect(await read(first)).toMatchObject({ outcome: 'fresh' })
  const api = (await seen()).parts['api'] as string[]
  expect(api.map((entry) => entry.length)).toEqual([5, 300])
})

test('more entries or links than the limits: unknown', async () => {
  const many = Array.from({ length: 2_100 }, (_, n) => `/${n}`)
  serve({ ...SITE, '/': page(...many), '/openapi.json': openapi(...many) })
  await read(first)
  expect((await seen()).unread).toEqual({ links: 'error', api: 'error' })
})

test('a locator that is not a web address is an error', async () => {
  const collected = await read(first, undefined, 'ftp://lumen.example')
  expect(collected).toMatchObject({ outcome: 'error' })
})

test('[R25] the reading of a site verifies the ships of the repository that names it', async () => {
  const { projectId } = stored
  const facts = { url: 'https://github.com/lumen-labs/lumen', homepage: 'https://lumen.example/docs' }
  const code = await aSource({ project_id: projectId, facts }, world.database)
  const ship = await aShip(
    { project_id: projectId, source_id: code.id, backing: 'source-linked' },
    world.database,
  )
  const backing = async () => {
    const rows = world.database.selectFrom('ships').select('backing').where('id', '=', ship.id)
    return (await rows.execute()).map((row) => row.backing)
  }
  serve({ ...SITE, '/': page('/docs/start') })
  const { position } = await read(first)
  expect(await backing()).toEqual(['source-linked'])
  serve(SITE)
  await read(second, position)
  expect(await backing()).toEqual(['source-verified'])
})

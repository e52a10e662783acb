import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getStatements } from '#records/project/statements.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { nextAddress, useProviderWorld } from '#test/providers/provider-world.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { siteToken } from './token.ts'

const days = [18, 19, 20, 21].map((day) => toInstant(`2026-11-${day}T00:00:00Z`))
const [first, second, third] = days as [Instant, Instant, Instant]
const home = 'https://lumen.example'
const other = `0x${'b'.repeat(40)}` as ContractAddress
const world = useProviderWorld()
let stored: StoredProject
const { parserThread } = world
let token: ContractAddress

beforeEach(async () => {
  token = nextAddress()
  stored = await storeProject({ kind: 'website', locator: home, token: { address: token } }, world.database)
})

const html = (body: string, title = 'Lumen'): Scripted => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>${title}</title><body>${body}`,
})
const serve = (pages: Readonly<Record<string, Scripted>>) => {
  world.server.answer = ({ url = '' }) => pages[url] ?? { ...html('', 'Not found'), status: 404 }
}
function read(now: Instant, change: { position?: unknown; locator?: string } = {}) {
  return readOnce(
    { collector: siteToken, stored, locator: home, now, ...change },
    { deps: { parserThread }, database: world.database, connectTo: `example=${world.server.url}` },
  )
}
const storedRows = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getStatements }, world.database)).map(
    ({ kind, by, names, url, observedAt, sourceId, withdrawn }) => {
      expect(by).toBe('site')
      expect(sourceId).toBe(stored.evidenceId)
      return [kind, names, url, observedAt, withdrawn?.reason ?? 'current']
    },
  )

test('the home page and the token page it links name the token', async () => {
  serve({ '/': html(`LUM is ${token}<a href="/token">Token</a>`), '/token': html(`Contract ${token}`) })
  expect((await read(first)).outcome).toBe('fresh')
  expect((await storedRows()).toSorted()).toEqual([
    ['token_named', token, home, first, 'current'],
    ['token_named', token, `${home}/token`, first, 'current'],
  ])
})

test('another contract called the token', async () => {
  serve({ '/': html(`<p>The LUM token: ${other}`) })
  await read(first)
  expect(await storedRows()).toEqual([['other_token_named', other, home, first, 'current']])
})

test('the second reading without a line withdraws its statement, the first does not', async () => {
  serve({ '/': html(`LUM is ${token}`) })
  const { position } = await read(first)
  serve({ '/': html('Soon') })
  const gone = await read(second, { position })
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
  await read(third, { position: gone.position })
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'no longer on the page']])
})

test('a token page without a link is still read; once it is gone, its statement is withdrawn', async () => {
  serve({ '/': html('<a href="/token">Token</a>'), '/token': html(`Contract ${token}`) })
  const linked = await read(first)
  serve({ '/': html(''), '/token': html(`Contract ${token}`) })
  const unlinked = await read(second, { position: linked.position })
  expect(await storedRows()).toEqual([['token_named', token, `${home}/token`, second, 'current']])
  serve({ '/': html('') })
  const gone = await read(third, { position: unlinked.position })
  await read(days[3] ?? third, { position: gone.position })
  expect(await storedRows()).toEqual([
    ['token_named', token, `${home}/token`, second, 'no longer on the page'],
  ])
})

test('naming the token of the project again withdraws the statement about another one at once', async () => {
  serve({ '/': html(`<p>Token: ${other}`) })
  const { position } = await read(first)
  serve({ '/': html(`<p>Token: ${token}`) })
  await read(second, { position })
  expect((await storedRows()).toSorted()).toEqual([
    ['other_token_named', other, home, first, 'no longer on the page'],
    ['token_named', token, home, second, 'current'],
  ])
})

test.each([
  ['its token', (own: ContractAddress) => `LUM is ${own}`],
  ['another contract as its token', () => `<p>The LUM token: ${other}`],
])('a site that only claims to belong to the project makes no statements: %s', async (_, body) => {
  const address = nextAddress()
  serve({ '/': html(body(address)) })
  stored = await storeProject(
    { kind: 'website', locator: home, establishedBy: 'self_reported', token: { address } },
    world.database,
  )
  expect((await read(first)).outcome).toBe('fresh')
  expect(await storedRows()).toEqual([])
})

test('a host that answers every path with one page has no token page', async () => {
  const single = html(`<a href="/token">Token</a> LUM is ${token}`)
  serve({ '/': single, '/token': single })
  await read(first)
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

test.each([['lumen.example'], ['https://lumen.example/'], ['https://LUMEN.example']])(
  'the locator %s is the same site',
  async (locator) => {
    serve({ '/': html(`LUM is ${token}`) })
    await read(first, { locator })
    expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
  },
)

const moved = (location: string): Scripted => ({ status: 301, headers: { location }, body: '' })

test('follows a redirect inside the site', async () => {
  serve({ '/': moved('https://www.lumen.example/en'), '/en': html(`LUM is ${token}`) })
  await read(first)
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

test('reads a page of almost 2 MiB', async () => {
  serve({ '/': html(`<script>${'words '.repeat(340_000)}</script>LUM is ${token}`) })
  await read(first)
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

test.each<[string, Scripted, string]>([
  ['a redirect to another site', moved('https://parked.example/'), 'error'],
  ['a redirect to plain HTTP', moved('http://lumen.example/'), 'error'],
  ['an endless redirect', moved('/'), 'error'],
  ['not HTML by content type', { headers: { 'content-type': 'application/json' }, body: '<p>x' }, 'error'],
  ['not HTML by body', { headers: { 'content-type': 'text/html' }, body: 'plain' }, 'error'],
  ['half a page', html('<main><p>LUM is the tok'), 'unavailable'],
  ['a soft 404', html('', '404 – page not found'), 'error'],
  ['a 404', { ...html(''), status: 404 }, 'missing'],
  ['a wall', { ...html('prove it'), status: 403 }, 'unavailable'],
  ['a limit without a pause', { ...html(''), status: 429 }, 'rate_limited'],
  ['down', { ...html(''), status: 503 }, 'unavailable'],
  ['a page over the size limit', html('x'.repeat(2 * 1024 * 1024)), 'error'],
])('%s keeps the last statement', async (_, answer, outcome) => {
  serve({ '/': html(`LUM is ${token}`) })
  const { position } = await read(first)
  serve({ '/': answer })
  const failed = await read(second, { position })
  expect(failed).toMatchObject({ outcome, detail: expect.any(String) })
  expect(failed.coolOffUntil).toBeUndefined()
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

const limited = (status: number, headers: Readonly<Record<string, string>>): Scripted => ({
  status,
  headers,
  body: '',
})

test.each<[string, Scripted, string]>([
  ['429 and seconds', limited(429, { 'retry-after': '3600' }), '2026-11-19T01:00:00Z'],
  [
    '429 and a date',
    limited(429, { 'retry-after': 'Thu, 19 Nov 2026 07:00:00 GMT' }),
    '2026-11-19T07:00:00Z',
  ],
  ['503 and seconds', limited(503, { 'retry-after': '7200' }), '2026-11-19T02:00:00Z'],
  ['403 and seconds', limited(403, { 'retry-after': '600' }), '2026-11-19T00:10:00Z'],
  ['429 and a week', limited(429, { 'retry-after': '604800' }), '2026-11-20T00:00:00Z'],
])('a site that answers %s is left alone until then, and alone', async (_, answer, until) => {
  for (const limitedPath of ['/robots.txt', '/', '/token']) {
    serve({
      '/': html('<a href="/token">Token</a>'),
      '/token': html(`LUM is ${token}`),
      [limitedPath]: answer,
    })
    expect(await read(second)).toMatchObject({
      outcome: 'rate_limited',
      limit: 'stream',
      coolOffUntil: toInstant(until),
    })
  }
  expect(await storedRows()).toEqual([])
})

test('a challenge is no limit, whatever pause it names', async () => {
  serve({ '/': limited(503, { 'retry-after': '60', 'cf-mitigated': 'challenge' }) })
  const collected = await read(first)
  expect(collected).toMatchObject({ outcome: 'unavailable', detail: 'challenged (503)' })
  expect(collected.coolOffUntil).toBeUndefined()
})

test('reads a site whose name has 404', async () => {
  serve({ '/': html(`PANDORA is ${token}`, 'Pandora | ERC-404') })
  expect(await read(first)).toMatchObject({ outcome: 'fresh' })
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

test('an unreadable token page makes the whole site unread', async () => {
  serve({
    '/': html(`<p>Token: ${other} <a href="/token">Token</a>`),
    '/token': { ...html(''), status: 503 },
  })
  expect(await read(first)).toMatchObject({ outcome: 'unavailable' })
  expect(await storedRows()).toEqual([])
})

const robots = (...lines: readonly string[]): Scripted => ({
  headers: { 'content-type': 'text/plain' },
  body: ['User-agent: *', ...lines].join('\n'),
})

test('a site that forbids its home page is not read, and the reading gives that reason', async () => {
  serve({ '/': html(`LUM is ${token}`), '/robots.txt': robots('Disallow: /') })
  const before = world.server.asked.length
  expect(await read(first)).toMatchObject({ outcome: 'disallowed', detail: 'robots.txt forbids it' })
  expect(world.server.asked.slice(before)).toEqual(['/robots.txt'])
  expect(await storedRows()).toEqual([])
})

test('a forbidden token page: the statements of the home page stay, and nothing is a mismatch or silent', async () => {
  const pages = { '/robots.txt': robots('Disallow: /token'), '/token': html(`Contract ${token}`) }
  serve({ ...pages, '/': html(`<p>The LUM token: ${other}<a href="/token">Token</a>`) })
  expect(await read(first)).toMatchObject({ outcome: 'disallowed' })
  expect(await storedRows()).toEqual([])
  serve({ ...pages, '/': html(`LUM is ${token}<a href="/token">Token</a>`) })
  expect(await read(second)).toMatchObject({ outcome: 'disallowed' })
  expect(await storedRows()).toEqual([['token_named', token, home, second, 'current']])
  serve({ ...pages, '/': html('<a href="/token">Token</a>') })
  await read(third)
  expect(await storedRows()).toEqual([['token_named', token, home, second, 'current']])
})

const refreshing = (to: string) => html(`<meta http-equiv="refresh" content="0; url=${to}">`)

test('follows an immediate refresh as a redirect inside the site', async () => {
  serve({ '/': refreshing('/en/'), '/en/': moved('/en/home'), '/en/home': html(`LUM is ${token}`) })
  expect(await read(first)).toMatchObject({ outcome: 'fresh' })
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

test.each<[string, string, Readonly<Record<string, Scripted>>, object]>([
  ['to another site', 'https://parked.example/', {}, { outcome: 'error', detail: 'moved to another site' }],
  ['to plain HTTP', 'http://lumen.example/en', {}, { outcome: 'error', detail: 'moved to another site' }],
  ['in a circle', '/a', { '/a': refreshing('/') }, { outcome: 'error', detail: 'moved too often' }],
  [
    'and redirects in a circle',
    '/a',
    { '/a': moved('/b'), '/b': refreshing('/a') },
    { outcome: 'error', detail: 'moved too often' },
  ],
  [
    'to a forbidden page',
    '/en',
    { '/robots.txt': robots('Disallow: /en'), '/en': html('') },
    { outcome: 'disallowed' },
  ],
])('a refresh %s keeps the last statement', async (_, to, pages, expected) => {
  serve({ '/': html(`LUM is ${token}`) })
  const { position } = await read(first)
  serve({ '/': refreshing(to), ...pages })
  expect(await read(second, { position })).toMatchObject(expected)
  expect(await storedRows()).toEqual([['token_named', token, home, first, 'current']])
})

test('does not follow a redirect to a forbidden page', async () => {
  serve({ '/': moved('/en'), '/en': html(`LUM is ${token}`), '/robots.txt': robots('Disallow: /en') })
  expect(await read(first)).toMatchObject({ outcome: 'disallowed' })
})

test('reads nothing while robots.txt cannot be read', async () => {
  serve({ '/': html(`LUM is ${token}`), '/robots.txt': { status: 503, body: '' } })
  expect(await read(first)).toMatchObject({
    outcome: 'unavailable',
    detail: 'robots.txt: server error (503)',
  })
  expect(await storedRows()).toEqual([])
})

test('a locator that is not a web address is an error', async () => {
  expect(await read(first, { locator: 'ftp://lumen.example' })).toMatchObject({ outcome: 'error' })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getClaims } from '#records/project/claims.ts'
import { type AnsweringServer, type Scripted, startAnsweringServer } from '#test/answering-server.ts'
import { readOnce } from '#test/collected-stream.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type StoredProject, storeProject } from '#test/stored-project.ts'
import { siteToken } from './token.ts'

const days = [18, 19, 20, 21].map((day) => toInstant(`2026-11-${day}T00:00:00Z`))
const [first, second, third] = days as [Instant, Instant, Instant]
const home = 'https://lumen.example'
const other = `0x${'b'.repeat(40)}` as ContractAddress
let opened: TestDatabase
let server: AnsweringServer
let stored: StoredProject
let token: ContractAddress
let tokens = 0

beforeAll(async () => {
  opened = await openTestDatabase()
  server = await startAnsweringServer()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await opened[Symbol.asyncDispose]()
})
beforeEach(async () => {
  tokens += 1
  token = `0x${String(tokens).padStart(40, '0')}` as ContractAddress
  stored = await storeProject({ kind: 'website', locator: home, token: { address: token } }, opened.database)
})

const html = (body: string, title = 'Lumen'): Scripted => ({
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>${title}</title><body>${body}`,
})
const serve = (pages: Readonly<Record<string, Scripted>>) => {
  server.answer = ({ url = '' }) => pages[url] ?? { ...html('', 'Not found'), status: 404 }
}
function read(now: Instant, change: { position?: unknown; locator?: string } = {}) {
  return readOnce(
    { collector: siteToken, stored, locator: home, now, ...change },
    { deps: {}, database: opened.database, connectTo: `example=${server.url}` },
  )
}
const held = async () =>
  (await getOfProject({ projectId: stored.projectId, get: getClaims }, opened.database)).map(
    ({ kind, by, names, url, observedAt, sourceId, withdrawn }) => {
      expect(by).toBe('site')
      expect(sourceId).toBe(stored.evidenceId)
      return [kind, names, url, observedAt, withdrawn?.reason ?? 'stands']
    },
  )

test('the home page and the token page it links name the token', async () => {
  serve({ '/': html(`LUM is ${token}<a href="/token">Token</a>`), '/token': html(`Contract ${token}`) })
  expect((await read(first)).outcome).toBe('fresh')
  expect((await held()).toSorted()).toEqual([
    ['token_named', token, home, first, 'stands'],
    ['token_named', token, `${home}/token`, first, 'stands'],
  ])
})

test('another contract called the token', async () => {
  serve({ '/': html(`<p>The LUM token: ${other}`) })
  await read(first)
  expect(await held()).toEqual([['other_token_named', other, home, first, 'stands']])
})

test('a line that is gone is withdrawn by the second reading without it, not the first', async () => {
  serve({ '/': html(`LUM is ${token}`) })
  const { position } = await read(first)
  serve({ '/': html('Soon') })
  const gone = await read(second, { position })
  expect(await held()).toEqual([['token_named', token, home, first, 'stands']])
  await read(third, { position: gone.position })
  expect(await held()).toEqual([['token_named', token, home, first, 'no longer on the page']])
})

test('a token page that is no longer linked is read on; gone for good, its claim falls', async () => {
  serve({ '/': html('<a href="/token">Token</a>'), '/token': html(`Contract ${token}`) })
  const linked = await read(first)
  serve({ '/': html(''), '/token': html(`Contract ${token}`) })
  const unlinked = await read(second, { position: linked.position })
  expect(await held()).toEqual([['token_named', token, `${home}/token`, second, 'stands']])
  serve({ '/': html('') })
  const gone = await read(third, { position: unlinked.position })
  await read(days[3] ?? third, { position: gone.position })
  expect(await held()).toEqual([['token_named', token, `${home}/token`, second, 'no longer on the page']])
})

test('naming ours again fells the naming of another at once', async () => {
  serve({ '/': html(`<p>Token: ${other}`) })
  const { position } = await read(first)
  serve({ '/': html(`<p>Token: ${token}`) })
  await read(second, { position })
  expect((await held()).toSorted()).toEqual([
    ['other_token_named', other, home, first, 'no longer on the page'],
    ['token_named', token, home, second, 'stands'],
  ])
})

test('a site that only itself calls the project’s states nothing', async () => {
  serve({ '/': html(`LUM is ${token}`) })
  const address = `0x${String(tokens).padStart(40, 'e')}` as ContractAddress
  stored = await storeProject(
    { kind: 'website', locator: home, establishedBy: 'self_reported', token: { address } },
    opened.database,
  )
  expect((await read(first)).outcome).toBe('fresh')
  expect(await held()).toEqual([])
})

test('a host that answers every path with its one page has no token page', async () => {
  const single = html(`<a href="/token">Token</a> LUM is ${token}`)
  serve({ '/': single, '/token': single })
  await read(first)
  expect(await held()).toEqual([['token_named', token, home, first, 'stands']])
})

test.each([['lumen.example'], ['https://lumen.example/'], ['https://LUMEN.example']])(
  'the locator %s is the same site',
  async (locator) => {
    serve({ '/': html(`LUM is ${token}`) })
    await read(first, { locator })
    expect(await held()).toEqual([['token_named', token, home, first, 'stands']])
  },
)

const moved = (location: string): Scripted => ({ status: 301, headers: { location }, body: '' })

test('a move inside the site is followed', async () => {
  serve({ '/': moved('https://www.lumen.example/en'), '/en': html(`LUM is ${token}`) })
  await read(first)
  expect(await held()).toEqual([['token_named', token, home, first, 'stands']])
})

test.each<[string, Scripted, string]>([
  ['a move to another site', moved('https://parked.example/'), 'error'],
  ['a move to no encryption', moved('http://lumen.example/'), 'error'],
  ['a move without end', moved('/'), 'error'],
  ['not HTML by its type', { headers: { 'content-type': 'application/json' }, body: '<p>x' }, 'error'],
  ['not HTML by its body', { headers: { 'content-type': 'text/html' }, body: 'plain' }, 'error'],
  ['a soft 404', html('', '404 – page not found'), 'error'],
  ['a 404', { ...html(''), status: 404 }, 'missing'],
  ['a wall', { ...html('prove it'), status: 403 }, 'unavailable'],
  ['a limit', { ...html(''), status: 429 }, 'unavailable'],
  ['down', { ...html(''), status: 503 }, 'unavailable'],
  ['a page past the cap', html('x'.repeat(1024 * 1024)), 'error'],
])('%s keeps the last claim', async (_, answer, outcome) => {
  serve({ '/': html(`LUM is ${token}`) })
  const { position } = await read(first)
  serve({ '/': answer })
  const failed = await read(second, { position })
  expect(failed).toMatchObject({ outcome, detail: expect.any(String) })
  expect(failed.coolOffUntil).toBeUndefined()
  expect(await held()).toEqual([['token_named', token, home, first, 'stands']])
})

test('a linked token page that cannot be read leaves the whole site unread', async () => {
  serve({
    '/': html(`<p>Token: ${other} <a href="/token">Token</a>`),
    '/token': { ...html(''), status: 503 },
  })
  expect(await read(first)).toMatchObject({ outcome: 'unavailable' })
  expect(await held()).toEqual([])
})

const robots = (...lines: readonly string[]): Scripted => ({
  headers: { 'content-type': 'text/plain' },
  body: ['User-agent: *', ...lines].join('\n'),
})

test('a site that forbids its home page is not read, and says so', async () => {
  serve({ '/': html(`LUM is ${token}`), '/robots.txt': robots('Disallow: /') })
  const before = server.asked.length
  expect(await read(first)).toMatchObject({ outcome: 'disallowed', detail: 'robots.txt forbids it' })
  expect(server.asked.slice(before)).toEqual(['/robots.txt'])
  expect(await held()).toEqual([])
})

test('a forbidden token page: what the home page says of ours stands, nobody is accused, nothing is silent', async () => {
  const pages = { '/robots.txt': robots('Disallow: /token'), '/token': html(`Contract ${token}`) }
  serve({ ...pages, '/': html(`<p>The LUM token: ${other}<a href="/token">Token</a>`) })
  expect(await read(first)).toMatchObject({ outcome: 'disallowed' })
  expect(await held()).toEqual([])
  serve({ ...pages, '/': html(`LUM is ${token}<a href="/token">Token</a>`) })
  expect(await read(second)).toMatchObject({ outcome: 'disallowed' })
  expect(await held()).toEqual([['token_named', token, home, second, 'stands']])
  serve({ ...pages, '/': html('<a href="/token">Token</a>') })
  await read(third)
  expect(await held()).toEqual([['token_named', token, home, second, 'stands']])
})

test('a move to a forbidden page is not followed', async () => {
  serve({ '/': moved('/en'), '/en': html(`LUM is ${token}`), '/robots.txt': robots('Disallow: /en') })
  expect(await read(first)).toMatchObject({ outcome: 'disallowed' })
})

test('while robots.txt cannot be read, nothing is', async () => {
  serve({ '/': html(`LUM is ${token}`), '/robots.txt': { status: 503, body: '' } })
  expect(await read(first)).toMatchObject({
    outcome: 'unavailable',
    detail: 'robots.txt: server error (503)',
  })
  expect(await held()).toEqual([])
})

test('a locator that is no web address is an error', async () => {
  expect(await read(first, { locator: 'ftp://lumen.example' })).toMatchObject({ outcome: 'error' })
})

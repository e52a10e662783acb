import { expect, test } from 'vitest'
import { act } from '../actions/index.ts'
import { HOUR } from '../clock.ts'
import { worldAsOf } from '../world/as-of.ts'
import { buildWorld } from '../world/build.ts'
import { contractNamed } from '../world/world.ts'
import { answerSite } from './sites.ts'

const epoch = Date.parse('2026-11-21T12:00:00Z')

function asker(world = buildWorld({ seed: 'sites', epoch })) {
  let now = epoch
  const get = (host: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    answerSite(
      {
        method: 'GET',
        path,
        query: new URLSearchParams(),
        headers: { ...headers, host },
        origin: '',
        body: Buffer.alloc(0),
      },
      { world, now: () => now },
    )
  const pass = (ms: number) => {
    now += ms
  }
  return { world, get, pass }
}

test.each([
  ['/', 200, 'text/html'],
  ['/robots.txt', 200, 'text/plain'],
  ['/sitemap.xml', 200, 'application/xml'],
  ['/llms.txt', 200, 'text/plain'],
  ['/.well-known/security.txt', 200, 'text/plain'],
  ['/openapi.json', 200, 'application/json'],
  ['/feed.xml', 200, 'application/rss+xml'],
  ['/blog/receipts', 200, 'text/html'],
  ['/nowhere', 404, 'text/html'],
])('lumen.example%s answers %i as %s', (path, status, type) => {
  const answer = asker().get('lumen.example', path)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toContain(type)
})

test('a single-page host answers its page to every path', () => {
  const { get } = asker()
  const paths = ['/', '/llms.txt', '/robots.txt', '/.well-known/security.txt', '/nowhere']
  const answers = paths.map((path) => get('mirrorpool.example', path))
  expect(
    new Set(answers.map((answer) => `${answer.status} ${answer.headers['content-type']} ${answer.body}`))
      .size,
  ).toBe(1)
})

test.each([
  ['lumen', 'token'],
  ['kitehouse', 'other'],
  ['gantry', 'token'],
])('the home page of %s names its %s contract', (slug, name) => {
  const { get, world } = asker()
  const member = world.members.get(slug)
  expect(member).toBeDefined()
  if (member) expect(get(`${slug}.example`, '/').body).toContain(contractNamed(member, name))
})

test('a forbidden token page alone names the token', () => {
  const { get, world } = asker()
  const token = world.members.get('rivulet')?.contracts.get('token')
  expect(token).toBeDefined()
  expect(get('rivulet.example', '/robots.txt').body).toContain('Disallow: /token')
  expect(get('rivulet.example', '/').body).toContain('href="/token"')
  expect(get('rivulet.example', '/').body).not.toContain(token)
  expect(get('rivulet.example', '/token').body).toContain(token)
})

test('a page is answered again only when it changed', () => {
  const { get, world } = asker()
  const etag = get('lumen.example', '/llms.txt').headers['etag'] ?? ''
  expect(get('lumen.example', '/llms.txt', { 'if-none-match': etag })).toMatchObject({
    status: 304,
    body: '',
  })
  act(world, { action: 'site-change', slug: 'lumen', at: epoch })
  expect(get('lumen.example', '/llms.txt', { 'if-none-match': etag }).status).toBe(200)
  expect(get('lumen.example', '/nowhere', { 'if-none-match': etag }).status).toBe(404)
})

test('a section is not there before it was opened', () => {
  const { world } = asker()
  const opened = epoch - 6 * 24 * 3_600_000
  const sectionsAt = (at: number) =>
    worldAsOf(world, at)
      .sites.get('lumen.example')
      ?.sections.map(({ path }) => path)
  expect(sectionsAt(opened - 1)).not.toContain('/status')
  expect(sectionsAt(opened)).toContain('/status')
})

test('the mismatched site does not name the token of the catalogue', () => {
  const { get, world } = asker()
  const member = world.members.get('kitehouse') ?? expect.unreachable()
  expect(get('kitehouse.example', '/').body).not.toContain(contractNamed(member, 'token'))
})

test('a site change shows in the sitemap, llms.txt, the API description and the links', () => {
  const { get, world } = asker()
  const paths = ['/', '/sitemap.xml', '/llms.txt', '/openapi.json']
  const before = paths.map((path) => get('lumen.example', path).body)
  act(world, { action: 'site-change', slug: 'lumen', at: epoch })
  const after = paths.map((path) => get('lumen.example', path).body)
  expect(after.filter((body, place) => body === before[place])).toEqual([])
})

test('[R93] a site with a nonce links another address every hour, and the same within one', () => {
  const { get, pass, world } = asker()
  const plain = get('lumen.example', '/').body
  act(world, { action: 'site-nonce', slug: 'lumen', at: epoch + HOUR })
  expect(get('lumen.example', '/').body).toBe(plain)
  const bodies = [HOUR, HOUR / 2, HOUR].map((ms) => {
    pass(ms)
    return get('lumen.example', '/').body
  })
  expect(new Set(bodies).size).toBe(2)
  expect(bodies).not.toContain(plain)
})

test('hostile titles arrive as text, not as markup', () => {
  const home = String(asker().get('hexgarden.example', '/').body)
  expect(home).not.toContain('<script>')
  expect(home).toContain('&lt;script&gt;')
})

test('a member without a repository loses its site, and has it back', () => {
  const { get, world } = asker()
  act(world, { action: 'source-down', slug: 'parley', at: epoch })
  expect(get('parley.example', '/').status).toBe(503)
  act(world, { action: 'source-up', slug: 'parley', at: epoch })
  expect(get('parley.example', '/').status).toBe(200)
})

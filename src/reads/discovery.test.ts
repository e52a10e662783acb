import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import { DAY_MS, msOf, toInstant } from '#contract/time.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const service = await httpServiceOfFile({ securityContact: 'mailto:security@research.example' })

/** Asks one link after another: a process runs two exports at once. */
async function statusesOf(links: readonly string[]) {
  const statuses: (readonly [string, number])[] = []
  for (const link of links)
    statuses.push([link, (await service.get(link.replace('https://svc.example', ''))).status])
  return statuses
}
const GUIDE = '/llms.txt'
const CATALOG = '/.well-known/api-catalog'
const AI_CATALOG = '/.well-known/ai-catalog.json'
const SERVER_CARD = '/mcp/server-card'
const linksIn = (body: unknown) =>
  [...JSON.stringify(body).matchAll(/"(?:href|anchor|url|websiteUrl)":"([^"]+)"/g)].map(
    ([, link = '']) => link,
  )

test('[agents 64] security.txt has the configured contact and one Expires within a year [contract GET /.well-known/security.txt]', async () => {
  const { status, headers, text } = await service.get('/.well-known/security.txt')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'public, max-age=60',
  ])
  const fields = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/: (.*)/).slice(0, 2))
  expect(fields.map(([name]) => name)).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  const { Contact, Expires, Canonical } = Object.fromEntries(fields)
  expect([Contact, Canonical]).toEqual([
    'mailto:security@research.example',
    'https://svc.example/.well-known/security.txt',
  ])
  const days = (msOf(toInstant(Expires)) - msOf(NOW)) / DAY_MS
  expect([days > 1, days < 364]).toEqual([true, true])
})

test('[agents 64] llms.txt begins with its title, is under 8 KB, and each of its links answers [contract GET /llms.txt]', async () => {
  const { status, headers, text } = await service.get(GUIDE)
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(text.startsWith('# Evidence research service\n\n> ')).toBe(true)
  expect(text.match(/^# /gm)).toHaveLength(1)
  expect(Buffer.byteLength(text)).toBeLessThan(8_192)
  const links = [...text.matchAll(/\]\((https:[^)]+)\)/g)].map(([, link = '']) => link)
  expect(links).toEqual(
    expect.arrayContaining(['https://svc.example/api/agent', 'https://svc.example/openapi.json']),
  )
  expect((await statusesOf(links)).filter(([, answered]) => answered !== 200)).toEqual([])
  expect(text).toContain('`POST /api/receipts/validate`')
})

test('llms.txt names every operation once', async () => {
  const { text } = await service.get(GUIDE)
  const named = [
    ...text.matchAll(
      /^- (?:\[.*?\]\(https:\/\/svc\.example([^)]+)\)|`([A-Z]+) (?:https:\/\/svc\.example)?([^`?]+))/gm,
    ),
  ]
  const lines = named.map(([, link, method, path]) =>
    link === undefined ? `${method} ${path}` : `GET ${link}`,
  )
  expect(lines.sort()).toEqual(
    Object.values(OPERATIONS)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  )
})

test('the API catalog is a linkset whose links answer; HEAD names it in its link header [contract GET /.well-known/api-catalog]', async () => {
  const { status, headers, body } = await service.get(CATALOG)
  expect([status, headers['content-type']]).toEqual([200, 'application/linkset+json; charset=utf-8'])
  const links = linksIn(body)
  expect(links).toEqual(
    expect.arrayContaining(['/openapi.json', GUIDE, AI_CATALOG].map((path) => `https://svc.example${path}`)),
  )
  expect((await statusesOf(links)).filter(([, answered]) => answered !== 200)).toEqual([])
  const head = await service.send(`HEAD ${CATALOG}`)
  expect([head.status, head.text, head.headers['link']]).toEqual([200, '', `<${CATALOG}>; rel="api-catalog"`])
})

test('the AI catalog names the cards and the API description, and each answers [contract GET /.well-known/ai-catalog.json]', async () => {
  const { status, headers, body } = await service.get(AI_CATALOG)
  expect([status, headers['content-type'], headers['access-control-allow-origin']]).toEqual([
    200,
    'application/ai-catalog+json; charset=utf-8',
    '*',
  ])
  const links = linksIn(body)
  expect(links).toEqual(
    expect.arrayContaining([`https://svc.example${SERVER_CARD}`, 'https://svc.example/openapi.json']),
  )
  expect((await statusesOf(links)).filter(([, answered]) => answered !== 200)).toEqual([])
})

test('the card of the MCP server is beside its endpoint, in its own media type [contract GET /mcp/server-card]', async () => {
  const { status, headers, body } = await service.get(SERVER_CARD, {
    accept: 'application/mcp-server-card+json',
  })
  expect([status, headers['content-type'], headers['access-control-allow-origin'], body['name']]).toEqual([
    200,
    'application/mcp-server-card+json; charset=utf-8',
    '*',
    'example.svc/evidence-research-service',
  ])
})

test('a client that looks for a login finds none: 404 in the envelope, not a page', async () => {
  for (const path of [
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
    'oauth-authorization-server',
  ]) {
    const { status, headers, body } = await service.get(`/.well-known/${path}`)
    expect([path, status, headers['content-type'], body['error']]).toEqual([
      path,
      404,
      'application/json; charset=utf-8',
      'not_found',
    ])
  }
})

test('each is cached, and answers 304 to its own tag', async () => {
  for (const path of [GUIDE, CATALOG, AI_CATALOG, SERVER_CARD, '/.well-known/security.txt']) {
    const { headers } = await service.get(path)
    const again = await service.get(path, { 'if-none-match': String(headers['etag']) })
    expect([path, again.status]).toEqual([path, 304])
  }
})

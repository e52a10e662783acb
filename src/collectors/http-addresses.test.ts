import { type LookupAddress, lookup as lookUp } from 'node:dns'
import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'
import { type LookupAll, openHttp, parseConnectTo } from './http.ts'

/** Addresses that the system's resolver returns for a name. Other names are looked up as usual. */
const resolved = new Map<string, readonly LookupAddress[] | Error>()
const lookup: LookupAll = (name, options, callback) => {
  const found = resolved.get(name)
  if (found === undefined) return lookUp(name, options, callback)
  return found instanceof Error ? callback(found, []) : callback(null, [...found])
}

const NOW = toInstant('2026-11-20T10:00:00Z')
const clock = () => NOW
const contactUrl = 'https://svc.example/contact'

const server = await forFile(startAnsweringServer())
const http = await forFile(openHttp({ contactUrl, connectTo: [] }, { clock, lookup }))

test('an address from outside is refused without asking, unless it can be public', async () => {
  const local = new URL(server.url)
  local.hostname = 'localhost'
  const { length } = server.asked
  const addresses = ['http://127.0.0.1:1/', 'http://[::1]:1/', 'http://2130706433/', 'http://8.8.8.8/']
  for (const url of [...addresses, 'http://intranet/', local.href]) {
    const refused = { outcome: 'disallowed', detail: 'not asked: no public name' }
    expect(await http.request({ url, publicOnly: true })).toMatchObject(refused)
  }
  expect(server.asked.length).toBe(length)
  expect(await http.request({ url: local.href })).toMatchObject({ kind: 'answer' })
})

const PRIVATE = { address: '127.0.0.1', family: 4 }
const PUBLIC = { address: '8.8.8.8', family: 4 }
test.each([
  ['private and public', [PRIVATE, PUBLIC]],
  ['public and private', [PUBLIC, PRIVATE]],
])('a name with %s addresses is refused, and nothing is sent', async (_, addresses) => {
  resolved.set('rebound.test', addresses)
  const { port } = new URL(server.url)
  const { length } = server.asked
  expect(await http.request({ url: `http://rebound.test:${port}/`, publicOnly: true })).toMatchObject({
    kind: 'failure',
    outcome: 'unavailable',
    detail: 'not asked: the name has an address that is not public',
  })
  expect(server.asked.length).toBe(length)
})

test.each([
  ['an IPv4 address in compatible form', '::7f00:1'],
  ['an IPv4 address in mapped form', '::ffff:127.0.0.1'],
  ['an IPv4 address in translated form', '64:ff9b::7f00:1'],
  ['a tunnel to an IPv4 address', '2002:7f00:1::'],
  ['a local address', 'fd00::1'],
  ['an address outside the public block', '4000::1'],
  ['a malformed address', 'x'],
])('[R99] a name with %s is refused, and nothing is sent', async (_, address) => {
  resolved.set('odd.test', [{ address, family: 6 }])
  const { port } = new URL(server.url)
  const { length } = server.asked
  expect(await http.request({ url: `http://odd.test:${port}/`, publicOnly: true })).toMatchObject({
    kind: 'failure',
    outcome: 'unavailable',
    detail: 'not asked: the name has an address that is not public',
  })
  expect(server.asked.length).toBe(length)
})

test('an unknown host name is a failure with the reason of the resolver', async () => {
  resolved.set('gone.test', Object.assign(new Error('not found'), { code: 'ENOTFOUND' }))
  expect(await http.request({ url: 'http://gone.test/', publicOnly: true })).toMatchObject({
    outcome: 'unavailable',
    detail: 'no connection (ENOTFOUND)',
  })
  resolved.set('empty.test', [])
  expect(await http.request({ url: 'http://empty.test/', publicOnly: true })).toMatchObject({
    outcome: 'unavailable',
    detail: 'no connection',
  })
})

test('a host under a suffix is fetched from the origin with its own Host header', async () => {
  let host: string | undefined
  server.answer = (request) => {
    host = request.headers.host
    return { body: request.url ?? '' }
  }
  await using routed = openHttp({ contactUrl, connectTo: parseConnectTo(`example=${server.url}`) }, { clock })
  const answer = await routed.request({ url: 'https://lumen.example/token?a=1', publicOnly: true })
  expect(answer).toMatchObject({ kind: 'answer', body: '/token?a=1', url: 'https://lumen.example/token?a=1' })
  expect(host).toBe('lumen.example')
})

test.each(['//127.0.0.1:1/x', '//127.0.0.1:1', '/\\\\127.0.0.1:1/x', '///x'])(
  '[R99] the path %s is asked at the origin that HTTP_CONNECT_TO names',
  async (path) => {
    server.answer = (request) => ({ body: request.url ?? '' })
    await using routed = openHttp(
      { contactUrl, connectTo: parseConnectTo(`example=${server.url}`) },
      { clock },
    )
    const url = `https://lumen.example${path}`
    const { length } = server.asked
    const answer = await routed.request({ url, publicOnly: true })
    expect(answer).toMatchObject({ kind: 'answer', body: new URL(url).pathname })
    expect(server.asked.length).toBe(length + 1)
  },
)

test('[R99] credentials in an address from outside are refused, under an override too', async () => {
  await using routed = openHttp({ contactUrl, connectTo: parseConnectTo(`example=${server.url}`) }, { clock })
  const { length } = server.asked
  for (const url of ['https://user:word@lumen.example/', 'https://user@lumen.example/'])
    expect(await routed.request({ url, publicOnly: true })).toMatchObject({ outcome: 'error' })
  expect(server.asked.length).toBe(length)
})

test.each<[string, unknown]>([
  ['', []],
  ['example=http://127.0.0.1:80', [{ suffix: 'example', origin: 'http://127.0.0.1:80' }]],
  [
    '.example=http://a:1/, test=https://b',
    [
      { suffix: 'example', origin: 'http://a:1' },
      { suffix: 'test', origin: 'https://b' },
    ],
  ],
])('overrides %j', (text, expected) => {
  expect(parseConnectTo(text)).toEqual(expected)
})

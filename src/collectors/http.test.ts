import { createServer } from 'node:http'
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { type Instant, toInstant } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { coolOffUntil, type HttpAnswer, openHttp, parseConnectTo } from './http.ts'
import { readJson } from './json-answer.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const clock = () => NOW
const contactUrl = 'https://svc.example/contact'

const server = await forFile(startAnsweringServer())
const http = await forFile(openHttp({ contactUrl, connectTo: [] }, { clock }))

test('returns status, lower-case headers, the whole body and the time of the provider', async () => {
  server.answer = () => ({
    headers: { ETag: '"a"', date: 'Fri, 20 Nov 2026 09:59:58 GMT' },
    body: '{"name":"größe"}',
  })
  const answer = await http.request({ url: `${server.url}/x?y=1` })
  expect(answer).toMatchObject({
    kind: 'answer',
    status: 200,
    body: '{"name":"größe"}',
    url: `${server.url}/x?y=1`,
  })
  expect(answer.kind === 'answer' && answer.headers['etag']).toBe('"a"')
})

test('the user agent names the service and a contact address', async () => {
  let agent: string | undefined
  server.answer = (request) => {
    agent = request.headers['user-agent']
    return { body: '' }
  }
  await http.request({ url: server.url })
  expect(agent).toBe(`Mozilla/5.0 (compatible; svc-research/1; +${contactUrl})`)
})

type Case = [string, { status: number; headers?: Record<string, string> }, Record<string, unknown>]
test.each<Case>([
  ['not modified', { status: 304 }, { kind: 'answer', status: 304 }],
  ['not there', { status: 404 }, { kind: 'answer', status: 404 }],
  ['forbidden without a limit', { status: 403 }, { kind: 'answer', status: 403 }],
  [
    'a redirect without permission to follow it',
    { status: 301, headers: { location: '/y' } },
    { kind: 'answer', status: 301 },
  ],
  ['too many', { status: 429 }, { outcome: 'rate_limited', retryAfterMs: null }],
  ['too many, with seconds', { status: 429, headers: { 'retry-after': '90' } }, { retryAfterMs: 90_000 }],
  [
    'too many, until a date',
    {
      status: 429,
      headers: { 'retry-after': 'Fri, 20 Nov 2026 12:00:00 GMT', date: 'Fri, 20 Nov 2026 11:00:00 GMT' },
    },
    { retryAfterMs: 7_200_000 },
  ],
  [
    '[case 9] forbidden with nothing remaining until the reset',
    {
      status: 403,
      headers: {
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': `${Date.parse('2026-11-20T10:30:00Z') / 1000}`,
        date: 'Fri, 20 Nov 2026 10:00:00 GMT',
      },
    },
    { outcome: 'rate_limited', status: 403, retryAfterMs: 1_800_000 },
  ],
  [
    'forbidden with a pause',
    { status: 403, headers: { 'retry-after': '60' } },
    { outcome: 'rate_limited', status: 403, retryAfterMs: 60_000 },
  ],
  [
    'forbidden with requests remaining',
    { status: 403, headers: { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1795168800' } },
    { kind: 'answer', status: 403 },
  ],
  [
    'too many, with requests remaining until the reset',
    { status: 429, headers: { 'x-ratelimit-remaining': '1', 'x-ratelimit-reset': '1795168800' } },
    { outcome: 'rate_limited', retryAfterMs: null },
  ],
  ['the last status before the server errors', { status: 499 }, { kind: 'answer', status: 499 }],
  ['an invalid pause', { status: 429, headers: { 'retry-after': 'soon' } }, { retryAfterMs: null }],
  ['a server error', { status: 500 }, { outcome: 'unavailable', status: 500 }],
  [
    'overloaded',
    { status: 503, headers: { 'retry-after': '5' } },
    { outcome: 'unavailable', retryAfterMs: 5000 },
  ],
])('%s', async (_, scripted, expected) => {
  server.answer = () => ({ ...scripted, body: '' })
  expect(await http.request({ url: server.url })).toMatchObject(expected)
})

test('a body over the size limit is a failure, never a truncated body', async () => {
  server.answer = () => ({ body: 'x'.repeat(1001) })
  expect(await http.request({ url: server.url, maxBytes: 1000 })).toMatchObject({
    kind: 'failure',
    outcome: 'error',
  })
  server.answer = () => ({ body: 'x'.repeat(1000) })
  expect(await http.request({ url: server.url, maxBytes: 1000 })).toMatchObject({ kind: 'answer' })
  for (const [length, kind] of [
    [8 * 1024 * 1024, 'answer'],
    [8 * 1024 * 1024 + 1, 'failure'],
  ] as const) {
    server.answer = () => ({ body: 'x'.repeat(length) })
    expect(await http.request({ url: server.url })).toMatchObject({ kind })
  }
})

test.each<[string, string, Record<string, unknown>]>([
  ['inside', '/api/new', { kind: 'answer', status: 200 }],
  ['outside the folder', '/other', { outcome: 'error', detail: 'redirected to another place' }],
  ['a folder with the same prefix only', '/apiary', { outcome: 'error' }],
  ['to another host', 'http://192.0.2.1/api/new', { outcome: 'error' }],
  ['in a circle', '/api/old', { outcome: 'error', detail: 'too many redirects' }],
])('a redirect %s', async (_, location, expected) => {
  server.answer = (request) =>
    request.url === '/api/old' ? { status: 301, headers: { location }, body: '' } : { body: 'here' }
  const redirects = { max: 3, within: `${server.url}/api` }
  expect(await http.request({ url: `${server.url}/api/old`, redirects })).toMatchObject(expected)
})

test.each([
  ['a redirect without a location', { status: 301 }],
  ['a location on a status that is not a redirect', { status: 201, headers: { location: '/api/new' } }],
])('%s is answered as it is', async (_, scripted) => {
  server.answer = () => ({ ...scripted, body: 'as it is' })
  const redirects = { max: 3, within: server.url }
  expect(await http.request({ url: `${server.url}/api/old`, redirects })).toMatchObject({
    kind: 'answer',
    status: scripted.status,
    body: 'as it is',
  })
})

test.each([
  ['the maximum number of redirects is followed', 2, { kind: 'answer', status: 200, body: 'here' }],
  ['one redirect over the maximum is refused', 3, { outcome: 'error', detail: 'too many redirects' }],
])('%s', async (_, redirected, expected) => {
  server.answer = (request) => {
    const hop = Number(request.url?.slice(1))
    return hop < redirected
      ? { status: 302, headers: { location: `/${hop + 1}` }, body: '' }
      : { body: 'here' }
  }
  const { length } = server.asked
  const redirects = { max: 2, within: server.url }
  expect(await http.request({ url: `${server.url}/0`, redirects })).toMatchObject(expected)
  expect(server.asked.slice(length)).toEqual(['/0', '/1', '/2'])
})

test('the time limit covers the whole exchange, also a slow body', async () => {
  const dripping = createServer((_, response) => {
    response.writeHead(200)
    response.write('x')
  })
  await using slow = await listenOnLoopback(dripping)
  expect(await http.request({ url: slow.url, timeoutMs: 100 })).toMatchObject({
    outcome: 'unavailable',
    detail: 'no answer in time',
  })
})

test('a refused connection, an aborted call and another scheme are failures with a reason', async () => {
  const refused = await http.request({ url: 'http://127.0.0.1:1/' })
  expect(refused).toMatchObject({ outcome: 'unavailable', detail: 'no connection (ECONNREFUSED)' })
  const given = await http.request({ url: server.url, signal: AbortSignal.abort() })
  expect(given).toMatchObject({ outcome: 'unavailable', detail: 'given up' })
  expect(await http.request({ url: 'file:///etc/passwd' })).toMatchObject({ outcome: 'error' })
  expect(await http.request({ url: 'not an address' })).toMatchObject({ outcome: 'error' })
})

test('refuses a malformed override', () => {
  expect(() => parseConnectTo('example')).toThrow('suffix=origin')
})

test.each<[string, number | null, Instant | undefined]>([
  ['no pause given: no end', null, undefined],
  ['as asked', 1_800_000, toInstant('2026-11-20T10:30:00Z')],
  ['more than a day: a day', 10 * 86_400_000, toInstant('2026-11-21T10:00:00Z')],
])('left alone, %s', (_, retryAfterMs, until) => {
  const failure = { kind: 'failure', outcome: 'rate_limited', detail: '', status: 429, retryAfterMs } as const
  expect(coolOffUntil(failure, NOW)).toBe(until)
})

const PLAIN = Buffer.from('{"name":"größe"}')
const ENCODED: readonly (readonly [string, Buffer])[] = [
  ['gzip', gzipSync(PLAIN)],
  ['GZIP ', gzipSync(PLAIN)],
  ['x-gzip', gzipSync(PLAIN)],
  ['br', brotliCompressSync(PLAIN)],
  ['deflate', deflateSync(PLAIN)],
  ['deflate', deflateRawSync(PLAIN)],
  ['identity', PLAIN],
]

test.each(ENCODED)(
  'a body that is stored as %s is read, although it was not asked for',
  async (encoding, body) => {
    let accepted: string | undefined
    server.answer = ({ headers }) => {
      accepted = headers['accept-encoding'] as string | undefined
      return { headers: { 'content-encoding': encoding }, body }
    }
    expect(await http.request({ url: server.url })).toMatchObject({
      kind: 'answer',
      body: '{"name":"größe"}',
      isUtf8: true,
    })
    expect(accepted).toBe('identity')
  },
)

test.each<[string, string, Buffer | string]>([
  ['is not compressed as it says', 'gzip', '{}'],
  ['ends in the middle', 'gzip', gzipSync(PLAIN).subarray(0, 20)],
  ['ends in the middle, in Brotli', 'br', brotliCompressSync(PLAIN).subarray(0, 10)],
  ['has an unknown encoding', 'zstd', 'x'],
  ['is compressed twice', 'gzip, gzip', gzipSync(gzipSync(PLAIN))],
])('[R146] a body that %s is a failure', async (_, encoding, body) => {
  server.answer = () => ({ headers: { 'content-encoding': encoding }, body })
  expect(await http.request({ url: server.url })).toMatchObject({
    kind: 'failure',
    outcome: 'unavailable',
    detail: 'the encoding of the answer cannot be read',
  })
})

test('an answer without a body has no encoding to read', async () => {
  for (const encoding of ['gzip', 'br', 'zstd']) {
    server.answer = () => ({ status: 304, headers: { 'content-encoding': encoding }, body: '' })
    expect(await http.request({ url: server.url })).toMatchObject({ kind: 'answer', status: 304 })
  }
})

const ZEROS = Buffer.alloc(64 * 1024 * 1024)
const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
test.each([
  // Gzip allows several compressed members after each other: these are 1 GiB of zeros in a megabyte.
  ['gzip', Buffer.concat(Array.from({ length: 16 }, () => gzipSync(ZEROS, { level: 6 })))],
  ['br', brotliCompressSync(ZEROS, fastest)],
  ['deflate', deflateSync(ZEROS)],
])(
  '[R146] a bomb in %s ends at the size limit, which counts the decompressed bytes',
  async (encoding, bomb) => {
    server.answer = () => ({ headers: { 'content-encoding': encoding }, body: bomb })
    for (const maxBytes of [1024 * 1024, undefined]) {
      expect(await http.request({ url: server.url, ...(maxBytes && { maxBytes }) })).toMatchObject({
        kind: 'failure',
        outcome: 'error',
        detail: 'the answer is too long',
      })
    }
    const body = gzipSync(Buffer.alloc(1000))
    for (const [maxBytes, kind] of [
      [1000, 'answer'],
      [999, 'failure'],
    ] as const) {
      server.answer = () => ({ headers: { 'content-encoding': 'gzip' }, body })
      expect(await http.request({ url: server.url, maxBytes })).toMatchObject({ kind })
    }
  },
)

test.each([
  ['UTF-8', Buffer.from('"größe"'), true],
  ['Latin-1', Buffer.from('"größe"', 'latin1'), false],
])('[R146] says whether a body in %s is UTF-8', async (_, body, isUtf8) => {
  server.answer = () => ({ body })
  const answer = await http.request({ url: server.url })
  expect(answer).toMatchObject({ kind: 'answer', isUtf8 })
  expect(readJson(answer as HttpAnswer) !== undefined).toBe(isUtf8)
})

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '#test/accounts.ts'
import { KNOWN } from '#test/card-evidence.ts'
import { someAddress, storeToken } from '#test/http-service.ts'
import { type ListeningService, openListeningService, type Sent } from '#test/listening-service.ts'

let listening: ListeningService
let card: string
let key: string
beforeAll(async () => {
  listening = await openListeningService()
  const { address } = await storeToken({ evidence: KNOWN, name: 'Lümen' }, listening.service.database)
  card = `/api/v1/builder?token=${address}`
  ;({ key } = await issueKey(listening.service.database, { tier: 2 }))
})
afterAll(() => listening[Symbol.asyncDispose]())

const OWN = ['date', 'x-request-id', 'age', 'connection', 'keep-alive']
const shared = ({ headers }: Sent) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name)))
const hits = () => listening.answers.counts().hit

/** Asks twice: the first answer is computed or found by reading the request, the second found by its spelling. */
async function twice(path: string, asked: Parameters<ListeningService['send']>[1] = {}) {
  const first = await listening.send(path, asked)
  const before = hits()
  const second = await listening.send(path, asked)
  return { first, second, wasHeld: hits() > before }
}

describe('a held answer is the answer', () => {
  test.each([
    ['as JSON', {}],
    ['as text', { accept: 'text/plain' }],
    ['as Markdown', { accept: 'text/markdown' }],
    ['by brotli', { 'accept-encoding': 'gzip, deflate, br' }],
    ['by gzip', { 'accept-encoding': 'gzip;q=0.5, br;q=0' }],
    ['to an integration', { 'x-svc-integration': 'alice' }],
    ['with a strange Accept', { accept: ';;,/,*/*;q=2' }],
  ])('%s', async (_, headers) => {
    const { first, second, wasHeld } = await twice(card, { headers })
    expect(wasHeld).toBe(true)
    expect([second.status, shared(second), second.bytes]).toEqual([200, shared(first), first.bytes])
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  test.each(['/api/changes', '/api/status', '/openapi.json', '/api', '/api/ships', '/api/projects?limit=2'])(
    '%s',
    async (path) => {
      const { first, second, wasHeld } = await twice(path)
      expect([wasHeld, second.status, second.text]).toEqual([true, 200, first.text])
      expect(shared(second)).toEqual(shared(first))
    },
  )

  test('of which HEAD and 304 say the age as well, and the next minute’s says none', async () => {
    const path = `/api/v1/scan?token=${someAddress()}`
    const { etag } = (await listening.send(path)).headers
    listening.pass(59_000)
    const aged = await Promise.all([
      listening.send(path),
      listening.send(path, { method: 'HEAD' }),
      listening.send(path, { headers: { 'if-none-match': String(etag) } }),
    ])
    expect(aged.map(({ status }) => status)).toEqual([200, 200, 304])
    expect(aged.map(({ headers }) => headers.age)).toEqual(['59', '59', '59'])
    listening.pass(1_000)
    expect((await listening.send(path)).headers).not.toHaveProperty('age')
  })

  test('to HEAD, without its body', async () => {
    const { first } = await twice(card)
    const head = await listening.send(card, { method: 'HEAD' })
    expect([head.status, head.bytes.length, shared(head)]).toEqual([200, 0, shared(first)])
  })

  test('with the caller’s own request id where it is safe', async () => {
    const { second } = await twice(card, { headers: { 'x-request-id': 'mine' } })
    expect(second.headers['x-request-id']).toBe('mine')
  })

  test('in as many log lines, with who it declares to be', async () => {
    const before = listening.service.lines.length
    await twice(card, { headers: { 'x-svc-integration': 'logged' } })
    const lines = listening.service.lines.slice(before)
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).toMatchObject({
        method: 'GET',
        route: '/api/v1/builder',
        status: 200,
        integration: 'logged',
      })
    }
  })
})

test('a held answer to HEAD by who holds it comes with no length of a body there is not', async () => {
  const { etag } = (await listening.send('/api/ships')).headers
  const asked = { method: 'HEAD', headers: { 'if-none-match': String(etag) } }
  listening.answers.drop()
  const { first, second, wasHeld } = await twice('/api/ships', asked)
  expect([wasHeld, first.status, second.status]).toEqual([true, 304, 304])
  expect(shared(second)).toEqual(shared(first))
  expect(first.headers).not.toHaveProperty('content-length')
})

describe('encodings', () => {
  test('are the same answer, each under a tag of its own; either tag gets 304', async () => {
    const [plain, gzip, brotli] = await Promise.all(
      ['identity', 'gzip', 'br'].map((encoding) =>
        listening.send(card, { headers: { 'accept-encoding': encoding } }),
      ),
    )
    if (!plain || !gzip || !brotli) throw new Error('three answers')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    expect([gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'br'])
    const tags = [plain, gzip, brotli].map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      const again = await listening.send(card, {
        headers: { 'accept-encoding': 'br', 'if-none-match': `"x", W/${tag}` },
      })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tags[2]])
      expect(again.headers).toMatchObject({ 'cache-control': 'public, max-age=60', vary: plain.headers.vary })
      expect(again.headers).not.toHaveProperty('content-encoding')
    }
  })

  test.each([
    ['', undefined],
    ['deflate', undefined],
    ['*', 'br'],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['br;q=nonsense', undefined],
  ])('accept-encoding %j is answered by %s', async (encoding, expected) => {
    const { headers } = await listening.send(card, { headers: { 'accept-encoding': encoding } })
    expect(headers['content-encoding']).toBe(expected)
  })

  test('a small body goes as it is', async () => {
    const path = `/api/v1/scan?token=${someAddress()}`
    const { first, second } = await twice(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(first.bytes.length).toBeLessThan(1024)
    expect([first, second].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  })
})

describe('nothing of one caller reaches another', () => {
  test('a label is answered to who declared it alone', async () => {
    const sources: unknown[] = []
    for (const integration of ['alice', undefined, 'bob/1.2', undefined, 'alice']) {
      const headers = integration === undefined ? {} : { 'x-svc-integration': integration }
      const { text } = await listening.send(card, { headers })
      sources.push(new URL(JSON.parse(text).project_link).searchParams.get('utm_source'))
    }
    expect(sources).toEqual(['alice', 'svc_api', 'bob/1.2', 'svc_api', 'alice'])
  })

  test('a keyed answer has the held bytes and the caller’s own headers', async () => {
    const { second } = await twice(card)
    const keyed = await listening.send(card, { headers: { 'x-api-key': key } })
    expect(keyed.bytes).toEqual(second.bytes)
    expect(keyed.headers).toMatchObject({
      'cache-control': 'private',
      'svc-tier': '2',
      'ratelimit-limit': '600',
    })
    expect(keyed.headers).not.toHaveProperty('age')
    const after = await listening.send(card)
    expect(shared(after)).toEqual(shared(second))
  })

  test('what only a key may ask is not answered without one, held or not', async () => {
    const path = `/api/v1/scan?tokens=${someAddress()}`
    const keyed = await listening.send(path, { headers: { authorization: `Bearer ${key}` } })
    const anonymous = await listening.send(path)
    expect([keyed.status, anonymous.status]).toEqual([200, 401])
  })

  test.each([
    ['x-api-key', 'svc_bad'],
    ['authorization', 'Bearer svc_bad'],
  ])('a bad %s after a hit is 401', async (name, value) => {
    await twice(card)
    const refused = await listening.send(card, { headers: { [name]: value } })
    expect([refused.status, refused.headers['cache-control']]).toEqual([401, 'no-store'])
  })
})

describe('limits and refusals', () => {
  test('a held answer counts against the client’s minute, and its refusal is not held', async () => {
    await twice(card)
    const from = '127.9.9.9'
    const answers = await Promise.all(Array.from({ length: 121 }, () => listening.send(card, { from })))
    const [refused, ...others] = answers.filter(({ status }) => status !== 200)
    expect([refused?.status, others.length]).toEqual([429, 0])
    expect(refused?.headers).toMatchObject({
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
      'retry-after': `${JSON.parse(refused?.text ?? '{}').retryAfterSeconds}`,
    })
    expect((await listening.send(card)).status).toBe(200)
  })

  test('an unpublished token’s 404 is held, to be kept by nobody else', async () => {
    const path = `/api/v1/builder?token=${someAddress()}`
    const { first, second, wasHeld } = await twice(path)
    const { requestId: _first, ...before } = JSON.parse(first.text)
    const { requestId, ...after } = JSON.parse(second.text)
    expect([wasHeld, second.status, after]).toEqual([true, 404, before])
    expect([requestId, second.headers['cache-control']]).toEqual([second.headers['x-request-id'], 'no-store'])
    expect(shared(second)).toEqual(shared(first))
    expect(after.scan_url).toContain('/api/v1/scan?token=')
  })

  test.each([['/api/nope'], ['/api/v1/builder?token=1'], [`/api/evidence/ship:${crypto.randomUUID()}`]])(
    '%s is not held',
    async (path) => {
      const { second, wasHeld } = await twice(path)
      expect([wasHeld, second.status >= 400, second.headers['cache-control']]).toEqual([
        false,
        true,
        'no-store',
      ])
    },
  )

  test('campaign tags make no answer of their own', async () => {
    await listening.send(card)
    const { computed } = listening.answers.counts()
    for (let index = 0; index < 20; index += 1) await listening.send(`${card}&utm_campaign=${index}`)
    expect(listening.answers.counts().computed).toBe(computed)
  })

  test('a request with a body is not taken for one without', async () => {
    await twice(card)
    const before = hits()
    const { status } = await listening.send(card, { headers: { 'content-length': '0' } })
    expect([status, hits() - before]).toEqual([200, 1])
  })
})

test('however it is spelled, a held answer says its age', async () => {
  await listening.send(card)
  listening.pass(30_000)
  const { headers } = await listening.send(`${card}&utm_campaign=aged`)
  expect(Number(headers.age)).toBeGreaterThanOrEqual(30)
})

test('what is unpublished, and lists, are held apart from what is published', async () => {
  listening.answers.drop()
  for (const path of [`/api/v1/scan?token=${someAddress()}`, `/api/v1/builder?token=${someAddress()}`])
    await listening.send(path)
  expect(listening.answers.counts().answers).toEqual({ published: 0, unpublished: 2, lists: 0 })
  for (const path of [`/api/token/4663/${someAddress()}`, '/api/changes', '/api/projects?q=any', card])
    await listening.send(path)
  expect(listening.answers.counts().answers).toEqual({ published: 1, unpublished: 3, lists: 2 })
})

test('what goes wrong once a held answer is given is logged, and takes nothing of it away', async () => {
  const answeredHeld = () => {
    throw new Error('not counted')
  }
  const faulty = await openListeningService({ telemetry: { answered: () => {}, answeredHeld } })
  await faulty.send('/api')
  expect((await faulty.send('/api')).status).toBe(200)
  const errors = [...faulty.service.errors]
  await faulty[Symbol.asyncDispose]()
  expect(errors).toEqual([{ requestId: expect.any(String), err: expect.any(Error) }])
})

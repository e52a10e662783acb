import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { cachedAnswersOf } from '#test/service/cached-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'
import { openListeningService } from '#test/service/listening-service.ts'
import { SILENT } from './metrics.ts'

const listening = await listeningServiceOfFile()
const { twice, shared, hits } = cachedAnswersOf(listening)
let card: string
let key: string
beforeAll(async () => {
  const stored = await storeToken({ evidence: KNOWN, name: 'Lümen' }, listening.service.database)
  card = `/api/v1/builder?token=${stored.address}`
  ;({ key } = await issueKey(listening.service.database, { tier: 2 }))
})

describe('a cached answer', () => {
  test('has an age for GET, HEAD and 304, and none when computed anew', async () => {
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

  test('repeats the caller’s request id when it is safe', async () => {
    const { second } = await twice(card, { headers: { 'x-request-id': 'mine' } })
    expect(second.headers['x-request-id']).toBe('mine')
  })

  test('is logged for each request, with the declared integration', async () => {
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

describe('encodings', () => {
  test('have the same content and different ETags; each ETag gets 304', async () => {
    const [plain, gzip, brotli, zstd] = await Promise.all(
      ['identity', 'gzip', 'br', 'zstd'].map((encoding) =>
        listening.send(card, { headers: { 'accept-encoding': encoding } }),
      ),
    )
    if (!plain || !gzip || !brotli || !zstd) throw new Error('four answers')
    expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
    expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes)
    expect(zstdDecompressSync(zstd.bytes)).toEqual(plain.bytes)
    expect([gzip, brotli, zstd].map(({ headers }) => headers['content-encoding'])).toEqual([
      'gzip',
      'br',
      'zstd',
    ])
    const tags = [plain, gzip, brotli, zstd].map(({ headers }) => String(headers.etag))
    expect(new Set(tags).size).toBe(4)
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
    ['*', 'zstd'],
    ['gzip, br, zstd', 'zstd'],
    ['gzip, *;q=0', 'gzip'],
    ['br;q=0.1, gzip', 'gzip'],
    ['identity, br;q=0.5', undefined],
    ['br;q=nonsense', undefined],
  ])('accept-encoding %j is answered by %s', async (encoding, expected) => {
    const { headers } = await listening.send(card, { headers: { 'accept-encoding': encoding } })
    expect(headers['content-encoding']).toBe(expected)
  })

  test('a small body is not compressed', async () => {
    const path = `/api/v1/scan?token=${someAddress()}`
    const { first, second } = await twice(path, { headers: { 'accept-encoding': 'br, gzip' } })
    expect(first.bytes.length).toBeLessThan(1024)
    expect([first, second].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, undefined])
  })
})

describe('nothing of one caller reaches another', () => {
  test('a label is only in the answers of its integration', async () => {
    const sources: unknown[] = []
    for (const integration of ['alice', undefined, 'bob/1.2', undefined, 'alice']) {
      const headers = integration === undefined ? {} : { 'x-svc-integration': integration }
      const { text } = await listening.send(card, { headers })
      sources.push(new URL(JSON.parse(text).project_link).searchParams.get('utm_source'))
    }
    expect(sources).toEqual(['alice', 'svc_api', 'bob/1.2', 'svc_api', 'alice'])
  })

  test('a keyed answer has the cached bytes and the caller’s own headers', async () => {
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

  test('refuses a keyed parameter without a key, cached or not', async () => {
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
  test('a cache hit counts against the client’s minute, and its refusal is not cached', async () => {
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

  test('an unpublished token’s 404 is cached here and has no-store', async () => {
    const path = `/api/v1/builder?token=${someAddress()}`
    const { first, second, isHit } = await twice(path)
    const { requestId: _first, ...before } = JSON.parse(first.text)
    const { requestId, ...after } = JSON.parse(second.text)
    expect([isHit, second.status, after]).toEqual([true, 404, before])
    expect([requestId, second.headers['cache-control']]).toEqual([second.headers['x-request-id'], 'no-store'])
    expect(shared(second)).toEqual(shared(first))
    expect(after.scan_url).toContain('/api/v1/scan?token=')
  })

  test.each([['/api/nope'], ['/api/v1/builder?token=1'], [`/api/evidence/ship:${crypto.randomUUID()}`]])(
    '%s is not cached',
    async (path) => {
      const { second, isHit } = await twice(path)
      expect([isHit, second.status >= 400, second.headers['cache-control']]).toEqual([
        false,
        true,
        'no-store',
      ])
    },
  )

  test('campaign tags share the cached answer', async () => {
    await listening.send(card)
    const { computed } = listening.cache.counts()
    for (let index = 0; index < 20; index += 1) await listening.send(`${card}&utm_campaign=${index}`)
    expect(listening.cache.counts().computed).toBe(computed)
  })

  test('a request with an empty body is a cache hit too', async () => {
    await twice(card)
    const before = hits()
    const { status } = await listening.send(card, { headers: { 'content-length': '0' } })
    expect([status, hits() - before]).toEqual([200, 1])
  })
})

test('a cached answer has an age whatever else is in the query', async () => {
  await listening.send(card)
  listening.pass(30_000)
  const { headers } = await listening.send(`${card}&utm_campaign=aged`)
  expect(Number(headers.age)).toBeGreaterThanOrEqual(30)
})

test('a failure after the answer was written is logged and does not change the answer', async () => {
  const answered = () => {
    throw new Error('not counted')
  }
  const faulty = await openListeningService({ telemetry: { ...SILENT, answered } })
  expect((await faulty.send('/api')).status).toBe(200)
  const errors = [...faulty.service.errors]
  await faulty[Symbol.asyncDispose]()
  expect(errors).toEqual([{ requestId: expect.any(String), err: expect.any(Error) }])
})

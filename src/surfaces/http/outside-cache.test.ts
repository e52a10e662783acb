import fc from 'fast-check'
import CachePolicy from 'http-cache-semantics'
import { beforeAll, expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'
import type { Sent } from '#test/service/listening-service.ts'

const listening = await listeningServiceOfFile()
let card: string
let keys: readonly string[]
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, listening.service.database)
  card = `/api/v1/builder?token=${address}`
  const issued = [3, 3].map((tier) => issueKey(listening.service.database, { tier: tier as 3 }))
  keys = (await Promise.all(issued)).map(({ key }) => key)
})

type Through = Sent & { readonly fromCache: boolean }

/** A shared cache (RFC 9111) in front of the service, such as a proxy or a CDN. */
function openSharedCache() {
  const stored: { path: string; policy: CachePolicy; answer: Sent }[] = []
  return async (path: string, headers: Record<string, string>, aheadMs = 0): Promise<Through> => {
    const asked = { url: path, method: 'GET', headers }
    const found = stored.find(({ path: of, policy }) => {
      Object.assign(policy, { now: () => Date.now() + aheadMs })
      return of === path && policy.satisfiesWithoutRevalidation(asked)
    })
    if (found !== undefined) return { ...found.answer, fromCache: true }
    const answer = await listening.send(path, { headers })
    const policy = new CachePolicy(
      asked,
      { status: answer.status, headers: answer.headers },
      { shared: true },
    )
    if (policy.storable()) stored.push({ path, policy, answer })
    return { ...answer, fromCache: false }
  }
}

test('an anonymous answer serves anonymous callers for one minute, including its age here [contract limit cache-minute]', async () => {
  const ask = openSharedCache()
  await ask(card, {})
  expect((await ask(card, {})).fromCache).toBe(true)
  expect((await ask(card, {}, 58_000)).fromCache).toBe(true)
  expect((await ask(card, {}, 61_000)).fromCache).toBe(false)
})

test('the age in this cache counts against the minute in the outside cache', async () => {
  listening.cache.drop()
  await listening.send(card)
  listening.pass(40_000)
  const ask = openSharedCache()
  const first = await ask(card, {})
  expect(Number(first.headers.age)).toBeGreaterThanOrEqual(40)
  expect((await ask(card, {}, 15_000)).fromCache).toBe(true)
  expect((await ask(card, {}, 21_000)).fromCache).toBe(false)
})

test.each([['x-api-key'], ['authorization']])(
  '[agents 58] an answer to a key in %s never serves another caller',
  async (name) => {
    const ask = openSharedCache()
    const by = (key: string) => ({ [name]: name === 'authorization' ? `Bearer ${key}` : key })
    await ask(card, {})
    const [one = '', other = ''] = keys
    for (const key of [one, one, other, one]) {
      const answer = await ask(card, by(key))
      expect([answer.fromCache, answer.headers['cache-control']]).toEqual([false, 'private'])
    }
    const anonymous = await ask(card, {})
    expect(anonymous.headers).not.toHaveProperty('svc-tier')
    const refused = await ask(card, by('svc_bad'))
    expect([refused.fromCache, refused.status]).toEqual([false, 401])
  },
)

test('[agents 59] an integration is only in the answer to its own request', async () => {
  const ask = openSharedCache()
  const linkOf = ({ text }: Through): string => JSON.parse(text).project_link
  expect(linkOf(await ask(card, { 'x-svc-integration': 'alice' }))).toContain('utm_source=alice&')
  expect(linkOf(await ask(card, {}, 59_000))).toContain('utm_source=svc_api&')
})

const POISON = {
  host: 'evil.example',
  origin: 'https://evil.example',
  referer: 'https://evil.example',
  forwarded: 'for=evil.example;host=evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'evil',
  'x-forwarded-prefix': '/evil',
  'x-original-url': '/evil',
  'x-rewrite-url': '/evil',
  'x-http-method-override': 'DELETE',
  cookie: 'evil=1',
  range: 'bytes=0-3',
  'if-modified-since': 'Thu, 01 Jan 2099 00:00:00 GMT',
}
test.each(Object.values<Operation>(OPERATIONS).map(({ path }) => path.replace(/\{\w+\}/g, 'lumen')))(
  'no other header of a request is in the cacheable answer of %s',
  async (path) => {
    listening.cache.drop()
    const poisoned = await listening.send(path, { headers: POISON })
    const { 'x-request-id': requestId, ...stable } = poisoned.headers
    expect(poisoned.text + JSON.stringify(stable)).not.toContain('evil')
    const clean = await listening.send(path)
    const same = (text: string, id: unknown) => text.replace(String(id), '')
    expect(clean.status).toBe(poisoned.status)
    expect(same(clean.text, clean.headers['x-request-id'])).toBe(same(poisoned.text, requestId))
  },
)

test('refusals are not stored', async () => {
  const ask = openSharedCache()
  for (const path of ['/api/nope', `/api/v1/builder?token=${someAddress()}`, '/api/v1/builder?token=1']) {
    await ask(path, {})
    expect((await ask(path, {})).fromCache).toBe(false)
  }
})

const callers = fc.record({
  key: fc.constantFrom(undefined, 0, 1, 'bad'),
  integration: fc.constantFrom(undefined, 'alice', 'bob'),
  accept: fc.constantFrom(undefined, 'text/plain', 'application/json'),
  encoding: fc.constantFrom(undefined, 'zstd', 'br', 'gzip'),
  by: fc.constantFrom('x-api-key', 'authorization'),
})

test('each caller gets the same answer in any order of requests', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(callers, { minLength: 2, maxLength: 12 }), async (calls) => {
      const ask = openSharedCache()
      for (const { key, integration, accept, encoding, by } of calls) {
        const text = typeof key === 'number' ? keys[key] : key && 'svc_bad'
        const {
          status,
          headers,
          text: body,
        } = await ask(card, {
          ...(text && { [by]: by === 'authorization' ? `Bearer ${text}` : text }),
          ...(integration && { 'x-svc-integration': integration }),
          ...(accept && { accept }),
          ...(encoding && { 'accept-encoding': encoding }),
        })
        expect(status).toBe(key === 'bad' ? 401 : 200)
        if (key === 'bad') continue
        expect(headers['cache-control']).toBe(key === undefined ? 'public, max-age=60' : 'private')
        expect(headers['svc-tier']).toBe(key === undefined ? undefined : '3')
        expect(headers['content-type']).toContain(accept ?? 'application/json')
        expect(headers['content-encoding']).toBe(encoding)
        if (encoding === undefined) expect(body).toContain(`utm_source=${integration ?? 'svc_api'}`)
      }
    }),
    { numRuns: 40 },
  )
})

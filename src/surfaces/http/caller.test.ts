import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '#accounts/callers.ts'
import { newKey } from '#accounts/keys.ts'
import { holdAccount, revoke } from '#operator/accounts.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, someAddress, storeToken } from '#test/service/http-service.ts'
import { costOf } from './caller.ts'

const service = await httpServiceOfFile()
let card: string
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, service.database)
  card = `/api/v1/builder?token=${address}`
})

const key = (tier: 1 | 2 | 3 = 1) => issueKey(service.database, { tier })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const header = (text: string) => ({ 'x-api-key': text })

describe('[agents 57] an answer to a key', () => {
  test.each([
    ['Authorization: Bearer', bearer],
    ['authorization: bearer', (text: string) => ({ authorization: `bearer   ${text} ` })],
    ['x-api-key', header],
    ['the same key in both', (text: string) => ({ ...bearer(text), ...header(text) })],
  ])('by %s is private and has the remaining requests [contract limit rate-headers]', async (_, sent) => {
    const { key: text } = await key(2)
    const first = await service.get(card, sent(text))
    const second = await service.get(card, sent(text))
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.headers).toMatchObject({
      'cache-control': 'private',
      'ratelimit-limit': '600',
      'ratelimit-policy': '600;w=60',
      'ratelimit-remaining': '599',
      'svc-tier': '2',
      'svc-monthly-remaining': '999999',
      'access-control-allow-origin': '*',
    })
    expect(second.headers).toMatchObject({
      'ratelimit-remaining': '598',
      'svc-monthly-remaining': '999998',
    })
    expect(first.body).toEqual((await service.get(card)).body)
  })

  test('is 304 for a current ETag, and counts', async () => {
    const { key: text } = await key()
    const { headers } = await service.get(card, bearer(text))
    const again = await service.get(card, { ...bearer(text), 'if-none-match': String(headers['etag']) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers).toMatchObject({ 'cache-control': 'private', 'ratelimit-remaining': '118' })
  })

  test.each([
    ['/api/nothing', 'GET', 404],
    ['/api/v1/builder?token=1', 'GET', 400],
    ['/api/v1/builder', 'DELETE', 405],
  ] as const)('that refuses, %s %s, counts against the key and has no-store', async (url, method, status) => {
    const { key: text } = await key(3)
    const answer = await service.server.inject({ method, url, headers: bearer(text) })
    expect(answer.statusCode).toBe(status)
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-store',
      'ratelimit-limit': '1200',
      'ratelimit-remaining': '1199',
    })
  })

  test('of an address that is not counted costs nothing', async () => {
    const { key: text } = await key()
    const health = await service.get('/healthz', bearer(text))
    expect(health.headers).not.toHaveProperty('ratelimit-remaining')
    expect((await service.get(card, bearer(text))).headers['ratelimit-remaining']).toBe('119')
  })
})

const OTHER_SCHEMES = ['Basic dXNlcjpwYXNz', 'Digest username="x"', 'svc_token', 'Bearerish x', '']
test.each(OTHER_SCHEMES)(
  'Authorization: %s is not a key, so the caller is anonymous',
  async (authorization) => {
    const { status, headers } = await service.get(card, { authorization })
    expect([status, headers['cache-control']]).toEqual([200, 'public, max-age=60'])
  },
)

describe('[agents 57] a key that is not valid', () => {
  const plain = 'This API key is not valid.'
  const remove = 'This API key is not valid. Remove the x-api-key header to call without a key.'
  const two = 'Two different API keys were sent. Remove the x-api-key header, or send one key in both.'
  test.each([
    ['unknown, as Bearer', async () => bearer(newKey()), plain],
    ['unknown, as x-api-key', async () => header(newKey()), remove],
    ['of another form, as Bearer', async () => bearer('svc_short'), plain],
    ['of another form, as x-api-key', async () => header('svc_short'), remove],
    ['empty, as Bearer', async () => ({ authorization: 'Bearer' }), plain],
    ['empty, as x-api-key', async () => header(''), remove],
    ['huge', async () => header(`svc_${'A'.repeat(4000)}`), remove],
    ['unknown, in both', async () => ({ ...bearer('svc_x'), ...header('svc_x') }), remove],
    ['given twice', async () => header(`${(await key()).key}, ${(await key()).key}`), remove],
    ['two valid ones', async () => ({ ...bearer((await key()).key), ...header((await key()).key) }), two],
    ['a valid one beside', async () => ({ ...bearer((await key()).key), ...header('svc_x') }), two],
  ])('%s is 401', async (_, send, message) => {
    const { status, body, headers } = await service.get(card, await send())
    expect([status, body['error'], body['message'], body['retryable']]).toEqual([
      401,
      'invalid_key',
      message,
      false,
    ])
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'www-authenticate': 'Bearer',
      'access-control-allow-origin': '*',
      'ratelimit-limit': '120',
    })
    expect(headers).not.toHaveProperty('ratelimit-remaining')
    expect(headers).not.toHaveProperty('svc-tier')
  })

  test('because it was revoked is answered like an unknown key [contract error code invalid_key]', async () => {
    const { key: text, id } = await key()
    await revoke({ id }, { database: service.database, now: NOW })
    const asked = { ...bearer(text), 'x-request-id': 'same' }
    const never = { ...bearer(newKey()), 'x-request-id': 'same' }
    expect((await service.get(card, asked)).text).toBe((await service.get(card, never)).text)
  })

  test('is 401 also after an answer was cached', async () => {
    await service.get(card)
    expect((await service.get(card, header('svc_x'))).status).toBe(401)
  })
})

test('an account on hold is 403 with any of its keys', async () => {
  const { key: text, account } = await key()
  await holdAccount({ name: account, reason: 'unpaid' }, { database: service.database, now: NOW })
  const { status, body, headers, text: answer } = await service.get(card, bearer(text))
  expect([status, body['error'], body['retryable']]).toEqual([403, 'account_held', false])
  expect(headers['cache-control']).toBe('no-store')
  expect(answer).not.toContain('unpaid')
})

describe('past a limit', () => {
  test('of the minute, 429 has retry-after [contract limit retry-after]', async () => {
    const { key: text } = await key()
    await Promise.all(Array.from({ length: 120 }, () => service.get(card, bearer(text))))
    const { status, body, headers } = await service.get(card, bearer(text))
    expect([status, body['error'], body['retryable']]).toEqual([429, 'rate_limited', true])
    expect(body['retryAfterSeconds']).toSatisfy((seconds: number) => seconds >= 1 && seconds <= 60)
    expect(headers).toMatchObject({
      'retry-after': `${body['retryAfterSeconds']}`,
      'ratelimit-limit': '120',
      'ratelimit-remaining': '0',
      'svc-monthly-remaining': '99880',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    })
  })

  test('of the month, 429 has the seconds until the next month [contract error code quota_exceeded]', async () => {
    const { key: text, id } = await key()
    await service.database
      .insertInto('key_usage')
      .values({ key_id: id, month: '2026-11-01' as never, used: 99_999 })
      .execute()
    const last = await service.get(card, bearer(text))
    const { status, body, headers } = await service.get(card, bearer(text))
    expect([last.status, last.headers['svc-monthly-remaining']]).toEqual([200, '0'])
    expect([status, body['error'], body['retryAfterSeconds']]).toEqual([429, 'quota_exceeded', 11.5 * 86_400])
    expect(headers).toMatchObject({ 'retry-after': `${11.5 * 86_400}`, 'svc-monthly-remaining': '0' })
  })

  test('without a key, a caller with a key at the same address is not refused', async () => {
    const { key: text } = await key()
    const ask = (headers = {}) => service.server.inject({ url: card, headers, remoteAddress: '203.0.113.9' })
    await Promise.all(Array.from({ length: 120 }, () => ask()))
    expect((await ask()).statusCode).toBe(429)
    expect((await ask(bearer(text))).statusCode).toBe(200)
  })

  test('of guessed keys, 429 instead of 401', async () => {
    const ask = () =>
      service.server.inject({ url: card, headers: header(newKey()), remoteAddress: '203.0.113.10' })
    const codes = (await Promise.all(Array.from({ length: 121 }, ask))).map(({ statusCode }) => statusCode)
    expect(codes.filter((code) => code === 401)).toHaveLength(120)
    expect((await ask()).statusCode).toBe(429)
  })
})

test('a list costs one for each item, or nothing when it does not fit', async () => {
  const { key: text } = await key()
  const list = `/api/v1/scan?tokens=${Array.from({ length: 30 }, someAddress).join(',')}`
  const asked = [list, list, list, card, list, card]
  const left: unknown[] = []
  for (const path of asked) {
    const { status, headers } = await service.get(path, bearer(text))
    left.push([status, headers['ratelimit-remaining'], headers['svc-monthly-remaining']])
  }
  expect(left).toEqual([
    [200, '90', '99970'],
    [200, '60', '99940'],
    [200, '30', '99910'],
    [200, '29', '99909'],
    [429, '29', '99909'],
    [200, '28', '99908'],
  ])
})

test('invalid percent-encoding counts, with or without a key, and has the envelope', async () => {
  const { key: text } = await key(3)
  const headers = { ...bearer(text), 'x-request-id': 'broken' }
  const refused = await service.server.inject({ url: '/api/%zz', headers })
  expect([refused.statusCode, refused.headers['ratelimit-remaining']]).toEqual([400, '1199'])
  expect(service.lines).toContainEqual(expect.objectContaining({ requestId: 'broken', status: 400 }))
  const ask = () => service.server.inject({ url: '/api/%zz', remoteAddress: '203.0.113.12' })
  const codes = (await Promise.all(Array.from({ length: 121 }, ask))).map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 429)).toHaveLength(1)
})

test('preflights are free', async () => {
  const preflight = () =>
    service.server.inject({
      method: 'OPTIONS',
      url: card,
      headers: {
        origin: 'https://partner.example',
        'access-control-request-headers': 'authorization,x-api-key',
      },
      remoteAddress: '203.0.113.11',
    })
  const answers = await Promise.all(Array.from({ length: 130 }, preflight))
  expect(answers.every(({ statusCode }) => statusCode === 204)).toBe(true)
  const { headers } = await service.server.inject({ url: card, remoteAddress: '203.0.113.11' })
  expect(headers['cache-control']).toBe('public, max-age=60')
})

describe('what a request costs', () => {
  const keyed: Caller = {
    kind: 'keyed',
    key: {
      id: randomUUID(),
      account: { id: randomUUID(), name: 'acme', held: false },
      tier: 1,
      month: '2026-11-01' as never,
      used: 0,
    },
  }
  const anonymous: Caller = { kind: 'anonymous', client: '192.0.2.1' }
  const list = (length: number) => Array.from({ length }, (_, index) => `0x${index}`).join(',')
  test.each([
    ['one', 'a single token', keyed, 'token=0x1', 1],
    ['one', 'a list of one', keyed, `tokens=${list(1)}`, 1],
    ['one an item', 'a list', keyed, `tokens=${list(30)}`, 30],
    ['one an item', 'a list with commas encoded', keyed, `tokens=${encodeURIComponent(list(5))}`, 5],
    ['one an item', 'a list that is given several times', keyed, 'tokens=a,b&tokens=c', 3],
    ['one', 'a list that is too long together', keyed, `tokens=${list(20)}&tokens=${list(11)}`, 1],
    ['one', 'a list that is refused for its length', keyed, `tokens=${list(31)}`, 1],
    ['one', 'a list that is refused for want of a key', anonymous, `tokens=${list(30)}`, 1],
    ['one', 'an empty list', keyed, 'tokens=', 1],
    ['one', 'another parameter with commas', keyed, `foo=${list(9)}`, 1],
  ] as const)('%s for %s', (_, __, caller, query, expected) => {
    const asked = { operation: { cost: 1, needsKey: ['tokens'] }, query: new URLSearchParams(query) }
    expect(costOf(asked, caller)).toBe(expected)
  })

  test.each([keyed, anonymous])('as many as the operation says for %j', (caller) => {
    const query = new URLSearchParams('tokens=a,b')
    expect(costOf({ operation: { cost: 20 }, query }, caller)).toBe(20)
    expect(costOf({ operation: undefined, query }, caller)).toBe(1)
  })
})

import { describe, expect, test } from 'vitest'
import { newKey } from '#accounts/keys.ts'
import { holdAccount } from '#operator/accounts.ts'
import { issueKey } from '#test/given/accounts.ts'
import { openCallRegistry } from '#test/service/call-registry.ts'
import { httpServiceOfFile, listeningServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const registry = openCallRegistry()
const listening = await listeningServiceOfFile({ registry })
const service = listening.service
const closed = await httpServiceOfFile({ registry, keys: 'closed', database: service.database })

const newCaller = async () => {
  const { key, account: name } = await issueKey(service.database)
  const { id } = await service.database
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return { key, name, id }
}
const last = () => registry.calls.at(-1)
const POST = 'POST /api/notes'
const note = { text: 'a note' }

describe('a call of an account', () => {
  test('gets its account and the body as it was sent: null is not absent', async () => {
    const { key, id } = await newCaller()
    for (const body of [note, { ...note, label: null }, { ...note, label: 'a' }]) {
      const { status, body: answer } = await service.send(POST, { key, body })
      expect([status, answer]).toEqual([201, { text: `answer ${registry.calls.length}` }])
      expect(last()).toEqual({ name: 'createNote', account: id, input: { body, ignoredParameters: [] } })
    }
  })

  test.each(['GET /api/notes', POST, 'POST /api/notes/a/ping', 'DELETE /api/notes/a'])(
    '%s is private and stored by no cache, and counts in the minute and the month',
    async (line) => {
      const { key } = await newCaller()
      const { status, headers } = await service.send(line, { key, body: note })
      expect([200, 201, 204]).toContain(status)
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'ratelimit-limit': '120',
        'ratelimit-remaining': '119',
        'svc-monthly-remaining': '99999',
        'access-control-allow-origin': '*',
      })
      expect(headers).not.toHaveProperty('etag')
      expect(headers).not.toHaveProperty('age')
    },
  )

  test('that answers 204 has no body', async () => {
    const { key, id } = await newCaller()
    const { status, headers, text } = await service.send('DELETE /api/notes/lumen', { key })
    expect([status, text, headers['content-type'], headers['content-length']]).toEqual([
      204,
      '',
      undefined,
      undefined,
    ])
    expect(last()).toEqual({
      name: 'removeNote',
      account: id,
      input: { slug: 'lumen', ignoredParameters: [] },
    })
  })

  test('is answered again for any If-None-Match', async () => {
    const { key } = await newCaller()
    const headers = { authorization: `Bearer ${key}`, 'if-none-match': '*' }
    expect((await service.get('/api/notes', headers)).status).toBe(200)
  })
})

describe('a call', () => {
  test('is never joined with an equal one, and takes no place in the cache', async () => {
    const { key } = await newCaller()
    const { answers } = listening.cache.counts()
    const before = registry.calls.length
    const equal = Array.from({ length: 5 }, () => service.send(POST, { key, body: note }))
    const texts = (await Promise.all(equal)).map(({ text }) => text)
    expect(new Set(texts).size).toBe(5)
    expect(registry.calls.length - before).toBe(5)
    expect(listening.cache.counts().answers).toBe(answers)
  })

  test('reads no body where it takes none', async () => {
    const { key } = await newCaller()
    const answer = await service.send('POST /api/notes/a/ping', { key, body: { unknown: true } })
    expect([answer.status, last()?.input]).toEqual([200, { slug: 'a', ignoredParameters: [] }])
  })

  test('leaves nothing of its body in the log', async () => {
    const { key } = await newCaller()
    const before = service.lines.length
    await service.send(POST, { key, body: { text: 'a secret' } })
    await service.send(POST, { key, body: { text: 'a secret', label: 'a secret too long' } })
    const lines = service.lines.slice(before)
    expect(lines).toMatchObject([
      { method: 'POST', route: '/api/notes', status: 201 },
      { method: 'POST', route: '/api/notes', status: 400 },
    ])
    expect(JSON.stringify([lines, service.errors])).not.toMatch(/secret/)
  })
})

describe('a call of anyone', () => {
  test('needs no key; with one it is private', async () => {
    const body = { note: [null] }
    const anonymous = await service.send('POST /api/check', { body })
    const { key } = await newCaller()
    const keyed = await service.send('POST /api/check', { key, body })
    expect([anonymous, keyed].map(({ status, headers }) => [status, headers['cache-control']])).toEqual([
      [200, 'no-store'],
      [200, 'private, no-store'],
    ])
    expect(last()).toEqual({ name: 'checkNote', account: undefined, input: { body, ignoredParameters: [] } })
  })
})

describe('a required key', () => {
  test('that is missing is 401 key_required, and the call counts against the client', async () => {
    const { status, body, headers } = await service.send(POST, { body: note })
    expect([status, body['error'], body['retryable']]).toEqual([401, 'key_required', false])
    expect(body['message']).toBe('Missing API key: expected Authorization: Bearer <key>.')
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'ratelimit-limit': '120',
      'www-authenticate': 'Bearer',
    })
  })

  test('of an account on hold is 403, an unknown one 401', async () => {
    const { key, name } = await newCaller()
    await holdAccount({ name, reason: 'unpaid' }, { database: service.database, now: NOW })
    const refused = [await service.send(POST, { key }), await service.send(POST, { key: newKey() })]
    expect(refused.map(({ status, body }) => [status, body['error']])).toEqual([
      [403, 'account_held'],
      [401, 'invalid_key'],
    ])
  })
})

describe('while keys are closed', () => {
  test('every call that needs a key is 401 key_required, whatever key it has', async () => {
    const held = await newCaller()
    await holdAccount({ name: held.name, reason: 'unpaid' }, { database: service.database, now: NOW })
    const before = registry.calls.length
    for (const key of [undefined, (await newCaller()).key, held.key, newKey(), 'none'])
      for (const line of ['GET /api/notes', POST, 'DELETE /api/notes/a']) {
        const { status, body } = await closed.send(line, { ...(key !== undefined && { key }), body: note })
        expect([line, status, body['error'], body['message']]).toEqual([
          line,
          401,
          'key_required',
          'This deployment accepts no API keys for this call.',
        ])
      }
    expect(registry.calls.length).toBe(before)
  })

  test('a read still takes a key', async () => {
    const { key } = await newCaller()
    const { status, headers } = await closed.send('GET /api/notes/count', { key })
    expect([status, headers['ratelimit-remaining']]).toEqual([200, '119'])
  })

  test('tokens= needs a key and is refused with one', async () => {
    const whole = await openHttpService({ keys: 'closed', database: service.database })
    const { key } = await newCaller()
    const { status, body } = await whole.send('GET /api/v1/scan?tokens=1', { key })
    expect([status, body['error'], body['detail']]).toEqual([401, 'key_required', { parameter: 'tokens' }])
    await whole[Symbol.asyncDispose]()
  })
})

describe('the methods of a path', () => {
  test.each([
    ['/api/notes', 'GET, HEAD, POST, OPTIONS', ['PUT', 'PATCH', 'DELETE']],
    ['/api/notes/a', 'DELETE, OPTIONS', ['GET', 'HEAD', 'POST', 'PATCH']],
    ['/api/notes/a/ping', 'POST, OPTIONS', ['GET', 'HEAD', 'DELETE']],
    ['/api/notes/count', 'GET, HEAD, OPTIONS', ['POST', 'DELETE']],
  ] as const)(
    'of %s are %s in allow and in 405; a preflight names those that read',
    async (url, allow, others) => {
      for (const method of others) {
        const refused = await service.server.inject({ method, url })
        expect([method, refused.statusCode, refused.headers['allow']]).toEqual([method, 405, allow])
      }
      const preflight = await service.server.inject({ method: 'OPTIONS', url })
      expect([preflight.statusCode, preflight.headers['allow']]).toEqual([204, allow])
      expect(preflight.headers['access-control-allow-methods']).toBe('GET, HEAD, OPTIONS')
      expect(preflight.headers['access-control-allow-headers']).toMatch(
        /authorization.*content-type.*x-api-key/,
      )
    },
  )

  test('HEAD has the headers of GET and no body', async () => {
    const { key } = await newCaller()
    const got = await service.send('GET /api/notes', { key })
    const head = await service.send('HEAD /api/notes', { key })
    expect([head.status, head.text, head.headers['cache-control']]).toEqual([200, '', 'private, no-store'])
    expect(head.headers['content-length']).toBe(got.headers['content-length'])
  })
})

describe('an hourly limit', () => {
  test('is 429 with the seconds until the next call; other calls and accounts go on', async () => {
    const [caller, other] = [await newCaller(), await newCaller()]
    for (let call = 1; call <= 10; call += 1)
      expect((await service.send(POST, { key: caller.key, body: note })).status).toBe(201)
    const { status, headers, body } = await service.send(POST, { key: caller.key, body: note })
    expect([status, body['error'], body['retryable']]).toEqual([429, 'rate_limited', true])
    expect([body['detail'], body['retryAfterSeconds']]).toEqual([
      { call: 'create', limit: 10, windowSeconds: 3600 },
      3600,
    ])
    expect(headers).toMatchObject({ 'retry-after': '3600', 'ratelimit-remaining': '109' })
    expect((await service.send('POST /api/notes/a/ping', { key: caller.key })).status).toBe(200)
    expect((await service.send('GET /api/notes', { key: caller.key })).status).toBe(200)
    expect((await service.send(POST, { key: other.key, body: note })).status).toBe(201)
  })

  test('counts a call that is refused for its body', async () => {
    const { key } = await newCaller()
    const bodies = [...Array.from({ length: 9 }, () => ({})), note]
    for (const body of bodies) await service.send(POST, { key, body })
    expect((await service.send(POST, { key, body: note })).status).toBe(429)
  })
})

describe('of several faults the refusal names', () => {
  const wrong = { 'content-type': 'text/plain' }
  const ask = async (method: 'POST' | 'PUT', url: string, headers: Record<string, string> = {}) => {
    const asked = { method, url, headers: { ...wrong, ...headers }, payload: 'x'.repeat(16_385) }
    const { statusCode, json } = await service.server.inject({ ...asked, remoteAddress: '203.0.113.20' })
    return [statusCode, json()['error']]
  }
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  test('key, path, method, missing key, hour and size in this order', async () => {
    const { key } = await newCaller()
    expect(await ask('POST', '/api/none', bearer(newKey()))).toEqual([401, 'invalid_key'])
    expect(await ask('POST', '/api/none')).toEqual([404, 'not_found'])
    expect(await ask('PUT', '/api/notes')).toEqual([405, 'method_not_allowed'])
    expect(await ask('POST', '/api/notes')).toEqual([401, 'key_required'])
    expect(await ask('POST', '/api/notes', bearer(key))).toEqual([413, 'payload_too_large'])
    for (let call = 2; call <= 10; call += 1) await ask('POST', '/api/notes', bearer(key))
    expect(await ask('POST', '/api/notes', bearer(key))).toEqual([429, 'rate_limited'])
  })

  test('the missing key before a minute that is used up', async () => {
    const many = Array.from({ length: 121 }, () => ask('POST', '/api/none'))
    await Promise.all(many)
    expect(await ask('POST', '/api/notes')).toEqual([401, 'key_required'])
    expect(await ask('POST', '/api/check')).toEqual([429, 'rate_limited'])
  })

  test('the minute before the hour', async () => {
    const { key, id } = await newCaller()
    const many = Array.from({ length: 120 }, () => service.send('GET /api/notes', { key }))
    await Promise.all(many)
    const { status, headers } = await service.send(POST, { key, body: note })
    expect([status, Number(headers['retry-after']) <= 60]).toEqual([429, true])
    const charged = service.database.selectFrom('hourly_calls').select('call').where('account_id', '=', id)
    expect(await charged.execute()).toEqual([])
  })
})

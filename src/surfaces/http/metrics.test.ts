import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { mayReadMetrics } from './metrics.ts'

const token = { reveal: () => 'a-token-of-the-operator' }

describe('who may read the metrics', () => {
  const asking = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
    ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage
  const bearer = { authorization: 'Bearer a-token-of-the-operator' }
  test.each([
    ['this machine', '127.0.0.1', {}, true],
    ['this machine by IPv6', '::1', {}, true],
    ['this machine in IPv6 form', '::ffff:127.0.0.1', {}, true],
    ['elsewhere', '192.0.2.1', {}, false],
    ['an unknown address', undefined, {}, false],
    ['elsewhere through a proxy of this machine', '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }, false],
    ['elsewhere, in a standard Forwarded header', '127.0.0.1', { forwarded: 'for=192.0.2.1' }, false],
    ['elsewhere, through a proxy that says only itself', '127.0.0.1', { via: '1.1 proxy' }, false],
    ['a browser of this machine led astray', '127.0.0.1', { host: 'evil.example:4663' }, false],
    ['a name that begins like this machine', '127.0.0.1', { host: 'localhost.evil.example' }, false],
    ['no host at all', '127.0.0.1', { host: '' }, false],
    ['this machine by its name', '127.0.0.1', { host: 'localhost:4663' }, true],
    ['this machine by its address', '127.0.0.1', { host: '127.0.0.1:4663' }, true],
    ['this machine by its IPv6 address', '::1', { host: '[::1]:4663' }, true],
    ['elsewhere with the token', '192.0.2.1', bearer, true],
    ['elsewhere with another token', '192.0.2.1', { authorization: 'Bearer other' }, false],
    ['this machine with an empty token', '127.0.0.1', { authorization: 'Bearer' }, false],
    ['this machine with another token', '127.0.0.1', { authorization: 'Bearer other' }, false],
  ])('%s', (_, address, headers, expected) => {
    expect(mayReadMetrics(asking(address, headers), token)).toBe(expected)
  })
  test('without a configured token every bearer is refused', () => {
    expect(mayReadMetrics(asking('192.0.2.1', bearer), undefined)).toBe(false)
  })
})

let failing = false
const text = async () => {
  if (failing) throw new Error('unreadable')
  return 'svc_up 1\n'
}
const listening = await listeningServiceOfFile({ metrics: { text, token } })

describe('over HTTP', () => {
  test('this machine gets them, uncounted and with no-store', async () => {
    const { status, headers, text } = await listening.send('/metrics')
    expect([status, text]).toEqual([200, 'svc_up 1\n'])
    expect(headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(headers).not.toHaveProperty('ratelimit-limit')
  })
  test('other machines get the 404 of an unknown address', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const refused = await listening.send('/metrics', { headers })
    const missing = await listening.send('/metrics-not', { headers })
    const { requestId: _one, ...envelope } = JSON.parse(refused.text)
    const { requestId: _other, ...expected } = JSON.parse(missing.text)
    expect([refused.status, envelope]).toEqual([404, expected])
  })
  test('web pages cannot read them', async () => {
    const { headers } = await listening.send('/metrics', { headers: { origin: 'https://evil.example' } })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  })
  test('a failure is 500 without detail, and is logged', async () => {
    failing = true
    const { status, text } = await listening.send('/metrics')
    failing = false
    const { error, requestId } = JSON.parse(text)
    expect([status, error, text]).toEqual([500, 'internal_error', expect.not.stringContaining('unreadable')])
    expect(listening.service.errors).toEqual([{ requestId, err: expect.any(Error) }])
  })
})

import { execFile } from 'node:child_process'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, test, vi } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { startCallbackServer } from '#test/servers/callback-server.ts'
import { makeAuthority } from '#test/servers/certificates.ts'
import {
  ADDRESS,
  BODY,
  HEADERS,
  HOST,
  openPublicReceiver,
  RULES,
  SHORT_MS,
} from '#test/webhooks/public-receiver.ts'
import { openSender } from './send.ts'

const run = promisify(execFile)

const at = await forFile(openPublicReceiver())
beforeEach(() => at.reset())

test('[webhooks 47] the request has what it was given, and no cookie, authorization or key', async () => {
  expect(await at.send()).toEqual({ outcome: 'succeeded', statusCode: 200, latencyMs: expect.any(Number) })
  const [{ line, headers, body } = expect.unreachable()] = at.receiver.received
  expect(line).toBe('POST /in?x=1 HTTP/1.1')
  expect(headers).toEqual({
    ...HEADERS,
    host: HOST,
    connection: 'close',
    'content-length': String(BODY.length),
  })
  expect(body.equals(BODY)).toBe(true)
})

test.each([
  ['metadata', 'http://169.254.169.254/latest/meta-data/'],
  ['itself', `https://${HOST}/in?x=1`],
  ['plain http', `http://${HOST}/`],
])('[webhooks 58] a redirect to %s is a failure and no second request', async (_, location) => {
  for (const status of [302, 307, 308]) {
    at.receiver.answer = (socket) =>
      socket.write(`HTTP/1.1 ${status} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`)
    expect(await at.send()).toMatchObject({ outcome: 'status', statusCode: status })
  }
  expect(at.receiver.received).toHaveLength(3)
  expect(at.internet.dialled).toHaveLength(3)
})

test('[webhooks 20] no status line within the time limit is a timeout', async () => {
  expect(await at.sendAndClose(() => {}, { settings: { timeoutMs: SHORT_MS } })).toEqual({
    outcome: 'timeout',
    latencyMs: expect.any(Number),
  })
})

test('[webhooks 20] the time limit is five seconds and covers lookup, connection and handshake [contract limit receiver-answer]', async () => {
  const limits = vi.spyOn(globalThis, 'setTimeout')
  await at.send()
  expect(limits.mock.calls.filter(([, ms]) => ms === 5000)).toHaveLength(1)
  limits.mockRestore()
  at.dns.names.set('silent.example', 'silence')
  const url = 'https://silent.example/'
  expect(await at.send({ settings: { timeoutMs: SHORT_MS }, request: { url } })).toMatchObject({
    outcome: 'timeout',
  })
  await using mute = await startCallbackServer()
  at.internet.port = mute.port
  expect(await at.send({ settings: { timeoutMs: SHORT_MS } })).toMatchObject({ outcome: 'timeout' })
  expect(mute.connections()).toBe(1)
})

test('[webhooks 26] the handshake and the certificate use the hostname, the socket the address', async () => {
  expect(await at.send()).toMatchObject({ outcome: 'succeeded' })
  expect(at.receiver.received[0]?.servername).toBe(HOST)
  expect(at.internet.dialled).toEqual([[ADDRESS]])
})

test.each([
  ['an expired certificate', () => at.authority.issue(HOST, -1)],
  ['a certificate of another name', () => at.authority.issue('other.example')],
  ['a certificate of another authority', async () => (await makeAuthority()).issue(HOST)],
])('[webhooks 26] [R152] %s is a failure, and nothing is sent', async (_, issue) => {
  await using other = await startCallbackServer(await issue())
  at.internet.port = other.port
  expect(await at.send()).toEqual({ outcome: 'tls', latencyMs: expect.any(Number) })
  expect(other.received).toEqual([])
})

/** The first bytes of a TLS record: a handshake of 122 bytes, of which no more comes. */
const HALF_A_HANDSHAKE = Buffer.from([0x16, 0x03, 0x03, 0x00, 0x7a, 0x02, 0x00, 0x00, 0x76])
test.each<[string, string, (socket: Socket) => unknown]>([
  ['reset', 'tls', (socket) => socket.resetAndDestroy()],
  ['closed', 'tls', (socket) => socket.end()],
  ['cut in the middle', 'tls', (socket) => socket.end(HALF_A_HANDSHAKE)],
  ['never ended', 'timeout', (socket) => socket.write(HALF_A_HANDSHAKE)],
])(
  '[R152] a handshake that is %s is one failure in time, and nothing is sent',
  async (_, outcome, answer) => {
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.on('error', () => 'the sender left').once('data', () => void answer(socket))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    at.internet.port = (server.address() as AddressInfo).port
    expect(await at.send({ settings: { timeoutMs: SHORT_MS } })).toMatchObject({ outcome })
    expect(connections).toBe(1)
    await new Promise((resolve) => server.close(resolve))
  },
)

test('[webhooks 26] a receiver without TLS is a failure, and nothing is sent', async () => {
  await using plain = await startCallbackServer()
  at.internet.port = plain.port
  expect(await at.send({ settings: { timeoutMs: SHORT_MS } })).toMatchObject({ outcome: 'timeout' })
  expect(plain.received).toEqual([])
})

test.each([
  ['resets', (socket: Socket) => socket.destroy(), 'reset'],
  ['closes', (socket: Socket) => socket.end(), 'reset'],
  [
    'fails',
    (socket: Socket) => socket.write('HTTP/1.1 503 No\r\ncontent-length: 0\r\nretry-after: 0\r\n\r\n'),
    'status',
  ],
] as const)('[webhooks 27] a receiver that %s gets one request an attempt', async (_, answer, outcome) => {
  at.receiver.answer = (socket) => void answer(socket)
  const before = at.receiver.connections()
  expect(await at.send()).toMatchObject({ outcome })
  expect(await at.send()).toMatchObject({ outcome })
  expect(at.receiver.received).toHaveLength(2)
  expect(at.receiver.connections() - before).toBe(2)
})

test('a second address is tried when the first refuses, and hundreds are not', async () => {
  at.internet.unreachable = ['8.8.4.4']
  at.dns.names.set(HOST, { a: ['8.8.4.4', ADDRESS] })
  expect(await at.send()).toMatchObject({ outcome: 'succeeded' })
  const many = Array.from({ length: 500 }, (_, index) => `8.8.${Math.floor(index / 250)}.${index % 250}`)
  at.dns.names.set(HOST, { a: many })
  expect(await at.send()).toMatchObject({ outcome: 'succeeded' })
  expect(at.internet.dialled.map(({ length }) => length)).toEqual([2, 6])
})

test('an address where nothing listens is a failure to connect', async () => {
  at.internet.unreachable = [ADDRESS]
  expect(await at.send()).toMatchObject({ outcome: 'connect' })
})

test.each([
  ['one public and one private', { a: [ADDRESS, '10.0.0.1'] }, 'blocked_destination'],
  ['a private IPv6 one', { a: [ADDRESS], aaaa: ['fd00::1'] }, 'blocked_destination'],
  ['none', {}, 'dns'],
  ['a failing name server', 'SERVFAIL', 'dns'],
] as const)('[webhooks 51] with %s address nothing is dialled', async (_, answer, outcome) => {
  at.dns.names.set(HOST, answer)
  expect(await at.send()).toMatchObject({ outcome })
  expect(at.internet.dialled).toEqual([])
})

test('[webhooks 52] the socket goes to the checked address after one lookup, whatever is answered next', async () => {
  const resolver = {
    async resolve4(host: string) {
      const found = await at.dns.resolver.resolve4(host)
      at.dns.names.set(HOST, { a: ['127.0.0.1'] })
      return found
    },
    resolve6: (host: string) => at.dns.resolver.resolve6(host),
  }
  expect(await at.send({ settings: { resolver } })).toMatchObject({ outcome: 'succeeded' })
  expect(at.internet.dialled).toEqual([[ADDRESS]])
  expect(at.dns.asked.toSorted()).toEqual([`A ${HOST}`, `AAAA ${HOST}`])
})

test('[webhooks 53] [webhooks 54] every attempt looks up again, on a connection of its own', async () => {
  const keepAlive = 'HTTP/1.1 200 OK\r\nconnection: keep-alive\r\nkeep-alive: timeout=60\r\n'
  at.receiver.answer = (socket) => socket.write(`${keepAlive}content-length: 0\r\n\r\n`)
  const sender = openSender({ rules: RULES, ca: at.authority.ca, resolver: at.dns.resolver })
  const attempt = () => sender.send({ url: `https://${HOST}/`, headers: HEADERS, body: BODY })
  const before = at.receiver.connections()
  expect(await attempt()).toMatchObject({ outcome: 'succeeded' })
  expect(await attempt()).toMatchObject({ outcome: 'succeeded' })
  expect(at.receiver.connections() - before).toBe(2)
  at.dns.names.set(HOST, { a: ['10.0.0.1'] })
  expect(await attempt()).toMatchObject({ outcome: 'blocked_destination' })
  expect(at.receiver.connections() - before).toBe(2)
  expect(at.dns.asked).toHaveLength(6)
})

test.each([
  ['a line break', 'ship:1\r\nauthorization: x'],
  ['a line feed', 'ship:1\nx: y'],
  ['NUL', 'ship:\0'],
  ['a character outside Latin-1', 'ship:漢'],
])('[webhooks 46] a header with %s is never sent', async (_, id) => {
  const headers = { ...HEADERS, 'svc-event-id': id }
  expect(await at.send({ request: { headers } })).toMatchObject({ outcome: 'failed' })
  expect(at.receiver.received).toEqual([])
})

test('[webhooks 60] outside production http on this machine is delivered to', async () => {
  await using local = await startCallbackServer()
  const url = `http://localhost:${local.port}/in`
  expect(
    await at.send({ settings: { rules: { ...RULES, production: false } }, request: { url } }),
  ).toMatchObject({
    outcome: 'succeeded',
  })
  expect(local.received[0]?.headers['host']).toBe(`localhost:${local.port}`)
  expect(await at.send({ request: { url } })).toMatchObject({ outcome: 'blocked_destination' })
  expect(local.received).toHaveLength(1)
})

test.each(['https://10.0.0.1/', 'https://research.example/', `http://${HOST}/`, 'nonsense'])(
  'a URL that breaks the rules is judged before every attempt: %s',
  async (url) => {
    expect(await at.send({ request: { url } })).toMatchObject({ outcome: 'blocked_destination' })
    expect(at.dns.asked).toEqual([])
  },
)

test('[webhooks 59] a proxy that the environment names is not used', async () => {
  await using proxy = await startCallbackServer()
  await using local = await startCallbackServer()
  const proxyUrl = `http://127.0.0.1:${proxy.port}`
  const script = `
    import { openSender } from ${JSON.stringify(join(import.meta.dirname, 'send.ts'))}
    const rules = { production: false, ownHosts: [], originAddresses: [] }
    const request = { url: 'http://127.0.0.1:${local.port}/', headers: {}, body: new Uint8Array() }
    console.log((await openSender({ rules }).send(request)).outcome)`
  const environment = {
    HTTP_PROXY: proxyUrl,
    HTTPS_PROXY: proxyUrl,
    ALL_PROXY: proxyUrl,
    NODE_USE_ENV_PROXY: '1',
  }
  const { stdout } = await run(process.execPath, ['--input-type=module-typescript', '--eval', script], {
    env: { ...process.env, ...environment, NO_PROXY: '', no_proxy: '' },
  })
  expect(stdout.trim()).toBe('succeeded')
  expect([proxy.connections(), local.received.length]).toEqual([0, 1])
})

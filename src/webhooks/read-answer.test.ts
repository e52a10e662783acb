import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { OK } from '#test/servers/callback-server.ts'
import { HOST, openPublicReceiver, SHORT_MS } from '#test/webhooks/public-receiver.ts'

const at = await forFile(openPublicReceiver())
beforeEach(() => at.reset())

test.each([200, 201, 202, 204, 226, 299])('[webhooks 18] %i is a success', async (status) => {
  at.receiver.answer = (socket) => socket.write(`HTTP/1.1 ${status} Fine\r\ncontent-length: 0\r\n\r\n`)
  expect(await at.send()).toMatchObject({ outcome: 'succeeded', statusCode: status })
})

test.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 410, 429, 500, 503, 599])(
  '[webhooks 18] %i is a failure, and its location is not requested',
  async (status) => {
    const location = `location: https://${HOST}/elsewhere\r\nretry-after: 86400\r\n`
    at.receiver.answer = (socket) =>
      socket.write(`HTTP/1.1 ${status} No\r\n${location}content-length: 0\r\n\r\n`)
    expect(await at.send()).toMatchObject({ outcome: 'status', statusCode: status })
    expect(at.receiver.received).toHaveLength(1)
  },
)

test.each([
  ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
  ['several', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'],
])('[webhooks 19] %s informational and then 200 is a success', async (_, informational) => {
  at.receiver.answer = (socket) => socket.write(`${informational}${OK}`)
  expect(await at.send()).toMatchObject({ outcome: 'succeeded', statusCode: 200 })
})

test.each([
  ['with an upgrade', 'connection: upgrade\r\nupgrade: websocket\r\n'],
  ['without one', ''],
])('[webhooks 19] 101 %s is a failure with its status', async (_, headers) => {
  at.receiver.answer = (socket) => socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`)
  expect(await at.send({ settings: { timeoutMs: SHORT_MS } })).toEqual({
    outcome: 'status',
    statusCode: 101,
    latencyMs: expect.any(Number),
  })
})

test.each([
  ['that says nothing', ''],
  ['in the middle of its status line', 'HTTP/1.1 2'],
  ['in the middle of an informational answer', 'HTTP/1.1 103 Early Hints\r\nlink: x'],
])('[webhooks 25] a connection reset %s is a failure', async (_, said) => {
  at.receiver.answer = (socket) => socket.write(said, () => socket.destroy())
  expect(await at.send()).toEqual({ outcome: 'reset', latencyMs: expect.any(Number) })
})

test.each([
  ['after the status line', 'HTTP/1.1 200 OK\r\n'],
  ['in the headers', 'HTTP/1.1 200 OK\r\nx: y\r\ncont'],
  ['after a hint and the status line', 'HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n'],
  ['after the headers', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n'],
  ['in the body', 'HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf'],
  ['in a chunk', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal'],
])('[webhooks 25] a connection reset %s is a success', async (_, said) => {
  at.receiver.answer = (socket) => socket.write(said, () => socket.destroy())
  expect(await at.send()).toMatchObject({ outcome: 'succeeded' })
})

test.each([
  ['headers that never end', 'HTTP/1.1 200 OK\r\nx: ', 'succeeded', undefined],
  ['headers after a refusal', 'HTTP/1.1 500 No\r\nx: ', 'status', undefined],
  ['a body that never ends', 'HTTP/1.1 200 OK\r\n\r\n', 'succeeded', /^a+$/],
])('[webhooks 21] the status line decides in spite of %s', async (_, start, outcome, excerpt) => {
  const drip = (socket: Socket) => {
    const timer = setInterval(() => socket.write('a'), 20)
    socket.on('close', () => clearInterval(timer))
    socket.write(start)
  }
  const result = await at.sendAndClose(drip, { settings: { timeoutMs: SHORT_MS } })
  expect(result.outcome).toBe(outcome)
  if (excerpt === undefined) expect(result.excerpt).toBeUndefined()
  else expect(result.excerpt).toMatch(excerpt)
})

test('[webhooks 22] of an endless body 4 KB are read and 256 characters kept [contract limit receiver-answer]', async () => {
  let sent = 0
  const flood = (socket: Socket) => {
    const chunk = Buffer.alloc(65_536, 'b')
    const pour = () => {
      while (!socket.destroyed && sent < 10 * 2 ** 30) {
        sent += chunk.length
        if (!socket.write(chunk)) return
      }
    }
    socket.on('drain', pour)
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10737418240\r\n\r\n')
    pour()
  }
  expect(await at.sendAndClose(flood)).toMatchObject({ outcome: 'succeeded', excerpt: 'b'.repeat(256) })
  expect(sent).toBeLessThan(64 * 2 ** 20)
})

test('[webhooks 22] a head that never ends is cut', async () => {
  at.receiver.answer = (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    for (let index = 0; index < 4000; index += 1) socket.write(`x-${index}: ${'c'.repeat(100)}\r\n`)
  }
  expect(await at.send()).toMatchObject({ outcome: 'succeeded', statusCode: 200 })
})

test('[webhooks 23] a compressed body is kept as it is, and none is asked for', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 2 ** 20))
  at.receiver.answer = (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.write(bomb)
  }
  const { outcome, excerpt = '' } = await at.send()
  expect(outcome).toBe('succeeded')
  expect(excerpt.codePointAt(0)).toBe(0x1f)
  expect(at.receiver.received[0]?.headers).not.toHaveProperty('accept-encoding')
})

test.each([
  ['NUL', Buffer.from('a\0b'), 'a\uFFFDb'],
  ['half a surrogate in UTF-8', Buffer.from([0x61, 0xed, 0xa0, 0x80]), 'a\uFFFD\uFFFD\uFFFD'],
  ['bytes that are no text', Buffer.from([0xff, 0x62]), '\uFFFDb'],
  ['an emoji across the end', Buffer.from(`${'a'.repeat(255)}🚀b`), 'a'.repeat(255)],
  ['an emoji at the end', Buffer.from(`${'a'.repeat(254)}🚀b`), `${'a'.repeat(254)}🚀`],
  ['a longer text', Buffer.from('é'.repeat(3000)), 'é'.repeat(256)],
])('[webhooks 24] a body with %s is kept as valid text', async (_, body, kept) => {
  at.receiver.answer = (socket) => {
    socket.write(`HTTP/1.1 500 No\r\ncontent-length: ${body.length}\r\n\r\n`)
    socket.write(body)
  }
  const { excerpt } = await at.send()
  expect(excerpt).toBe(kept)
  expect(excerpt?.isWellFormed()).toBe(true)
})

test.each([
  ['text that is not HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
  ['a broken status line', 'HTTP/1.1 OK\r\n\r\n'],
])('an answer of %s is a failure', async (_, said) => {
  at.receiver.answer = (socket) => socket.write(said)
  expect(await at.send()).toMatchObject({ outcome: 'failed' })
})

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'
import { openListeningService } from '#test/service/listening-service.ts'
import { guardConnections } from './connections.ts'

const BOUNDS = {
  headersMs: 400,
  requestMs: 800,
  lookMs: 50,
  takenLookMs: 100,
  idleMs: 5_000,
  lingerMs: 50,
  connectionsPerAddress: 20,
}

const listening = await listeningServiceOfFile({ bounds: BOUNDS })
let card: string
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, listening.service.database)
  card = `/api/v1/builder?token=${address}`
})

let clients = 0
function open(from?: string): Socket {
  clients += 1
  const socket = connect({
    host: '127.0.0.1',
    port: listening.port,
    localAddress: from ?? `127.2.0.${clients}`,
  })
  socket.on('error', () => socket.destroy())
  return socket
}

/** Everything received until the connection ended. */
function untilEnd(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve) => socket.once('close', () => resolve(text)))
}

/** Sends one byte at a time while the connection is open. */
function drip(socket: Socket, bytes: string): void {
  let at = 0
  const timer = setInterval(() => {
    socket.write(bytes[at % bytes.length] ?? 'a')
    at += 1
  }, 20)
  socket.once('close', () => clearInterval(timer))
}

const HEAD = () => `GET ${card} HTTP/1.1\r\nhost: svc.example\r\n`

test('ends a connection whose head arrives byte by byte, and answers others meanwhile', async () => {
  const slow = Array.from({ length: 10 }, () => open())
  for (const socket of slow) {
    socket.write(`${HEAD()}x-slow: `)
    drip(socket, 'a')
  }
  const ends = Promise.all(slow.map(untilEnd))
  expect((await listening.send(card)).status).toBe(200)
  for (const text of await ends) expect(text).not.toContain('200 OK')
})

test('ends the connection of a caller that neither reads nor closes', async () => {
  const socket = open().pause()
  const [slow] = (await once(listening.service.server.server, 'connection')) as [Socket]
  socket.write(`${HEAD()}x-slow: `)
  drip(socket, 'a')
  await once(slow, 'close')
  expect(slow.destroyed).toBe(true)
  socket.destroy()
})

test('ends a connection whose body arrives byte by byte', async () => {
  const socket = open()
  socket.write(`POST ${card} HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n`)
  drip(socket, 'a')
  expect(await untilEnd(socket)).not.toContain('200 OK')
})

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

describe('a large answer', () => {
  const LARGE = Buffer.alloc(32 * 1024 * 1024)
  let server: Server
  let port: number
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/whole') response.end(LARGE)
      else Readable.from(pieces(LARGE)).pipe(response)
    })
    guardConnections(server, { perAddress: 20, lookMs: 1_000, leastBytes: 1_000 }, true)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  })
  afterAll(() => server.closeAllConnections())

  const ask = (path: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => socket.destroy())
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    return socket
  }

  test.each(['/whole', '/pieces'])(
    'ends its connection when the caller does not read it: %s',
    async (path) => {
      const socket = ask(path).pause()
      const [lost] = (await once(server, 'connection')) as [Socket]
      await once(lost, 'close')
      expect((await untilEnd(socket.resume())).length).toBeLessThan(LARGE.length)
    },
  )

  test('is sent completely to a caller that reads slowly', async () => {
    const socket = ask('/pieces')
    let taken = 0
    socket.on('data', (chunk) => {
      taken += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 4)
    })
    await once(socket, 'close')
    expect(taken).toBeGreaterThan(LARGE.length)
  })
})

test('ends connections beyond the limit of an address until others close', async () => {
  const from = '127.3.0.1'
  const opened = Array.from({ length: BOUNDS.connectionsPerAddress }, () => open(from))
  await Promise.all(opened.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  await untilEnd(open(from))
  expect((await listening.send(card)).status).toBe(200)
  const closed = opened.map((socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())))
  for (const socket of opened) socket.destroy()
  await Promise.all(closed)
  await expect.poll(() => listening.send(card, { from }).then(({ status }) => status)).toBe(200)
})

/** Opens connections to a port, and prints how many are open: when all are, or else after five seconds. */
const CALLERS = `
const [port, wanted] = process.argv.slice(1).map(Number)
let opened = 0
const end = () => { console.log(opened); process.exit() }
for (let one = 0; one < wanted; one += 1)
  require('node:net').connect(port, '127.0.0.1').on('error', () => {}).on('connect', () => {
    opened += 1
    if (opened === wanted) end()
  })
setTimeout(end, 5_000)`

test('two thousand connections wait while the process is busy', () => {
  const args = ['-e', CALLERS, `${listening.port}`, '2000']
  // This process accepts nothing until the command ends.
  expect(execFileSync(process.execPath, args, { encoding: 'utf8' }).trim()).toBe('2000')
})

test('a server that closes answers a request that was on its way on an idle connection, and ends the connection', async () => {
  const closing = await openListeningService()
  const socket = connect({ host: '127.0.0.1', port: closing.port })
  socket.write('GET /api HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(socket, 'data')
  const closed = closing.service.server.close()
  socket.write('GET /api HTTP/1.1\r\nhost: a\r\n\r\n')
  expect(await untilEnd(socket)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*connection: close/i)
  await closed
  await closing[Symbol.asyncDispose]()
})

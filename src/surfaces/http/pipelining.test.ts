import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'
import { openListeningService } from '#test/service/listening-service.ts'
import type { Gate } from './overload.ts'

const BOUNDS = { waitingPerConnection: 10, waitingPerClient: 30, waiting: 60 }

/** Lets computations begin and counts them, but none goes on before `release`. */
let begun = 0
let held = Promise.withResolvers<void>()
const gate: Gate = {
  async pass(work) {
    begun += 1
    await held.promise
    return work()
  },
  counts: () => ({ computing: begun, refused: 0 }),
}

const listening = await listeningServiceOfFile({ gate, bounds: BOUNDS })
let card: string
let open: Socket[]
beforeAll(async () => {
  const { address } = await storeToken({ evidence: KNOWN }, listening.service.database)
  card = `/api/v1/builder?token=${address}`
})
beforeEach(() => {
  begun = 0
  held = Promise.withResolvers<void>()
  open = []
})
afterEach(async () => {
  held.resolve()
  for (const socket of open) socket.destroy()
  await expect.poll(inFlight).toBe(0)
})

const inFlight = () => listening.service.server.inFlight()

let asked = 0
/** Sends requests for different answers at once, on a connection that is never read unless the test reads it. */
function pipeline(count: number, from: string): Socket {
  const requests = Array.from({ length: count }, () => {
    asked += 1
    return `GET ${card}&integration=n${asked} HTTP/1.1\r\nhost: a\r\nx-request-id: r${asked}\r\n\r\n`
  })
  const socket = connect({ host: '127.0.0.1', port: listening.port, localAddress: from })
  socket.on('error', () => socket.destroy())
  socket.write(requests.join(''))
  open.push(socket)
  return socket.pause()
}

const closed = (sockets: readonly Socket[]) => sockets.filter((socket) => socket.resume().destroyed).length

test('the answer to a request that arrived while the server was closing ends its connection', async () => {
  const other = await openListeningService({ database: listening.service.database, gate, bounds: BOUNDS })
  const socket = connect({ host: '127.0.0.1', port: other.port })
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  const ask = (id: string) => socket.write(`GET ${card}&integration=${id} HTTP/1.1\r\nhost: a\r\n\r\n`)
  ask('before')
  await expect.poll(() => begun).toBe(1)
  const closed = other[Symbol.asyncDispose]()
  ask('meanwhile')
  await expect.poll(() => other.service.server.inFlight()).toBe(2)
  held.resolve()
  await Promise.all([closed, once(socket, 'close')])
  expect(text.match(/^connection: \S+/gim)).toEqual(['Connection: keep-alive', 'Connection: close'])
})

test('[R101] one request of a connection is computed at a time, and all are answered in order', async () => {
  const sockets = [pipeline(6, '127.6.1.1'), pipeline(6, '127.6.1.2')]
  await expect.poll(inFlight).toBe(12)
  expect(begun).toBe(2)
  const texts = sockets.map((socket) => {
    let text = ''
    socket.resume().on('data', (chunk) => {
      text += chunk
    })
    return () => text
  })
  held.resolve()
  await expect.poll(inFlight).toBe(0)
  expect(begun).toBe(12)
  const last = asked
  await expect
    .poll(() => texts.map((text) => [...text().matchAll(/x-request-id: r(\d+)/g)].map(([, n]) => Number(n))))
    .toEqual([
      Array.from({ length: 6 }, (_, index) => last - 11 + index),
      Array.from({ length: 6 }, (_, index) => last - 5 + index),
    ])
})

test('[R101] a connection with too many requests is closed, and none of those that wait is computed', async () => {
  const within = pipeline(11, '127.6.2.1')
  await expect.poll(inFlight).toBe(11)
  const beyond = Array.from({ length: 3 }, (_, index) => pipeline(50, `127.6.2.${index + 2}`))
  await expect.poll(() => closed(beyond)).toBe(3)
  await expect.poll(inFlight).toBe(11)
  expect([begun, within.destroyed]).toEqual([4, false])
})

test('[R101] the waiting requests of a client are limited over its connections, those of others are not', async () => {
  const sockets = Array.from({ length: 6 }, () => pipeline(11, '127.6.3.1'))
  await expect.poll(() => closed(sockets)).toBe(3)
  await expect.poll(inFlight).toBe(33)
  const other = pipeline(11, '127.6.3.2')
  await expect.poll(inFlight).toBe(44)
  expect(other.destroyed).toBe(false)
})

test('[R101] when all places to wait are taken, requests that are not pipelined are answered', async () => {
  const sockets = Array.from({ length: 8 }, (_, index) => pipeline(11, `127.6.4.${index + 1}`))
  await expect.poll(() => closed(sockets)).toBe(2)
  await expect.poll(inFlight).toBe(66)
  const answers = Array.from({ length: 5 }, () => listening.send(card))
  await expect.poll(inFlight).toBe(71)
  held.resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(5).fill(200))
})

test('[R101] a closed connection leaves its places to others', async () => {
  const from = '127.6.5.1'
  const sockets = Array.from({ length: 3 }, () => pipeline(11, from))
  await expect.poll(inFlight).toBe(33)
  for (const socket of sockets) socket.destroy()
  await expect.poll(inFlight).toBe(0)
  pipeline(11, from)
  await expect.poll(inFlight).toBe(11)
})

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The number of requests at once. 10,000 need a fast machine and 20,000 open files. */
const AT_ONCE = Number.parseInt(process.env['BODIES_AT_ONCE'] ?? '2000', 10)
/** Bounds the heap of the process that sends. */
const HEAP_MB = 512
/**
 * The memory that endless bodies may add. A connection is read 64 KB at a time: keeping all of that, instead of 4 KB,
 * would take more.
 */
const MORE_MB = (AT_ONCE * 48) / 1024
const PIECE = Buffer.alloc(256 * 1024, 'b')
const HEAD = `HTTP/1.1 500 No\r\ncontent-length: ${10 * 2 ** 30}\r\n\r\n`
const PROGRAM = new URL('../service/sending-process.ts', import.meta.url)

/** The report of the sending process. */
type Sent = {
  readonly outcomes: Readonly<Record<string, number>>
  readonly longest: number
  readonly mostMb: number
}

let receiver: Server
let sender: ChildProcess
const waiting: Socket[] = []
let answerAll: (socket: Socket) => void
beforeAll(async () => {
  receiver = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', () => {
      waiting.push(socket)
      if (waiting.length === AT_ONCE) waiting.splice(0).forEach(answerAll)
    })
  }).listen({ port: 0, host: '127.0.0.1', backlog: AT_ONCE })
  await once(receiver, 'listening')
  sender = fork(PROGRAM, { execArgv: [`--max-old-space-size=${HEAP_MB}`] })
  await once(sender, 'message')
})
afterAll(() => {
  sender.kill()
  receiver.close()
})

/** Sends all requests at once; none is answered before all have arrived. */
async function sendAll(answer: (socket: Socket) => void): Promise<Sent> {
  answerAll = answer
  const { port } = receiver.address() as AddressInfo
  sender.send({ url: `http://127.0.0.1:${port}/`, count: AT_ONCE })
  const [sent] = (await once(sender, 'message')) as [Sent]
  return sent
}

const small = (socket: Socket) => {
  socket.end('HTTP/1.1 500 No\r\ncontent-length: 3\r\nconnection: close\r\n\r\nbad')
}
/** Sends a body without an end, as fast as it is read. */
const endless = (socket: Socket) => {
  const pour = () => {
    while (!socket.destroyed && socket.write(PIECE));
  }
  socket.on('drain', pour)
  socket.write(HEAD)
  pour()
}

test('[webhooks 22] thousands of endless bodies at once take no more memory than as many short ones', async () => {
  const short = await sendAll(small)
  const long = await sendAll(endless)
  expect(short).toMatchObject({ outcomes: { status: AT_ONCE }, longest: 3 })
  expect(long).toMatchObject({ outcomes: { status: AT_ONCE }, longest: 256 })
  expect(long.mostMb).toBeLessThan(short.mostMb + MORE_MB)
})

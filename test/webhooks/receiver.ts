import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'

/** One delivery as a receiver read it. */
export type Received = {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Record<string, unknown>
  /** When the body was complete, on the machine's monotonic timer. */
  readonly atMs: number
}
type Answering = (received: Received, response: ServerResponse) => void

/** A local server that takes deliveries. It answers 204 until `answer` is set. */
export type Receiver = AsyncDisposable & {
  readonly url: string
  readonly received: readonly Received[]
  /** The most requests that were open at once on one path. */
  readonly mostAtOnce: () => number
  answer: Answering
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const open = new Map<string, number>()
  let most = 0
  const running: { answer: Answering } = { answer: (_, response) => response.writeHead(204).end() }
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    const count = (by: number) => {
      const now = (open.get(path) ?? 0) + by
      open.set(path, now)
      most = Math.max(most, now)
    }
    count(1)
    response.once('close', () => count(-1))
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Received['body']
      const one = { path, headers: request.headers, body, atMs: performance.now() }
      received.push(one)
      running.answer(one, response)
    })
  })
  return Object.assign(running, {
    ...(await listenOnLoopback(server)),
    received,
    mostAtOnce: () => most,
  })
}

/** Answers every delivery with a status. */
export function answering(status: number, headers: Record<string, string> = {}): Answering {
  return (_, response) => response.writeHead(status, headers).end()
}

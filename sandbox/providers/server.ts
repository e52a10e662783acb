import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'

export type ProviderRequest = {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly origin: string
  readonly body: Buffer
}

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** An answer whose body may never end. */
export type Streamed = Omit<Answer, 'body'> & { readonly stream: Readable }

/** An answer to send, or `destroy` to close the socket without one. */
export type Outgoing = Answer | Streamed | 'destroy'

export type Listening = { readonly url: string; close(): Promise<void> }

const loopback = '127.0.0.1'
const bodyLimitBytes = 4 * 1024 * 1024

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    body: JSON.stringify(value),
  }
}

export function text(status: number, contentType: string, body: string): Answer {
  return { status, headers: { 'content-type': contentType }, body }
}

/** Serves on a free loopback port. When `respond` fails, the answer is a 500 with the error's message. */
export async function listen(respond: (request: ProviderRequest) => Promise<Outgoing>): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing, respond).catch((cause: unknown) => {
      if (outgoing.headersSent) outgoing.destroy()
      else send(outgoing, json(500, { error: 'sandbox_error', message: String(cause) }))
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, loopback, resolve)
  })
  return { url: `http://${loopback}:${portOf(server)}`, close: () => closed(server) }
}

async function serve(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  respond: (request: ProviderRequest) => Promise<Outgoing>,
): Promise<void> {
  const body = await bodyOf(incoming)
  if (body === undefined)
    return send(outgoing, json(413, { error: 'payload_too_large', message: 'Too long' }))
  const host = incoming.headers.host ?? 'localhost'
  const url = new URL(incoming.url ?? '/', `http://${host}`)
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
  )
  const method = incoming.method ?? 'GET'
  const request = { method, path: url.pathname, query: url.searchParams, headers, origin: url.origin, body }
  const answer = await respond(request)
  if (answer === 'destroy') incoming.socket.destroy()
  else if ('stream' in answer) sendStream(outgoing, answer)
  else send(outgoing, method === 'HEAD' ? { ...answer, body: '' } : answer)
}

function send(outgoing: ServerResponse, answer: Answer): void {
  const length = answer.status === 304 ? {} : { 'content-length': String(Buffer.byteLength(answer.body)) }
  outgoing.writeHead(answer.status, { ...answer.headers, ...length })
  outgoing.end(answer.body)
}

/** Sends a stream until the client disconnects. */
function sendStream(outgoing: ServerResponse, { status, headers, stream }: Streamed): void {
  outgoing.on('close', () => stream.destroy())
  outgoing.writeHead(status, headers)
  stream.pipe(outgoing)
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += chunk.length
    if (length > bodyLimitBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port')
  return address.port
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

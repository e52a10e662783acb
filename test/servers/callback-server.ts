import { type AddressInfo, createServer, type Socket } from 'node:net'
import tls, { type ConnectionOptions, type TLSSocket } from 'node:tls'
import { vi } from 'vitest'
import type { Certificate } from './certificates.ts'

/** A request as it arrived. Header names are in lower case. */
export type Received = {
  readonly line: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** The name that the client asked for in its handshake. */
  readonly servername: string | undefined
}
/** A receiver on loopback that answers with bytes on a socket. Its answers can be late, cut or endless. */
export type CallbackServer = AsyncDisposable & {
  readonly port: number
  readonly received: Received[]
  /** The number of connections so far, including connections without a request. */
  readonly connections: () => number
  answer: (socket: Socket) => void
}

export const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'

/** Starts a receiver. With a certificate it speaks TLS. Until `answer` is set, it answers 200. */
export async function startCallbackServer(certificate?: Certificate): Promise<CallbackServer> {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const running = { answer: (socket: Socket): void => void socket.write(OK) }
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    let bytes = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk])
      const request = parseRequest(bytes, socket)
      if (request === undefined) return
      bytes = Buffer.alloc(0)
      received.push(request)
      running.answer(socket)
    })
  }
  const server = certificate === undefined ? createServer(serve) : tls.createServer(certificate, serve)
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(running, {
    port: (server.address() as AddressInfo).port,
    received,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

function parseRequest(bytes: Buffer, socket: Socket): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return undefined
  const [line = '', ...fields] = bytes.toString('latin1', 0, end).split('\r\n')
  const headers = Object.fromEntries(
    fields.map((field) => {
      const [name = '', ...value] = field.split(': ')
      return [name.toLowerCase(), value.join(': ')]
    }),
  )
  const body = bytes.subarray(end + 4)
  if (body.length < Number(headers['content-length'] ?? 0)) return undefined
  const { servername } = socket as TLSSocket & { servername?: string }
  return { line, headers, body, servername }
}

/** Stands in for the public internet: connections to port 443 of any address arrive at `port` on loopback. */
export type RoutedInternet = Disposable & {
  port: number
  /** Addresses that refuse connections. */
  unreachable: readonly string[]
  /** For each connection, the addresses that its lookup found. */
  readonly dialled: (readonly string[])[]
}

/** Routes the TLS connections of this process until disposed. */
export function routeInternet(port: number): RoutedInternet {
  const connect = tls.connect
  const routed = { port, unreachable: [] as readonly string[], dialled: [] as (readonly string[])[] }
  const spy = vi.spyOn(tls, 'connect').mockImplementation(((options: ConnectionOptions, ...rest: []) => {
    const { lookup } = options
    if (options.port !== 443 || lookup === undefined) throw new Error(`dialled port ${options.port}`)
    const toLoopback: typeof lookup = (hostname, _, answer) =>
      lookup(hostname, { all: true }, (_error, found) => {
        const addresses = [found].flat().map((one) => (typeof one === 'string' ? one : one.address))
        routed.dialled.push(addresses)
        const local = (address: string) => (routed.unreachable.includes(address) ? '127.0.0.2' : '127.0.0.1')
        answer(
          null,
          addresses.map((address) => ({ address: local(address), family: 4 })),
        )
      })
    return connect({ ...options, port: routed.port, lookup: toLoopback }, ...rest)
  }) as typeof tls.connect)
  return Object.assign(routed, { [Symbol.dispose]: () => spy.mockRestore() })
}

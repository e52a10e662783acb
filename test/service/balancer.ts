import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { passOn } from '#test/postgres/relay.ts'

/** A load balancer for connections in front of several processes of `serve`. */
export type Balancer = {
  readonly origin: string
  /** Starts or stops giving new connections to the port of a process. */
  readonly serves: (port: number, isServing: boolean) => void
  readonly close: () => void
}

/** Gives each connection to the next serving port in turn. It repeats no request. */
export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const serving = new Set(ports)
  const sockets = new Set<Socket>()
  let turn = 0
  const server = createServer((near) => {
    turn += 1
    const port = [...serving][turn % serving.size]
    if (port === undefined) {
      near.destroy()
      return
    }
    passOn({ near, far: connect(port, '127.0.0.1') }, sockets)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    serves(one, isServing) {
      if (isServing) serving.add(one)
      else serving.delete(one)
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

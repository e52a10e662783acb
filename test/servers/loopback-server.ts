import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of this machine. Disposing it ends its connections. */
export type LoopbackServer = AsyncDisposable & { readonly url: string; readonly port: number }

/** Starts a server on a free port. */
export async function listenOnLoopback(server: Server): Promise<LoopbackServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

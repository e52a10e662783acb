import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Passes bytes on to the server of a URL. Once silenced, existing connections pass nothing more; new ones do. `lead`
 * sends new connections to another server.
 */
export async function openRelay(url: string, onPort = 0) {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  const relay: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
    near.pipe(far).pipe(near)
  })
  relay.listen(onPort, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const through = new URL(url)
  through.port = `${port}`
  through.hostname = '127.0.0.1'
  return {
    url: through.href,
    port,
    lead(to: string) {
      target = new URL(to)
    },
    silence() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close() {
      relay.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

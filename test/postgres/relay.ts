import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Passes bytes on to the server of a URL. After `silence`, existing connections pass no more bytes; new connections do.
 * After `lead`, new connections go to another server. After `cut`, no connection passes a byte, and none is refused.
 */
export async function openRelay(url: string, onPort = 0) {
  let target = new URL(url)
  const sockets = new Set<Socket>()
  let isCut = false
  const relay: Server = createServer((near) => {
    if (isCut) {
      sockets.add(near.pause())
      near.on('error', () => near.destroy())
      return
    }
    passOn({ near, far: connect(Number(target.port), target.hostname) }, sockets)
  })
  relay.listen(onPort, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const silence = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  const through = new URL(url)
  through.port = `${port}`
  through.hostname = '127.0.0.1'
  return {
    url: through.href,
    port,
    lead(to: string) {
      target = new URL(to)
    },
    silence,
    cut() {
      isCut = true
      silence()
    },
    /** Ends the connections that were cut. New connections pass bytes again. */
    restore() {
      isCut = false
      end()
    },
    close() {
      relay.close()
      end()
    },
  }
}

/** Passes bytes on both ways until one side ends; `sockets` has both sides until then. */
export function passOn(
  { near, far }: { readonly near: Socket; readonly far: Socket },
  sockets: Set<Socket>,
): void {
  for (const socket of [near, far]) {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  near.on('close', () => far.destroy())
  far.on('close', () => near.destroy())
  near.pipe(far).pipe(near)
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a connection may cost. */
export type ConnectionBounds = {
  /** Connections of one address, where no proxy stands between. */
  readonly perAddress: number
  /** How often connections are looked over. */
  readonly lookMs: number
  /** The least a caller must take of what waits for it from one look to the next; what is under way counts as not taken. */
  readonly leastBytes: number
}

/**
 * Ends connections that cost more than they may: too many of one address, and callers who don't take their answers.
 * Slow heads and slow bodies are the HTTP server's own limits.
 */
export function guardConnections(server: Server, bounds: ConnectionBounds, isDirect: boolean): void {
  const open = new Map<Socket, Progress>()
  const perAddress = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (perAddress.get(address) ?? 0) + 1
    if (isDirect && count > bounds.perAddress) {
      socket.destroy()
      return
    }
    perAddress.set(address, count)
    open.set(socket, { taken: 0, stalls: 0 })
    socket.once('close', () => {
      open.delete(socket)
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    })
  })
  const timer = setInterval(() => lookOver(open, bounds), bounds.lookMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** The bytes a caller had taken at the last look, and at how many looks in a row it took too few. */
type Progress = { taken: number; stalls: number }

function lookOver(open: ReadonlyMap<Socket, Progress>, { leastBytes }: ConnectionBounds): void {
  for (const [socket, progress] of open) {
    const taken = socket.bytesWritten - socket.writableLength
    const stalls = socket.writableLength > 0 && taken - progress.taken < leastBytes
    progress.stalls = stalls ? progress.stalls + 1 : 0
    progress.taken = taken
    if (progress.stalls >= 2) socket.destroy()
  }
}

/**
 * Ends the connection of a request that was answered before its body came, unless the rest comes soon. Without this a
 * caller could keep sending a body that nobody reads.
 */
export function endUnreadBody(request: IncomingMessage, response: ServerResponse, lingerMs: number): void {
  const { 'transfer-encoding': coding, 'content-length': length } = request.headers
  if (coding === undefined && length === undefined) return
  response.once('finish', () => {
    if (request.complete) return
    setTimeout(() => {
      if (!request.complete) request.destroy()
    }, lingerMs).unref()
  })
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { countedOrZero } from '#contract/counted.ts'

/** Limits of connections. */
type ConnectionBounds = {
  /** Connections of one address; applied only without a trusted proxy. */
  readonly perAddress: number
  /** Interval between two checks of all connections. */
  readonly lookMs: number
  /**
   * Least bytes a caller must take between two checks while an answer waits. Bytes in the socket's buffer do not count.
   */
  readonly leastBytes: number
}

/**
 * Ends connections beyond the limits: too many of one address, or a caller that does not take its answers. The HTTP
 * server itself limits slow heads and slow bodies.
 */
export function guardConnections(server: Server, bounds: ConnectionBounds, isDirect: boolean): void {
  const open = new Map<Socket, Progress>()
  const perAddress = new Map<string, number>()
  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const count = countedOrZero(perAddress.get(address)) + 1
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
  const timer = setInterval(() => checkAll(open, bounds), bounds.lookMs).unref()
  server.once('close', () => clearInterval(timer))
}

/** The bytes taken at the last check, and the number of checks in a row with too few. */
type Progress = { taken: number; stalls: number }

function checkAll(open: ReadonlyMap<Socket, Progress>, { leastBytes }: ConnectionBounds): void {
  for (const [socket, progress] of open) {
    const taken = socket.bytesWritten - socket.writableLength
    const stalls = socket.writableLength > 0 && taken - progress.taken < leastBytes
    progress.stalls = stalls ? progress.stalls + 1 : 0
    progress.taken = taken
    if (progress.stalls >= 2) socket.destroy()
  }
}

/**
 * Ends the connection of a request that was answered before its body was complete, unless the rest arrives soon.
 * Otherwise a caller could send an unread body for ever.
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

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { ClientOf } from './client.ts'

/** Limits of requests that wait behind an earlier one of their connection. */
export type PipeliningBounds = {
  readonly perConnection: number
  readonly perClient: number
  readonly inAll: number
}

/** Calls `begin` when it is the request's turn; never when its connection closes before. */
export type InTurn = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void

/**
 * Begins a pipelined request when the earlier answers of its connection are sent: to a caller that reads nothing, the
 * service computes no more than the connection's buffers hold. Beyond the limits the connection is closed. A request
 * that is not pipelined begins at once and is not counted.
 */
export function openPipelining(bounds: PipeliningBounds, clientOf: ClientOf): InTurn {
  const onConnections = new WeakMap<Socket, number>()
  const ofClients = new Map<string, number>()
  let inAll = 0
  const isFull = (socket: Socket, client: string) =>
    inAll >= bounds.inAll ||
    (onConnections.get(socket) ?? 0) >= bounds.perConnection ||
    (ofClients.get(client) ?? 0) >= bounds.perClient
  const count = (socket: Socket, client: string, by: 1 | -1) => {
    inAll += by
    onConnections.set(socket, (onConnections.get(socket) ?? 0) + by)
    const waiting = (ofClients.get(client) ?? 0) + by
    if (waiting > 0) ofClients.set(client, waiting)
    else ofClients.delete(client)
  }
  return (request, response, begin) => {
    // Node gives a response its socket when the answers before it are sent.
    if (response.socket !== null) return begin()
    const { socket } = request
    const client = clientOf(request)
    if (socket.destroyed || isFull(socket, client)) {
      socket.destroy()
      return
    }
    count(socket, client, 1)
    const leave = () => {
      response.off('socket', leave).off('close', leave)
      count(socket, client, -1)
      if (!socket.destroyed) begin()
    }
    response.once('socket', leave).once('close', leave)
  }
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { countedOrZero } from '#contract/counted.ts'
import type { ClientOf } from './client.ts'

/** Pipelined requests that begin in one turn of the event loop. */
const BEGUN_PER_TURN = 8

/** Limits of requests that wait behind an earlier one of their connection. */
type PipeliningBounds = {
  readonly perConnection: number
  readonly perClient: number
  readonly inAll: number
}

/** Calls `begin` when it is the request's turn; never when its connection closes before. */
export type InTurn = (request: IncomingMessage, response: ServerResponse, begin: () => void) => void

/**
 * Begins a pipelined request when the earlier answers of its connection are sent. For a caller that reads nothing, the
 * service thus computes no more than the connection's buffers hold. Beyond the limits the connection is closed. A
 * request that is not pipelined begins at once and is not counted.
 */
export function openPipelining(bounds: PipeliningBounds, clientOf: ClientOf): InTurn {
  const onConnections = new WeakMap<Socket, number>()
  const ofClients = new Map<string, number>()
  const inFairTurns = openFairTurns()
  let inAll = 0
  const isFull = (socket: Socket, client: string) =>
    inAll >= bounds.inAll ||
    countedOrZero(onConnections.get(socket)) >= bounds.perConnection ||
    countedOrZero(ofClients.get(client)) >= bounds.perClient
  const count = (socket: Socket, client: string, by: 1 | -1) => {
    inAll += by
    onConnections.set(socket, countedOrZero(onConnections.get(socket)) + by)
    const waiting = countedOrZero(ofClients.get(client)) + by
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
      response.off('socket', wait).off('close', leave)
      count(socket, client, -1)
    }
    const wait = () =>
      inFairTurns(() => {
        if (socket.destroyed) return
        leave()
        begin()
      })
    response.once('socket', wait).once('close', leave)
  }
}

/**
 * Runs waiting requests in the order of their arrival, a few in each turn of the event loop. New requests come between,
 * so that thousands of pipelined requests delay no other caller.
 */
function openFairTurns(): (begin: () => void) => void {
  const waiting: (() => void)[] = []
  let isPlanned = false
  const plan = () => {
    isPlanned = waiting.length > 0
    if (isPlanned) setImmediate(runSome)
  }
  const runSome = () => {
    for (const begin of waiting.splice(0, BEGUN_PER_TURN)) begin()
    plan()
  }
  return (begin) => {
    waiting.push(begin)
    if (!isPlanned) plan()
  }
}

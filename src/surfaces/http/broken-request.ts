import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Failure } from '#contract/errors.ts'
import { refusalAnswer, writeBare } from './answer.ts'
import type { Headers } from './content.ts'
import { commonHeaders } from './headers.ts'

/** Answers bytes that never become a request, and ends their connection. */
type BrokenRequests = {
  /** Bytes that are not HTTP, too large or too slow. */
  readonly broken: (error: Error & { readonly code?: string }, socket: Duplex) => void
  /** A CONNECT request, which is refused. */
  readonly tunnel: (socket: Duplex) => void
}

/** The methods that every read accepts. They answer CONNECT, whose target is no path of the service. */
const READ_METHODS = 'GET, HEAD, OPTIONS'

const TOO_LARGE = new Failure('payload_too_large')
const NOT_HTTP = new Failure('invalid_parameter', {
  message: 'The request is not valid HTTP, or came too slowly.',
})

export function openBrokenRequests(options: {
  readonly sandbox: boolean
  readonly lingerMs: number
}): BrokenRequests {
  const common = commonHeaders(options.sandbox)
  const refused = new WeakSet<Duplex>()
  const refuse = (failure: Failure, socket: Duplex, own: Headers = {}) => {
    if (refused.has(socket)) return
    refused.add(socket)
    afterAnswers(socket, () => {
      const requestId = randomUUID()
      const always = { ...common, ...own, 'x-request-id': requestId }
      if (socket.writable) writeBare(refusalAnswer(failure, requestId), { socket, always })
      setTimeout(() => socket.destroy(), options.lingerMs).unref()
    })
  }
  return {
    broken(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else refuse(error.code === 'HPE_HEADER_OVERFLOW' ? TOO_LARGE : NOT_HTTP, socket)
    },
    tunnel(socket) {
      socket.on('error', () => socket.destroy())
      refuse(new Failure('method_not_allowed'), socket, { allow: READ_METHODS })
    },
  }
}

/**
 * Waits for the answer of an earlier, complete request on this connection, so that the caller cannot take the refusal
 * for that answer. If the request in progress itself is broken, the refusal is its answer.
 */
function afterAnswers(socket: Duplex, refuse: () => void): void {
  const underWay: unknown = Reflect.get(socket, '_httpMessage')
  if (isAnswer(underWay) && underWay.req.complete) underWay.once('close', () => afterAnswers(socket, refuse))
  else refuse()
}

function isAnswer(value: unknown): value is ServerResponse {
  return value instanceof EventEmitter && 'req' in value
}

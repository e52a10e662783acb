import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorCode, envelopeOf, Failure } from '#contract/errors.ts'
import { commonHeaders } from './headers.ts'

/** Answers what never becomes a request, on its connection, which ends with it. */
export type Refusals = {
  /** Bytes that are no HTTP request, too many of them, or too slow ones. */
  readonly broken: (error: Error & { readonly code?: string }, socket: Duplex) => void
  /** A tunnel to somewhere else. */
  readonly tunnel: (socket: Duplex, allow: string) => void
}

export function openRefusals(options: { readonly sandbox: boolean; readonly lingerMs: number }): Refusals {
  const always = commonHeaders(options.sandbox)
  const refused = new WeakSet<Duplex>()
  const refuse = (code: ErrorCode, socket: Duplex, own: Readonly<Record<string, string>> = {}) => {
    if (refused.has(socket)) return
    refused.add(socket)
    afterAnswers(socket, () => {
      if (socket.writable) socket.end(bytesOf(code, { ...always, ...own }))
      setTimeout(() => socket.destroy(), options.lingerMs).unref()
    })
  }
  return {
    broken(error, socket) {
      if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy()
      else refuse(error.code === 'HPE_HEADER_OVERFLOW' ? 'payload_too_large' : 'invalid_parameter', socket)
    },
    tunnel(socket, allow) {
      socket.on('error', () => socket.destroy())
      refuse('method_not_allowed', socket, { allow })
    },
  }
}

/**
 * Whoever asked before on this connection is answered first: a refusal must not be taken for its answer. What is broken
 * in the request under way itself is refused in place of its answer.
 */
function afterAnswers(socket: Duplex, refuse: () => void): void {
  const underWay: unknown = Reflect.get(socket, '_httpMessage')
  if (isAnswer(underWay) && underWay.req.complete) underWay.once('close', () => afterAnswers(socket, refuse))
  else refuse()
}

function isAnswer(value: unknown): value is ServerResponse {
  return value instanceof EventEmitter && 'req' in value
}

function bytesOf(code: ErrorCode, headers: Readonly<Record<string, string>>): string {
  const requestId = randomUUID()
  const body = JSON.stringify(envelopeOf(new Failure(code), requestId))
  const all = {
    ...headers,
    'x-request-id': requestId,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${ERRORS[code].status} Refused`, ...lines, '', body].join('\r\n')
}

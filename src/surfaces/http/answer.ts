import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { agentErrorOf } from '#contract/agent-error.ts'
import { ERRORS, envelopeOf, type Failure } from '#contract/errors.ts'
import { known } from '#contract/known.ts'
import type { Operation } from '#contract/operation.ts'
import { type Content, compress, compression, contentOf, etagOf, type Headers } from './content.ts'
import { ENCODINGS, encodingFor } from './negotiation.ts'

/** An answer before it is written. */
export type Answer = {
  readonly status: number
  /** Without the common headers, which are added when the answer is written. */
  readonly headers: Headers
  readonly content?: Content
  /** A body of any length, sent as it is read; undefined for HEAD. Its type has the charset. */
  readonly stream?: { readonly type: string; readonly body: Readable | undefined }
  /** For the operator only: without the CORS headers, so that web pages cannot read it. */
  readonly isInternal?: boolean
}

/** The status with which RFC 9110 requires a challenge. It names no sign-in metadata, because there is none. */
const UNAUTHORIZED = 401

/** The answer of a refusal or failure, in the form of its address; caches must not store it. */
export function refusalAnswer(
  failure: Failure,
  requestId: string,
  form?: Operation['errorForm'],
): Answer & { readonly content: Content } {
  const { retryAfterSeconds } = failure.extra
  const { status } = ERRORS[failure.code]
  const envelope = form === 'agent' ? agentErrorOf(failure, requestId) : envelopeOf(failure, requestId)
  return {
    status,
    headers: {
      'cache-control': 'no-store',
      ...(status === UNAUTHORIZED && { 'www-authenticate': 'Bearer' }),
      ...known({ 'retry-after': retryAfterSeconds }),
    },
    content: contentOf(JSON.stringify(envelope), 'application/json'),
  }
}

/**
 * Writes an answer in the encoding that the caller prefers, or 304 without a body when the caller has the current one.
 * Resolves with the status that was sent.
 */
export async function write(
  { status, headers: own, content, stream }: Answer,
  to: Destination,
): Promise<number> {
  const { request, response } = to
  if (stream !== undefined) {
    await writeStream({ ...stream, status, own }, to)
    return status
  }
  if (content === undefined) {
    response.writeHead(status, listOf(to.always, own, status === 204 ? {} : NO_BODY)).end()
    return status
  }
  const encoding = encodingFor(request.headers['accept-encoding'], content.plain.bytes.length)
  if (isNamedBy(request.headers['if-none-match'], content)) {
    response.writeHead(304, listOf(to.always, own, etagOf(content, encoding))).end()
    return 304
  }
  const body = encoding === 'identity' ? content.plain : await compress(content, encoding)
  response.writeHead(status, listOf(to.always, own, body.headers))
  if (request.method === 'HEAD') response.end()
  else response.end(body.bytes, 'latin1')
  return status
}

type Destination = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly always: readonly Headers[]
  /** The longest time in which a stream must be sent. */
  readonly streamMs: number
}

/**
 * Sends a body as fast as the caller takes it. When the caller leaves, or takes too long, the connection ends without
 * the last chunk, so that the caller sees the body is not whole.
 */
async function writeStream(
  {
    type,
    body,
    status,
    own,
  }: NonNullable<Answer['stream']> & { readonly status: number; readonly own: Headers },
  { request, response, always, streamMs }: Destination,
): Promise<void> {
  const encoding = encodingFor(request.headers['accept-encoding'], Number.POSITIVE_INFINITY)
  const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
  response.writeHead(status, listOf(always, own, encoded, { 'content-type': type }))
  if (body === undefined) {
    response.end()
    return
  }
  const tooLong = AbortSignal.timeout(streamMs)
  let hasFailed = false
  body.once('error', () => {
    hasFailed = !request.socket.destroyed && !tooLong.aborted
  })
  try {
    const compressed = encoding === 'identity' ? [] : [compression(encoding)]
    await pipeline([body, ...compressed, response], { signal: tooLong })
  } catch (error) {
    response.destroy()
    if (hasFailed) throw error
  }
}

const NO_BODY = { 'content-length': 0 }

/**
 * Header names and values in turn. No two of the given objects have a name in common. Node writes such a list in 3.8
 * µs, and one object of all headers in 4.8 µs.
 */
function listOf(always: readonly Headers[], ...own: readonly Headers[]): (string | number)[] {
  const list: (string | number)[] = []
  for (const headers of always) addTo(list, headers)
  for (const headers of own) addTo(list, headers)
  return list
}

function addTo(list: (string | number)[], headers: Headers): void {
  for (const name in headers) list.push(name, headers[name] as string | number)
}

/** Writes an answer on a connection whose bytes are not a request, and ends the connection. */
export function writeBare(
  { status, headers, content }: Answer & { readonly content: Content },
  to: { readonly socket: Duplex; readonly always: Headers },
): void {
  const all = {
    ...to.always,
    ...headers,
    ...content.plain.headers,
    date: new Date().toUTCString(),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  to.socket.end([`HTTP/1.1 ${status} Refused`, ...lines, '', content.plain.bytes].join('\r\n'), 'latin1')
}

/** Whether an If-None-Match header names the content, in any encoding. */
function isNamedBy(ifNoneMatch: string | undefined, content: Content): boolean {
  if (ifNoneMatch === undefined || content.tag === undefined) return false
  const tags: readonly unknown[] = ENCODINGS.map((encoding) => etagOf(content, encoding)['etag'])
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || tags.includes(one))
}

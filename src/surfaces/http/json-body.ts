import type { IncomingMessage, ServerResponse } from 'node:http'
import { Failure, fail } from '#contract/errors.ts'

type BodyExchange = { readonly request: IncomingMessage; readonly response: ServerResponse }

/**
 * Reads the JSON body of a request. Of two fields with the same name the last one counts, as in every JSON parser of
 * JavaScript.
 * @throws Failure payload_too_large before the rest is read, unsupported_media_type, and invalid_json
 */
export async function readJsonBody({ request, response }: BodyExchange, maxBytes: number): Promise<unknown> {
  const { 'content-length': length, 'content-type': type, 'content-encoding': encoding } = request.headers
  refuseLength(length, maxBytes)
  if (!isJson(type)) fail('unsupported_media_type')
  refuseEncoding(encoding)
  return parseJsonBody(await takeBody({ request, response }, maxBytes))
}

/**
 * Reads the bytes of a body of any type. @throws Failure payload_too_large before the rest is read, and
 * unsupported_media_type for an encoded body
 */
export async function readBody(state: BodyExchange, maxBytes: number): Promise<Buffer> {
  refuseLength(state.request.headers['content-length'], maxBytes)
  refuseEncoding(state.request.headers['content-encoding'])
  return takeBody(state, maxBytes)
}

function refuseLength(length: string | undefined, maxBytes: number): void {
  if (length !== undefined && Number(length) > maxBytes) throw tooLarge(maxBytes)
}

function refuseEncoding(encoding: string | undefined): void {
  if (encoding === undefined || encoding === 'identity') return
  fail('unsupported_media_type', { message: 'Unsupported content encoding: expected a body without one.' })
}

function takeBody({ request, response }: BodyExchange, maxBytes: number): Promise<Buffer> {
  if (request.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
  return bytesOf(request, maxBytes)
}

/** JSON has no parameters; a charset that says UTF-8 is harmless. Two headers are joined by a comma, and refused. */
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const UTF_8 = new TextDecoder('utf-8', { fatal: true })

/** Whether a content-type header names JSON in UTF-8. */
export function isJson(type: string | undefined): boolean {
  return type !== undefined && JSON_TYPE.test(type)
}

/** Parses a body. @throws Failure invalid_json, also for bytes that are not UTF-8 */
function parseJsonBody(bytes: Buffer): unknown {
  const value = jsonOf(bytes)
  return value === undefined ? fail('invalid_json') : value
}

/** The value in a body; undefined for bytes that are no JSON in UTF-8. */
export function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(UTF_8.decode(bytes))
  } catch {
    return undefined
  }
}

/** The bytes of a body. The listener stays after a refusal, so that the rest of the body is discarded as it arrives. */
function bytesOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const chunks: Buffer[] = []
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes <= maxBytes) chunks.push(chunk)
    else reject(tooLarge(maxBytes))
  })
  request.once('end', () => resolve(Buffer.concat(chunks)))
  // The caller is gone, so that nobody gets this answer; the log has its status.
  const cutOff = () => reject(new Failure('invalid_json'))
  request.once('error', cutOff)
  if (request.destroyed) cutOff()
  return promise
}

function tooLarge(maxBytes: number): Failure {
  return new Failure('payload_too_large', { detail: { maxBytes } })
}

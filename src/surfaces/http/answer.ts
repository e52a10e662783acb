import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import type { Failure } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import type { OperationName } from '#contract/operations/index.ts'
import type { Room } from './cache-rooms.ts'
import { compress, type Encoding, encodingFor } from './encoding.ts'

/** Turns an answer into JSON. */
export type Serialise = (answer: unknown) => string

/**
 * The serialiser of an operation. With `check`, an answer that is not what the operation states is a bug and throws;
 * null stays null either way.
 */
export function serialiserOf(operation: Operation, options: { readonly check: boolean }): Serialise {
  if (!options.check) return (answer) => JSON.stringify(answer)
  const validator = Compile(operation.output)
  return (answer) => {
    const text = JSON.stringify(answer)
    const sent: unknown = JSON.parse(text)
    if (validator.Check(sent)) return text
    const [first] = validator.Errors(sent)
    throw new Error(`${operation.name} answered ${first?.instancePath} that ${first?.message}`)
  }
}

/** What was asked: the operation, its route, and who the caller declared to be. */
export type Asked = {
  readonly operation: OperationName
  readonly route: string
  readonly integration: string | null
}

type Compression = Exclude<Encoding, 'identity'>

/** An answer as text, and as bytes in each compression it was asked for in. */
export type AnswerBody = {
  readonly kind: 'body'
  readonly asked: Asked
  readonly room: Room
  readonly bytes: number
  readonly type: string
  readonly tag: string
  readonly text: string
  /** Bytes of the text. */
  readonly length: number
  readonly compressed: { [C in Compression]?: Buffer }
  readonly compressing: Map<Compression, Promise<Buffer>>
  /** The head of the whole answer to an anonymous caller, names and values by turns, once it was made. */
  readonly heads: { [E in Encoding]?: readonly string[] }
  /** The same bytes as text of one byte each, which the server sends in one piece with the head. */
  readonly sent: { [E in Encoding]?: string }
}
/** The refusal of a token nothing is published for: the one refusal that is kept. */
export type KeptRefusal = {
  readonly kind: 'refusal'
  readonly asked: Asked
  readonly room: 'unpublished'
  readonly bytes: number
  readonly failure: Failure
}
export type Answer = AnswerBody | KeptRefusal

const REFUSAL_BYTES = 1024

/** The answer a text makes: the bytes, and the tag they are known by. */
export function bodyOf(content: {
  readonly asked: Asked
  readonly room: Room
  readonly text: string
  readonly type: string
}): AnswerBody {
  const { asked, room, text, type } = content
  const length = Buffer.byteLength(text)
  return {
    kind: 'body',
    asked,
    room,
    bytes: 3 * length,
    type: `${type}; charset=utf-8`,
    tag: hash('sha256', text, 'base64url').slice(0, 27),
    text,
    length,
    compressed: {},
    compressing: new Map(),
    heads: {},
    sent: {},
  }
}

/** The refusal of an unpublished token, to be kept and made into an envelope for each caller. */
export function refusalOf(asked: Asked, failure: Failure): KeptRefusal {
  return { kind: 'refusal', asked, room: 'unpublished', bytes: REFUSAL_BYTES, failure }
}

/** The body in an encoding, compressed when first asked for; `grown` hears of the bytes that came to be held. */
export async function encode(
  answer: AnswerBody,
  encoding: Encoding,
  grown: (bytes: number) => void,
): Promise<string | Buffer> {
  if (encoding === 'identity') return answer.text
  const { compressed, compressing } = answer
  const made = compressed[encoding] ?? compressing.get(encoding)
  if (made !== undefined) return made
  const making = compress(Buffer.from(answer.text), encoding).finally(() => compressing.delete(encoding))
  compressing.set(encoding, making)
  const bytes = await making
  compressed[encoding] = bytes
  grown(2 * bytes.length)
  return bytes
}

/** How a body goes to this caller: as it is where compressing would save nothing. */
export function encodingOf(answer: AnswerBody, acceptEncoding: string | undefined): Encoding {
  return encodingFor(acceptEncoding, answer.length)
}

/** The tag of a body in an encoding; each encoding is another sequence of bytes and has a tag of its own. */
export function etagOf({ tag }: AnswerBody, encoding: Encoding): string {
  return encoding === 'identity' ? `"${tag}"` : `"${tag}-${encoding}"`
}

/** Whether a caller who sent this If-None-Match holds the answer, in whatever encoding. */
export function isHeld(ifNoneMatch: string | undefined, { tag }: AnswerBody): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
    .some((one) => one === '*' || one.replace(/-(?:br|gzip)"$/, '"') === `"${tag}"`)
}

export const SHARED = `public, max-age=${LIMITS.anonymousCacheSeconds}`

type Sent = {
  readonly body: string | Buffer
  readonly encoding: Encoding
  readonly cacheControl: string
  /** How old the answer is; 0 says nothing of its age. */
  readonly ageSeconds: number
}

/** Sends an answer, or 304 when the caller holds the same one. */
export function sendAnswer(
  answer: AnswerBody,
  sent: Sent,
  at: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): FastifyReply {
  const { body, encoding, cacheControl, ageSeconds } = sent
  at.reply.header('cache-control', cacheControl)
  if (cacheControl === 'no-store') return at.reply.type(answer.type).send(body)
  at.reply.header('etag', etagOf(answer, encoding))
  if (ageSeconds > 0) at.reply.header('age', `${ageSeconds}`)
  if (isHeld(at.request.headers['if-none-match'], answer)) return at.reply.code(304).send()
  if (encoding !== 'identity') at.reply.header('content-encoding', encoding)
  return at.reply.type(answer.type).send(body)
}

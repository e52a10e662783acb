import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Compile } from 'typebox/compile'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'

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

type Body = { readonly text: string; readonly type: string; readonly cacheable: Operation['cacheable'] }

/** Sends an answer, or 304 when the caller holds the same one. */
export function sendAnswer(request: FastifyRequest, reply: FastifyReply, body: Body): FastifyReply {
  reply.type(`${body.type}; charset=utf-8`)
  if (body.cacheable === 'never') return reply.header('cache-control', 'no-store').send(body.text)
  const etag = `"${createHash('sha256').update(body.text).digest('base64url').slice(0, 27)}"`
  reply.headers({ etag, 'cache-control': `public, max-age=${LIMITS.anonymousCacheSeconds}` })
  if (!holds(request.headers['if-none-match'], etag)) return reply.send(body.text)
  return reply.removeHeader('content-type').code(304).send()
}

function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag)
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Callers } from '#accounts/callers.ts'
import { ERRORS, envelopeOf, type Failure } from '#contract/errors.ts'
import { type Answer, type AnswerBody, type Asked, encodingOf, etagOf, isHeld, SHARED } from './answer.ts'
import type { AnswerCache, Held } from './cache.ts'
import type { ClientOf } from './client.ts'
import type { Encoding } from './encoding.ts'
import { failureOf } from './errors.ts'
import { anonymousHeaders, namesOneHost, requestIdOf } from './headers.ts'
import type { Telemetry } from './metrics.ts'
import { spellingOf } from './spelling.ts'

type HitDeps = {
  readonly answers: AnswerCache<Answer>
  readonly callers: Pick<Callers, 'spend'>
  readonly telemetry: Telemetry
  readonly logger: {
    readonly info: (fields: object, message: string) => void
    readonly error: (fields: object, message: string) => void
  }
  readonly sandbox: boolean
  readonly clientOf: ClientOf
}

/** What a request without a key is answered from what is held; false where it is not, and nothing was done. */
export type AnswerHit = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Answers anonymous requests whose answer is held, before the framework sees them. It says what the routes say: the
 * same limits, the same headers, the same bytes.
 */
export function answerHits(deps: HitDeps): AnswerHit {
  const always = Object.entries(anonymousHeaders(deps.sandbox)).flat()
  return (request, response) => {
    const found = findHit(request, deps)
    if (found === undefined) return false
    const begun = performance.now()
    const at = { request, response, always, requestId: requestIdOf(request) }
    const answer = (respond: () => number) => {
      try {
        const status = respond()
        tell({ ...found.held.answer.asked, status, ms: performance.now() - begun }, at, deps)
      } catch (err) {
        deps.logger.error({ requestId: at.requestId, err }, 'a held answer could not be given')
        if (!response.writableEnded) response.destroy()
      }
    }
    deps.callers.spend({ kind: 'anonymous', client: deps.clientOf(request) }, 1).then(
      ({ refusal }) => answer(() => (refusal === undefined ? say(found, at) : refuse(refusal, at))),
      (thrown) => answer(() => refuse(failureOf(thrown), at)),
    )
    return true
  }
}

function tell(
  { operation, route, integration, status, ms }: Asked & { readonly status: number; readonly ms: number },
  { request, requestId }: At,
  { telemetry, logger }: HitDeps,
): void {
  telemetry.answeredHeld({ operation, status })
  logger.info(
    { requestId, method: request.method, route, status, ms: Math.round(ms), integration },
    'answered',
  )
}

function say(found: Hit, at: At): number {
  const { answer } = found.held
  return answer.kind === 'refusal' ? refuse(answer.failure, at) : write(answer, { ...found, ...at })
}

type Hit = { readonly held: Held<Answer>; readonly encoding: Encoding; readonly age: number }

function findHit(request: IncomingMessage, { answers }: HitDeps): Hit | undefined {
  const { method, url, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || url === undefined) return undefined
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return undefined
  if (headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined) return undefined
  if (!namesOneHost(request)) return undefined
  const spelling = spellingOf(url, headers)
  const held = spelling === undefined ? undefined : answers.findSpelled(spelling)
  if (held === undefined) return undefined
  const age = answers.ageSecondsOf(held)
  if (held.answer.kind === 'refusal') return { held, age, encoding: 'identity' }
  const encoding = encodingOf(held.answer, headers['accept-encoding'])
  const isMade = encoding === 'identity' || held.answer.compressed[encoding] !== undefined
  return isMade ? { held, age, encoding } : undefined
}

type At = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly always: readonly string[]
  readonly requestId: string
}

function write(answer: AnswerBody, at: At & Hit): number {
  const { request, response, requestId, age, encoding } = at
  const own = ['x-request-id', requestId]
  if (age > 0) own.push('age', `${age}`)
  const ifNoneMatch = request.headers['if-none-match']
  if (ifNoneMatch !== undefined && isHeld(ifNoneMatch, answer)) {
    const tag = ['cache-control', SHARED, 'etag', etagOf(answer, encoding)]
    response.writeHead(304, [...at.always, ...own, ...tag]).end()
    return 304
  }
  response.writeHead(200, [...headOf(answer, encoding, at.always), ...own])
  if (request.method === 'HEAD') response.end()
  else response.end(answer.sent[encoding], 'latin1')
  return 200
}

function headOf(answer: AnswerBody, encoding: Encoding, always: readonly string[]): readonly string[] {
  const held = answer.heads[encoding]
  if (held !== undefined) return held
  const bytes =
    (encoding === 'identity' ? undefined : answer.compressed[encoding]) ?? Buffer.from(answer.text)
  const head = [
    ...always,
    ...['cache-control', SHARED, 'etag', etagOf(answer, encoding)],
    ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
    ...['content-type', answer.type, 'content-length', `${bytes.length}`],
  ]
  answer.heads[encoding] = head
  answer.sent[encoding] = bytes.toString('latin1')
  return head
}

function refuse(failure: Failure, { request, response, always, requestId }: At): number {
  const { status } = ERRORS[failure.code]
  const { retryAfterSeconds } = failure.extra
  const body = Buffer.from(JSON.stringify(envelopeOf(failure, requestId)))
  response.writeHead(status, [
    ...always,
    ...(retryAfterSeconds === undefined ? [] : ['retry-after', `${retryAfterSeconds}`]),
    ...['x-request-id', requestId, 'cache-control', 'no-store'],
    ...['content-type', 'application/json; charset=utf-8', 'content-length', `${body.length}`],
  ])
  response.end(request.method === 'HEAD' ? undefined : body)
  return status
}

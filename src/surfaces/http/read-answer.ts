import { fail, Moved } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'
import { keyedNames } from '../input.ts'
import type { Answer, Headers } from './answer.ts'
import type { ComputeAnswer, Computed } from './compute.ts'
import type { Exchange } from './door.ts'
import type { ResponseCache } from './response-cache.ts'

/** Answers an operation, from the response cache when the operation is `shared`. */
export type ReadAnswer = (name: OperationName, exchange: Exchange) => Promise<Answer>

const SHARED = { 'cache-control': `public, max-age=${LIMITS.anonymousCacheSeconds}` }
const PRIVATE = { 'cache-control': 'private' }
const NOT_STORED = { 'cache-control': 'no-store' }

export function openReads(deps: {
  readonly compute: ComputeAnswer
  readonly cache: ResponseCache<Computed>
}): ReadAnswer {
  const { compute, cache } = deps
  return async (name, exchange) => {
    const operation: Operation = OPERATIONS[name]
    const { caller } = exchange
    const isKeyed = caller?.kind === 'keyed'
    const [keyed] = isKeyed ? [] : keyedNames(operation, exchange.asked.raw)
    if (keyed !== undefined) fail('key_required', { detail: { parameter: keyed } })
    const question = exchange.asked.question()
    const { integration } = question.input
    exchange.integration = typeof integration === 'string' ? integration : null
    if (operation.cacheable === 'never') return answerOf(await compute(name, question, caller), NOT_STORED)
    try {
      const cached = await cache.get(question.key, () => compute(name, question, caller))
      if (isKeyed) return answerOf(cached.value, PRIVATE)
      const age = cache.ageSecondsOf(cached)
      return answerOf(cached.value, age === 0 ? SHARED : { ...SHARED, age })
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      const location = locationOf(thrown, exchange, operation)
      return { status: 308, headers: { location, ...(isKeyed ? PRIVATE : SHARED) } }
    }
  }
}

function answerOf({ body, refused }: Computed, headers: Headers): Answer {
  if (refused !== undefined) throw refused
  return { status: 200, headers, content: body }
}

/** The same address under the current slug, with its query. */
function locationOf({ slug }: Moved, { request, asked: { raw } }: Exchange, { path }: Operation): string {
  const location = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slug : encodeURIComponent(String(raw.path[name])),
  )
  const target = String(request.url)
  return raw.query.size === 0 ? location : location + target.slice(target.indexOf('?'))
}

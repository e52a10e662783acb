import { Moved } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import type { Answer, Headers } from './answer.ts'
import type { ComputeAnswer, Computed } from './compute.ts'
import type { Exchange } from './door.ts'
import type { ResponseCache } from './response-cache.ts'

/** Answers an operation. @throws Failure as the operation does */
export type AnswerOperation = (operation: Operation, exchange: Exchange) => Promise<Answer>

const PRIVATE = { 'cache-control': 'private' }

/** Opens the answers of `shared` operations, from the response cache. */
export function openReads(deps: {
  readonly compute: ComputeAnswer
  readonly cache: ResponseCache<Computed>
}): AnswerOperation {
  const { compute, cache } = deps
  return async (operation, exchange) => {
    const { caller } = exchange
    const isKeyed = caller?.kind === 'keyed'
    const question = exchange.asked.cacheable()
    const { integration } = question.input
    exchange.integration = typeof integration === 'string' ? integration : null
    try {
      const cached = await cache.get(question.key, () => compute(operation, question, caller))
      const link = linkOf(operation)
      if (isKeyed) return answerOf(cached.value, { ...PRIVATE, ...link })
      const age = cache.ageSecondsOf(cached)
      return answerOf(cached.value, { ...sharedFor(operation), ...(age > 0 && { age }), ...link })
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      const location = locationOf(thrown, exchange, operation)
      return { status: 308, headers: { location, ...(isKeyed ? PRIVATE : sharedFor(operation)) } }
    }
  }
}

function sharedFor({ cacheSeconds = LIMITS.anonymousCacheSeconds }: Operation): Headers {
  return { 'cache-control': `public, max-age=${cacheSeconds}` }
}

function answerOf({ body, refused }: Computed, headers: Headers): Answer {
  if (refused !== undefined) throw refused
  return { status: 200, headers, content: body }
}

function linkOf({ path, relation }: Operation): Headers {
  return relation === undefined ? {} : { link: `<${path}>; rel="${relation}"` }
}

/** The same address under the current slug, with its query. */
function locationOf({ slug }: Moved, { request, asked: { raw } }: Exchange, { path }: Operation): string {
  const location = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slug : encodeURIComponent(String(raw.path[name])),
  )
  const target = String(request.url)
  return raw.query.size === 0 ? location : location + target.slice(target.indexOf('?'))
}

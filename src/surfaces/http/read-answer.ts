import { fail, Moved } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, type OperationName } from '#contract/operations/index.ts'
import { keyedNames, readInput } from '../input.ts'
import type { Answer, Headers } from './answer.ts'
import type { ComputeAnswer, Computed } from './compute.ts'
import type { Exchange } from './exchange.ts'
import { preferredType } from './negotiation.ts'
import { cacheKeyOf, type ResponseCache } from './response-cache.ts'

/** Answers what a request asks of an operation, from the response cache where the operation is `shared`. */
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
    const isKeyed = exchange.caller?.kind === 'keyed'
    const [keyed] = isKeyed ? [] : keyedNames(operation, exchange.raw)
    if (keyed !== undefined) fail('key_required', { detail: { parameter: keyed } })
    const input: Readonly<Record<string, unknown>> = readInput(operation, exchange.raw)
    exchange.integration = typeof input['integration'] === 'string' ? input['integration'] : null
    const { accept } = exchange.request.headers
    const form = preferredType(accept, ['application/json', ...(operation.textForms ?? [])])
    const question = { input, form }
    if (operation.cacheable === 'never') return answerOf(await compute(name, question), NOT_STORED)
    try {
      const key = cacheKeyOf(operation, question)
      const cached = await cache.get(key, () => compute(name, question))
      if (isKeyed) return answerOf(cached.value, PRIVATE)
      const age = cache.ageSecondsOf(cached)
      return answerOf(cached.value, age === 0 ? SHARED : { ...SHARED, age: `${age}` })
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      return {
        status: 308,
        headers: { location: locationOf(thrown, exchange, operation), ...(isKeyed ? PRIVATE : SHARED) },
      }
    }
  }
}

function answerOf({ body, refused }: Computed, headers: Headers): Answer {
  if (refused !== undefined) throw refused
  return { status: 200, headers, content: body }
}

/** The same address under the current slug, query and all. */
function locationOf({ slug }: Moved, { request, raw }: Exchange, { path }: Operation): string {
  const location = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'slug' ? slug : encodeURIComponent(String(raw.path[name])),
  )
  const target = String(request.url)
  return raw.query.size === 0 ? location : location + target.slice(target.indexOf('?'))
}

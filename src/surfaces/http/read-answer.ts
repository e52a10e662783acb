import type { CountCall } from '#accounts/agent-calls.ts'
import { Moved } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import type { Answer } from './answer.ts'
import type { AnswerRequest, ComputeAnswer, Computed } from './compute.ts'
import type { Headers } from './content.ts'
import { fileHeader, formatIn, isExport } from './export-file.ts'
import { movedAnswer } from './moved-answer.ts'
import { positionHeader, reaches } from './positioned-reads.ts'
import type { RequestState } from './request-state.ts'
import type { ResponseCache } from './response-cache.ts'

/** Answers an operation. @throws Failure as the operation does */
export type AnswerOperation = (operation: Operation, state: RequestState) => Promise<Answer>

const SHARED = { 'cache-control': `public, max-age=${LIMITS.anonymousCacheSeconds}` }
const PRIVATE = { 'cache-control': 'private' }
const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' }

/** Opens the answers of `shared` operations, from the response cache. */
export function openReads(deps: {
  readonly compute: ComputeAnswer
  readonly cache: ResponseCache<Computed>
  readonly countCall: CountCall
}): AnswerOperation {
  const { compute, cache, countCall } = deps
  return async (operation, state) => {
    const { caller } = state
    const isKeyed = caller?.kind === 'keyed'
    const request = state.parsed.cacheable()
    const { integration, capability } = request.input
    state.integration = typeof integration === 'string' ? integration : null
    try {
      const isRecent = (computed: Computed) => reaches(computed, state.least)
      const answer = () => compute(operation, request, state)
      const cached = await cache.get(request.key, answer, {
        ...(state.least > 0 && { isRecent }),
        looked: (lookup) => {
          state.lookup = lookup
        },
      })
      state.headers = { ...state.headers, ...positionHeader(cached.value.position) }
      if (typeof capability === 'string' && cached.value.refused === undefined)
        countCall({ surface: 'rest', capability, integration: state.integration })
      const age = isKeyed ? 0 : cache.ageSecondsOf(cached)
      const stored = storedBy(operation, isKeyed)
      const headers = age > 0 ? { ...stored, age } : stored
      return answerOf(cached.value, { ...headers, ...ownHeaders(operation, request) })
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      return movedAnswer(thrown, { state, operation, headers: isKeyed ? PRIVATE : SHARED })
    }
  }
}

function storedBy({ immutable }: Operation, isKeyed: boolean): Headers {
  if (immutable === true) return IMMUTABLE
  return isKeyed ? PRIVATE : SHARED
}

function answerOf({ body, refused }: Computed, headers: Headers): Answer {
  if (refused !== undefined) throw refused
  return { status: 200, headers, content: body }
}

/** Headers of an operation's answer: the link to itself, and the name of a file. */
function ownHeaders(operation: Operation, { input }: Pick<AnswerRequest, 'input'>): Headers | undefined {
  const { path, relation } = operation
  if (relation !== undefined) return { link: `<${path}>; rel="${relation}"` }
  return isExport(operation) ? fileHeader(operation, formatIn(input)) : undefined
}

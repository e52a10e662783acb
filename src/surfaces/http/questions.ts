import type { Caller } from '#accounts/callers.ts'
import type { AgentDeps } from '#reads/agent/deps.ts'
import { onOneSnapshot } from '#reads/deps.ts'
import type { HandlerDeps } from '../handlers.ts'
import type { AgentQuestion, AnswerQuestion } from '../protocol.ts'
import { type Computed, callerName, computedOf } from './compute.ts'
import { type Bytes, contentOf } from './content.ts'
import type { Gate } from './overload.ts'
import type { RequestState } from './request-state.ts'
import type { ResponseCache } from './response-cache.ts'

/** Opens the answers to questions of agents, for one request: from the cache of REST, within the same limits of work. */
export function openQuestions(deps: {
  readonly handlerDeps: () => HandlerDeps
  readonly gate: Gate
  readonly cache: ResponseCache<Computed>
}): (state: Pick<RequestState, 'caller' | 'lookup'>) => AnswerQuestion {
  const compute = ({ make }: AgentQuestion, caller: Caller | undefined) =>
    computedOf(async () => {
      const read = onOneSnapshot((_: undefined, own: AgentDeps) => make(own))
      const text = await deps.gate.pass(() => read(undefined, deps.handlerDeps()), callerName(caller))
      return contentOf(text, 'application/json')
    })
  return (state) => async (question) => {
    const { caller } = state
    const { key } = question
    if (key === undefined) return bytesOf(await compute(question, caller))
    const computed = () => compute(question, caller)
    const { value } = await deps.cache.get(key, computed, (lookup) => {
      state.lookup = lookup
    })
    return bytesOf(value)
  }
}

function bytesOf({ body, refused }: Computed): Bytes {
  if (refused !== undefined) throw refused
  return body.plain.bytes
}

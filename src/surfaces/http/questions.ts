import type { AgentDeps } from '#reads/agent/deps.ts'
import { onOneSnapshot } from '#reads/deps.ts'
import type { AgentQuestion, AnswerQuestion } from '../protocol.ts'
import { type Computed, callerName, computedOf, outcomeOf, type Recipient } from './compute.ts'
import { type Bytes, contentOf } from './content.ts'
import type { Gate } from './overload.ts'
import { type PositionedReads, reaches } from './positioned-reads.ts'
import type { RequestState } from './request-state.ts'
import type { ResponseCache } from './response-cache.ts'

/**
 * Opens the answers to questions of agents, for one request. They come from the cache of REST, within the same limits
 * of work. `sawPosition` gets the ledger position of each answer that has one.
 */
export function openQuestions(deps: {
  readonly reads: PositionedReads
  readonly gate: Gate
  readonly cache: ResponseCache<Computed>
}): (
  state: Pick<RequestState, 'caller' | 'least' | 'lookup'>,
  sawPosition: (position: number) => void,
) => AnswerQuestion {
  const compute = async ({ make }: AgentQuestion, { caller, least }: Recipient) => {
    const read = onOneSnapshot((_: undefined, own: AgentDeps) => make(own))
    const answer = () =>
      deps.reads.read(least, (own) =>
        outcomeOf(async () => contentOf(await read(undefined, own), 'application/json')),
      )
    return computedOf(await deps.gate.pass(answer, callerName(caller)))
  }
  return (state, sawPosition) => {
    const { least } = state
    const isRecent = (computed: Computed) => reaches(computed, least)
    const wanted = {
      ...(least > 0 && { isRecent }),
      looked: (lookup: RequestState['lookup']) => {
        state.lookup = lookup
      },
    }
    return async (question) => {
      const { key } = question
      const answer = () => compute(question, state)
      const cached = key === undefined ? undefined : await deps.cache.get(key, answer, wanted)
      const value = cached === undefined ? await answer() : cached.value
      if (value.position !== undefined) sawPosition(value.position)
      return bytesOf(value)
    }
  }
}

function bytesOf({ body, refused }: Computed): Bytes {
  if (refused !== undefined) throw refused
  return body.plain.bytes
}

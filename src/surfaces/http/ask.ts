import type { Caller, Callers } from '#accounts/callers.ts'
import { Moved } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Ask, AskedInput, AskedName } from '../protocol.ts'
import { questionOf } from './asked.ts'
import type { ComputeAnswer, Computed } from './compute.ts'
import { cacheKeyOf, type ResponseCache } from './response-cache.ts'

/** Opens the questions that protocols ask of operations, for one caller. */
export function openAsk(
  operations: readonly Operation[],
  deps: {
    readonly compute: ComputeAnswer
    readonly cache: ResponseCache<Computed>
    readonly callers: Callers
  },
): (caller: Caller | undefined) => Ask {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  return (caller) => async (name, input) => {
    const operation = byName.get(name)
    if (operation === undefined) throw new Error(`no operation ${name} is served`)
    try {
      return await answerTo(operation, { input, caller }, deps)
    } catch (thrown) {
      if (!(thrown instanceof Moved)) throw thrown
      const moved = { ...input, path: { ...input.path, slug: thrown.slug } }
      return answerTo(operation, { input: moved, caller }, deps)
    }
  }
}

async function answerTo<N extends AskedName>(
  operation: Operation,
  asked: { readonly input: AskedInput; readonly caller: Caller | undefined },
  { compute, cache, callers }: Parameters<typeof openAsk>[1],
): Promise<Output<N>> {
  const { path = {}, query = {}, body } = asked.input
  const raw = { path, query: new URLSearchParams(query), header: () => undefined, body }
  const question = questionOf(operation, raw)
  const { minutely: call } = operation
  if (call !== undefined && asked.caller !== undefined)
    await callers.spendMinute({ caller: asked.caller, call })
  const answer = () => compute(operation, question, asked.caller)
  const computed =
    operation.cacheable === 'shared'
      ? (await cache.get(cacheKeyOf(operation, question), answer)).value
      : await answer()
  if (computed.refused !== undefined) throw computed.refused
  return JSON.parse(Buffer.from(computed.body.plain.bytes, 'latin1').toString())
}

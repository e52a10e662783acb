import type { Caller, Callers } from '#accounts/callers.ts'
import { Moved } from '#contract/errors.ts'
import type { Operation } from '#contract/operation.ts'
import type { Output } from '#contract/operations/index.ts'
import type { Ask, AskedInput, AskedName, ProtocolCall } from '../protocol.ts'
import { questionOf } from './asked.ts'
import type { ComputeAnswer, Computed } from './compute.ts'
import { contentOf } from './content.ts'
import { cacheKeyOf, type MadeOf, type ResponseCache } from './response-cache.ts'

type Deps = {
  readonly compute: ComputeAnswer
  readonly cache: ResponseCache<Computed>
  readonly callers: Callers
}
/** Who asks. `madeOf` is of a value that is cached itself. */
type Asking = { readonly caller: Caller | undefined; readonly madeOf?: MadeOf<Computed> }

/** Opens the questions that protocols ask of operations, for one caller. */
export function openAsk(
  operations: readonly Operation[],
  deps: Deps,
): (caller: Caller | undefined) => Pick<ProtocolCall, 'ask' | 'cached'> {
  const byName = new Map(operations.map((operation) => [operation.name, operation]))
  const askOf = (asking: Asking): Ask => {
    return async (name, input) => {
      const operation = byName.get(name)
      if (operation === undefined) throw new Error(`no operation ${name} is served`)
      try {
        return await answerTo(operation, { input, ...asking }, deps)
      } catch (thrown) {
        if (!(thrown instanceof Moved)) throw thrown
        const moved = { ...input, path: { ...input.path, slug: thrown.slug } }
        return answerTo(operation, { input: moved, ...asking }, deps)
      }
    }
  }
  return (caller) => ({
    ask: askOf({ caller }),
    async cached(key, make) {
      const { value } = await deps.cache.get(key, async (madeOf) =>
        computedOf(await make(askOf({ caller, madeOf }))),
      )
      return jsonOf(value)
    },
  })
}

async function answerTo<N extends AskedName>(
  operation: Operation,
  { input, caller, madeOf }: Asking & { readonly input: AskedInput },
  { compute, cache, callers }: Deps,
): Promise<Output<N>> {
  const { name, cacheable, minutely: call } = operation
  const { path = {}, query = {}, body } = input
  const raw = { path, query: new URLSearchParams(query), header: () => undefined, body }
  const question = questionOf(operation, raw)
  const answer = () => compute(operation, question, caller)
  if (madeOf !== undefined && (cacheable === 'never' || call !== undefined))
    throw new Error(`a cached answer cannot be made of ${name}`)
  if (call !== undefined && caller !== undefined) await callers.spendMinute({ caller, call })
  if (cacheable === 'never') return jsonOf(await answer())
  const cached = await cache.get(cacheKeyOf(operation, question), answer)
  madeOf?.(cached)
  return jsonOf(cached.value)
}

function computedOf(value: unknown): Computed {
  const body = contentOf(JSON.stringify(value), 'application/json')
  return { body, bytes: body.plain.bytes.length }
}

function jsonOf({ body, refused }: Computed) {
  if (refused !== undefined) throw refused
  return JSON.parse(Buffer.from(body.plain.bytes, 'latin1').toString())
}

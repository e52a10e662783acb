import type { IncomingHttpHeaders } from 'node:http'
import type { Caller, Callers } from '#accounts/callers.ts'
import { Failure } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Operation } from '#contract/operation.ts'
import { keyedNames, type RawInput } from '../input.ts'

const REMOVE_HEADER = 'This API key is not valid. Remove the x-api-key header to call without a key.'
const TWO_KEYS = 'Two different API keys were sent. Remove the x-api-key header, or send one key in both.'

/**
 * Identifies the caller. @throws Failure invalid_key for an invalid key and for two different keys, account_held, and
 * rate_limited for a client whose keys are refused too often
 */
export function identify(
  from: { readonly headers: IncomingHttpHeaders; readonly client: string },
  callers: Callers,
): Caller | Promise<Caller> {
  const { client } = from
  const bearer = bearerOf(from.headers.authorization)
  const apiKey = from.headers['x-api-key']
  if (bearer === undefined && apiKey === undefined) return { kind: 'anonymous', client }
  return identifyKey({ bearer, apiKey, client }, callers)
}

async function identifyKey(
  from: { readonly bearer: string | undefined; readonly apiKey: unknown; readonly client: string },
  callers: Callers,
): Promise<Caller> {
  const { bearer, apiKey, client } = from
  if (apiKey === undefined) return callers.identify({ key: String(bearer), client })
  const two = bearer !== undefined && bearer !== apiKey
  try {
    return await callers.identify({ key: two ? '' : String(apiKey), client })
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'invalid_key') throw thrown
    throw new Failure('invalid_key', { message: two ? TWO_KEYS : REMOVE_HEADER })
  }
}

/** Whether the deployment accepts keys for the calls that need one. */
export type Keys = 'open' | 'closed'

const KEYS_CLOSED = 'This deployment accepts no API keys for this call.'

/** The part of a request that needs a key: the call, or a named query parameter. */
type KeyNeed = { readonly parameter?: string }

/** The part of this request that needs a key; undefined when no part does. */
export function keyNeedOf(target: {
  readonly operation: Operation | undefined
  readonly raw: RawInput
}): KeyNeed | undefined {
  const { operation, raw } = target
  if (operation?.caller === 'account') return {}
  const [parameter] = operation === undefined ? [] : keyedNames(operation, raw)
  return parameter === undefined ? undefined : { parameter }
}

/** The refusal of a request that needs a key and has none. */
export function keyRequired(need: KeyNeed, keys: Keys): Failure {
  return new Failure('key_required', {
    ...(keys === 'closed' && { message: KEYS_CLOSED }),
    ...(need.parameter !== undefined && { detail: need }),
  })
}

/** The requests that a request counts as: its operation's cost, or with a key 1 for each token of a list. */
export function costOf(
  target: {
    readonly operation: Pick<Operation, 'cost' | 'needsKey'> | undefined
    readonly query: URLSearchParams
  },
  caller: Caller,
): number {
  const { cost = 1, needsKey = [] } = target.operation ?? {}
  if (caller.kind === 'anonymous' || needsKey.length === 0) return cost
  const items = needsKey.reduce((sum, name) => sum + countItems(target.query.getAll(name).join()), 0)
  return items > LIMITS.scanTokens ? 1 : Math.max(1, items)
}

/** The token of an `Authorization: Bearer` header; undefined without the header and for other schemes. */
export function bearerOf(authorization: string | undefined): string | undefined {
  const match = authorization === undefined ? null : /^bearer((?:\s.*)?)$/i.exec(authorization)
  return match?.[1]?.trim()
}

function countItems(list: string): number {
  return list.split(',', LIMITS.scanTokens + 1).length
}

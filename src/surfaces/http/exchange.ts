import type { IncomingMessage } from 'node:http'
import type { Caller } from '#accounts/callers.ts'
import type { OperationName } from '#contract/operations/index.ts'
import type { RawInput } from '../input.ts'
import type { Headers } from './answer.ts'
import { requestIdOf } from './headers.ts'
import { type Found, operationOf } from './routes.ts'

/** A request on its way to its answer, with what became known of it. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly requestId: string
  readonly found: Found
  /** Undefined where the path is unknown or does not take the method. */
  readonly operation: OperationName | undefined
  readonly raw: RawInput & { readonly query: URLSearchParams }
  caller: Caller | undefined
  /** Who the caller declares to be. */
  integration: string | null
  /** Headers its answer has, whatever the answer turns out to be. */
  headers: Headers
}

export function beginExchange(request: IncomingMessage, find: (target: string) => Found): Exchange {
  const target = String(request.url)
  const found = find(target)
  const isPath = found.kind === 'path'
  const mark = target.indexOf('?')
  return {
    request,
    requestId: requestIdOf(request),
    found,
    operation: isPath ? operationOf(found.path, request.method) : undefined,
    raw: {
      path: isPath ? found.params : {},
      query: new URLSearchParams(mark === -1 ? '' : target.slice(mark + 1)),
      header: (name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : undefined
      },
    },
    caller: undefined,
    integration: null,
    headers: {},
  }
}

import type { ComputeAnswer } from './compute.ts'
import { readJsonBody } from './json-body.ts'
import { answerRequestOf } from './parse-request.ts'
import { positionHeader } from './positioned-reads.ts'
import type { AnswerOperation } from './read-answer.ts'

const NOT_STORED = { 'cache-control': 'no-store' }
/** The headers of every answer to a call of an account, refusals included. */
export const PRIVATE_CALL = { 'cache-control': 'private, no-store' }

/**
 * Opens the answers of operations that no cache may store: calls that write, calls of an account, health. Each call is
 * computed by itself, never shared with another.
 */
export function openCalls({ compute }: { readonly compute: ComputeAnswer }): AnswerOperation {
  return async (operation, state) => {
    const { parsed, caller } = state
    const body = operation.input.body && (await readJsonBody(state, operation.bodyBytes))
    const computed = await compute(operation, answerRequestOf(operation, { ...parsed.raw, body }), state)
    state.headers = { ...state.headers, ...positionHeader(computed.position) }
    if (computed.refused !== undefined) throw computed.refused
    const headers = caller?.kind === 'keyed' ? PRIVATE_CALL : NOT_STORED
    const { status } = operation
    return status === 204 ? { status, headers } : { status, headers, content: computed.body }
  }
}

import { ERRORS, type ErrorCode } from '#contract/errors.ts'
import { errorsOf, type Operation } from '#contract/operation.ts'
import { type Part, type ReferenceRow, tablePart, textPart, wordsOf } from './parts.ts'

/** The advice to a caller for each refusal. */
const REMEDIES: Readonly<Record<ErrorCode, string>> = {
  invalid_parameter: 'Give `detail.parameter` a value of the form that `detail.expected` names.',
  invalid_token: 'Look the contract up, and send its whole address.',
  unsupported_chain: 'Leave the chain out, or name that one.',
  invalid_evidence_id: 'Give an id as an answer names it. The id of an event with a suffix is not one.',
  invalid_cursor: 'Pass `nextCursor` back as it came.',
  invalid_json: 'Send JSON of the form above. `detail` says where the body differs.',
  source_required: 'Add the id of a source of the project.',
  batch_too_large: 'The most that one request may name is `detail.max`.',
  invalid_event_types: 'Leave out the types of `detail.refused`; each has its reason there.',
  unknown_projects: 'Leave out the slugs of `detail.unknown`, or look them up first.',
  invalid_destination: 'Give another URL. `detail.reason` names the rule that this one breaks.',
  ambiguous_name: 'They are in `error.candidates`.',
  key_required: 'Send it, or `x-api-key`. A deployment can give out no keys.',
  invalid_key: 'Remove it, or replace it by one that stands.',
  account_held: 'Ask the operator of the deployment. What waits to be delivered is kept.',
  not_found: 'Do not repeat the request. A hidden record answers the same as one that never existed.',
  method_not_allowed: 'Use one of the methods there.',
  subscription_limit: 'Then send this request again.',
  subscription_disabled: 'Then ping it.',
  payload_too_large: 'Send less: the limit is under the cost of a call.',
  unsupported_media_type: 'Send the header `content-type: application/json`.',
  rate_limited: 'Then send the same request.',
  quota_exceeded: 'Wait until then, or ask without the key.',
  internal_error: 'Wait longer after each failure. Report `requestId` if it stays.',
  webhooks_unavailable: 'Read `/api/changes` instead.',
  unavailable: 'Wait the seconds that `retry-after` names.',
}

/**
 * The refusals of an operation: the code, its status, what it means, what to do, and whether to send the request again.
 */
export function refusalParts(operation: Operation): readonly Part[] {
  const codes = errorsOf(operation).toSorted((a, b) => ERRORS[a].status - ERRORS[b].status)
  const rows = codes.map((one): ReferenceRow => {
    const { status, message, retryable } = ERRORS[one]
    const again = retryable ? 'retryable' : 'not retryable'
    return [
      [{ code: one, id: `error-${one}` }, { aside: [`status ${status}, ${again}`] }],
      [...wordsOf(message), ' ', ...wordsOf(REMEDIES[one])],
    ]
  })
  return [
    textPart(
      operation.errorForm === 'agent'
        ? 'The code and the message are in an `error` object.'
        : 'The code is in `error`, beside `message`, `retryable` and `detail`.',
    ),
    tablePart('Refusals', ['Code', 'What it means, and what to do'], rows),
    ...(operation.protocol === undefined
      ? []
      : [textPart('A fault of the message itself is an error of JSON-RPC in the answer, not a refusal.')]),
  ]
}

import { A2A_VERSION, type A2aError } from '#contract/shapes/a2a.ts'

/** The errors of JSON-RPC 2.0, with the messages of A2A. @source A2A 1.0, section 9.5 */
const OF_JSON_RPC = {
  invalidJson: [-32700, 'Invalid JSON payload'],
  invalidRequest: [-32600, 'Request payload validation error'],
  unknownMethod: [-32601, 'Method not found'],
  invalidParameters: [-32602, 'Invalid parameters'],
  internal: [-32603, 'Internal error'],
} as const

/** The errors of A2A that a message-only agent has. @source A2A 1.0, section 5.4 */
const OF_A2A = {
  TASK_NOT_FOUND: [-32001, 'Task not found: this agent answers with messages and stores no task'],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [-32003, 'Push notifications are not supported'],
  UNSUPPORTED_OPERATION: [-32004, 'This operation is not supported: see the capabilities of the agent card'],
  CONTENT_TYPE_NOT_SUPPORTED: [-32005, 'Content type not supported'],
  VERSION_NOT_SUPPORTED: [-32009, `Version not supported: expected the header A2A-Version: ${A2A_VERSION}`],
} as const

type Details = NonNullable<A2aError['data']>

/** A field of the parameters that is not as expected. */
type FieldViolation = { readonly field: string; readonly description: string }

/** A refusal that is answered as a JSON-RPC error. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly details: Details | undefined

  constructor([code, message]: readonly [number, string], details?: Details) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** The refusal of bytes that are not a JSON-RPC request, or of a method that does not exist. */
export function protocolError(kind: 'invalidJson' | 'invalidRequest' | 'unknownMethod'): RpcError {
  return new RpcError(OF_JSON_RPC[kind])
}

/** The refusal of parameters, with every field that is not as expected. */
export function invalidParameters(fieldViolations: readonly FieldViolation[]): RpcError {
  const badRequest = { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations }
  return new RpcError(OF_JSON_RPC.invalidParameters, [badRequest])
}

/** The refusal of something that this agent does not do. */
export function refusal(
  reason: keyof typeof OF_A2A,
  metadata: Readonly<Record<string, string>> = {},
): RpcError {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' }
  return new RpcError(OF_A2A[reason], [{ ...info, metadata }])
}

/** A failure of the service. It shows nothing but the id by which the operator finds it. */
export function internalError(requestId: string): RpcError {
  return new RpcError(OF_JSON_RPC.internal, [
    { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId },
  ])
}

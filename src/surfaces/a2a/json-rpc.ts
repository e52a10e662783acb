import { isObject } from '#contract/json-object.ts'
import { known } from '#contract/known.ts'
import type { A2aResponse } from '#contract/shapes/a2a.ts'
import { jsonOf } from '../http/json-body.ts'
import { invalidParameters, protocolError, type RpcError } from './rpc-error.ts'

export type RpcId = A2aResponse['id']
export type RpcParameters = Readonly<Record<string, unknown>>

/** A valid JSON-RPC 2.0 request. */
type RpcRequest = {
  readonly method: string
  readonly parameters: RpcParameters
  /** True for a message without an id: its sender expects no answer. */
  readonly isNotification: boolean
}

/** @throws RpcError -32700 for a body that is not JSON in UTF-8 */
export function messageOf(body: Buffer): unknown {
  const message = jsonOf(body)
  if (message === undefined) throw protocolError('invalidJson')
  return message
}

/** The id that the answer repeats; null when the message has none, or one of a type that JSON-RPC does not allow. */
export function idOf(message: unknown): RpcId {
  return isObject(message) && isId(message['id']) ? message['id'] : null
}

/**
 * @throws RpcError -32600 for a batch, and for anything else that is not one request; -32602 for a list of parameters
 */
export function rpcRequestOf(message: unknown): RpcRequest {
  if (!isObject(message)) throw protocolError('invalidRequest')
  const { jsonrpc, method, params = {} } = message
  const isNotification = !Object.hasOwn(message, 'id')
  const isValid = jsonrpc === '2.0' && typeof method === 'string' && (isNotification || isId(message['id']))
  if (!isValid || typeof params !== 'object' || params === null) throw protocolError('invalidRequest')
  if (!isObject(params))
    throw invalidParameters([{ field: 'params', description: 'Invalid: expected an object' }])
  return { method, parameters: params, isNotification }
}

/** The response with an error. */
export function errorResponse(id: RpcId, { code, message, details }: RpcError): A2aResponse {
  return { jsonrpc: '2.0', id, error: { code, message, ...known({ data: details }) } }
}

/** Whether an id is valid. A fraction is not, nor a number that a client would not get back as it sent it. */
function isId(id: unknown): id is RpcId {
  return id === null || typeof id === 'string' || Number.isSafeInteger(id)
}

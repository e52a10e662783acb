import { A2A_VERSION, type A2aResponse, type A2aResult } from '#contract/shapes/a2a.ts'
import { failureOf } from '../http/errors.ts'
import { isJson } from '../http/json-body.ts'
import type { AnswerProtocol, ProtocolAnswer, ProtocolCall } from '../protocol.ts'
import { errorResponse, idOf, messageOf, type RpcId, type RpcParameters, rpcRequestOf } from './json-rpc.ts'
import { internalError, protocolError, RpcError, refusal } from './rpc-error.ts'
import { sendMessage } from './send-message.ts'
import { findTask, listTasks } from './tasks.ts'

type Method = (parameters: RpcParameters, call: ProtocolCall) => A2aResult | Promise<A2aResult>

/** Every method of A2A 1.0. A map has no names of its own, such as `constructor`. @source A2A 1.0, section 9.4 */
const METHODS: ReadonlyMap<string, Method> = new Map([
  ['SendMessage', sendMessage],
  ['SendStreamingMessage', refused('UNSUPPORTED_OPERATION')],
  ['SubscribeToTask', refused('UNSUPPORTED_OPERATION')],
  ['GetExtendedAgentCard', refused('UNSUPPORTED_OPERATION')],
  ['GetTask', findTask],
  ['CancelTask', findTask],
  ['ListTasks', listTasks],
  ['CreateTaskPushNotificationConfig', refused('PUSH_NOTIFICATION_NOT_SUPPORTED')],
  ['GetTaskPushNotificationConfig', refused('PUSH_NOTIFICATION_NOT_SUPPORTED')],
  ['ListTaskPushNotificationConfigs', refused('PUSH_NOTIFICATION_NOT_SUPPORTED')],
  ['DeleteTaskPushNotificationConfig', refused('PUSH_NOTIFICATION_NOT_SUPPORTED')],
])

/**
 * Answers a message of A2A 1.0 by JSON-RPC 2.0. The status is 200, also with an error of the protocol; a notification
 * is 204, without a body. @throws Failure of a limit or an outage, which keeps its status
 */
export const answerA2a: AnswerProtocol = async (call) => {
  let id: RpcId = null
  try {
    if (!isJson(call.header('content-type')))
      throw refusal('CONTENT_TYPE_NOT_SUPPORTED', { supported: 'application/json' })
    const message = messageOf(call.body)
    id = idOf(message)
    const { method, parameters, isNotification } = rpcRequestOf(message)
    if (isNotification) return { status: 204 }
    if (call.header('a2a-version') !== A2A_VERSION)
      throw refusal('VERSION_NOT_SUPPORTED', { supported: A2A_VERSION })
    const answer = METHODS.get(method)
    if (answer === undefined) throw protocolError('unknownMethod')
    return respond({ jsonrpc: '2.0', id, result: await answer(parameters, call) })
  } catch (thrown) {
    if (thrown instanceof RpcError) return respond(errorResponse(id, thrown))
    if (failureOf(thrown).code !== 'internal_error') throw thrown
    call.failed(thrown)
    return respond(errorResponse(id, internalError(call.requestId)))
  }
}

function respond(response: A2aResponse): ProtocolAnswer {
  return { status: 200, content: { type: 'application/json', text: JSON.stringify(response) } }
}

function refused(reason: 'UNSUPPORTED_OPERATION' | 'PUSH_NOTIFICATION_NOT_SUPPORTED'): Method {
  return () => {
    throw refusal(reason)
  }
}

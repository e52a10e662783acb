import { randomUUID } from 'node:crypto'
import { type A2aResult, A2aSendMessage } from '#contract/shapes/a2a.ts'
import type { ProtocolCall } from '../protocol.ts'
import type { RpcParameters } from './json-rpc.ts'
import { MODES, modesOf } from './modes.ts'
import { readParameters } from './parameters.ts'
import { questionOf } from './question.ts'
import { replyTo } from './reply.ts'
import { refusal } from './rpc-error.ts'

/**
 * Answers a question with a message. No task is begun and nothing is stored.
 * @throws RpcError for a message that is not well formed, and for what a message-only agent does not do
 */
export async function sendMessage(parameters: RpcParameters, call: ProtocolCall): Promise<A2aResult> {
  const { message, configuration } = readParameters(A2aSendMessage, parameters)
  // An empty text is a field that was left out, as ProtoJSON has it.
  if (configuration?.taskPushNotificationConfig) throw refusal('PUSH_NOTIFICATION_NOT_SUPPORTED')
  if (message.taskId) throw refusal('TASK_NOT_FOUND')
  const question = questionOf(message.parts)
  const modes = modesOf(configuration?.acceptedOutputModes ?? [])
  const reply = await replyTo(question, call)
  return {
    message: {
      messageId: randomUUID(),
      contextId: message.contextId || randomUUID(),
      role: 'ROLE_AGENT',
      parts: modes.map((mode) => ({ [mode]: reply[mode], mediaType: MODES[mode] })),
    },
  }
}

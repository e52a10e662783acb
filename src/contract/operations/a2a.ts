import { defineProtocol } from '../operation.ts'
import { A2A_VERSION, A2aRequest, A2aResponse } from '../shapes/a2a.ts'

export const a2a = defineProtocol({
  name: 'a2a',
  operationId: 'sendA2aMessage',
  path: '/api/a2a',
  input: { path: {}, query: {} },
  output: A2aResponse,
  protocol: A2aRequest,
  notified: 204,
  fromPages: true,
  tag: 'Agents',
  summary: 'Ask by the Agent2Agent protocol',
  description: `A2A ${A2A_VERSION} by JSON-RPC 2.0, with the header \`A2A-Version: ${A2A_VERSION}\`. SendMessage answers with a Message; no task is stored, nothing is streamed or pushed. Errors of the protocol answer 200, and a notification 204 without a body. The card is at /.well-known/agent-card.json.`,
  examples: [
    {
      name: 'question',
      summary: 'A question in words',
      input: {},
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'SendMessage',
        params: {
          message: { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Is Lumen still building?' }] },
        },
      },
      answer: {
        jsonrpc: '2.0',
        id: 1,
        result: {
          message: {
            messageId: '4b1f6a1e-8f0c-4a55-9d39-5d8a6f1f0c11',
            contextId: '0b4f1a3e-8f0c-4a55-9d39-5d8a6f1f0c12',
            role: 'ROLE_AGENT',
            parts: [
              { text: 'Lumen is SHIPPING.', mediaType: 'text/plain' },
              { data: { capability: 'builder_status', status: 'answered' }, mediaType: 'application/json' },
            ],
          },
        },
      },
    },
    {
      name: 'task',
      summary: 'A task, which does not exist',
      input: {},
      body: { jsonrpc: '2.0', id: 2, method: 'GetTask', params: { id: 'any' } },
      answer: {
        jsonrpc: '2.0',
        id: 2,
        error: {
          code: -32001,
          message: 'Task not found: this agent answers with messages and stores no task',
          data: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'TASK_NOT_FOUND',
              domain: 'a2a-protocol.org',
              metadata: {},
            },
          ],
        },
      },
    },
  ],
})

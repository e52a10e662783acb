import { defineProtocol, NO_INPUT } from '../operation.ts'
import { A2A_VERSION, A2aRequest, A2aResponse } from '../shapes/a2a.ts'
import examples from './examples/a2a.json' with { type: 'json' }

export const a2a = defineProtocol({
  name: 'a2a',
  operationId: 'sendA2aMessage',
  path: '/api/a2a',
  input: NO_INPUT,
  output: A2aResponse,
  protocol: A2aRequest,
  notified: 204,
  fromPages: true,
  tag: 'Agents',
  summary: 'Ask by the Agent2Agent protocol',
  description: `A2A ${A2A_VERSION} by JSON-RPC 2.0, with the header \`A2A-Version: ${A2A_VERSION}\`. SendMessage answers with a Message; no task is stored, nothing is streamed or pushed. Errors of the protocol answer 200, and a notification 204 without a body. The card is at /.well-known/agent-card.json.`,
  examples,
})

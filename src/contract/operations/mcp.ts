import { Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { bodyObject, defineProtocol, NO_INPUT } from '../operation.ts'
import { JsonRpcId, JsonRpcVersion } from '../shapes/json-rpc.ts'
import examples from './examples/mcp.json' with { type: 'json' }

/** A message to the tool server. */
const McpMessage = bodyObject('McpMessage', {
  jsonrpc: JsonRpcVersion,
  id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
  method: Type.String({ minLength: 1 }),
  params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})

/** The answer to a message with an id. */
const McpAnswer = namedObject('McpAnswer', {
  jsonrpc: JsonRpcVersion,
  id: JsonRpcId,
  result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
})

export const mcp = defineProtocol({
  name: 'mcp',
  operationId: 'sendMcpMessage',
  path: '/mcp',
  input: NO_INPUT,
  output: McpAnswer,
  protocol: McpMessage,
  notified: 202,
  protocolRefusals: [400, 403, 404, 415],
  tag: 'Agents',
  summary: 'Send a message to the tool server',
  description:
    'The Model Context Protocol over Streamable HTTP, without sessions and without streams: revision 2026-07-28, and those of 2025. Twelve tools answer from the same records as the reads of this document. A notification answers 202. Every message counts as a call, also in a batch of an older revision. A message from a page of another site is 403. What the protocol refuses is a JSON-RPC error, whatever its status; what the service refuses before is the envelope of errors.',
  examples,
})

import { Type } from 'typebox'
import { defineProtocol } from '../operation.ts'
import examples from './examples/mcp.json' with { type: 'json' }

const JsonRpc = Type.Literal('2.0')
const Id = Type.Union([Type.String(), Type.Integer()])

/** A message to the tool server. */
const McpMessage = Type.Object(
  {
    jsonrpc: JsonRpc,
    id: Type.Optional(Id),
    method: Type.String({ minLength: 1 }),
    params: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { $id: 'McpMessage', title: 'McpMessage', additionalProperties: false },
)

/** The answer to a message with an id. */
const McpAnswer = Type.Object(
  {
    jsonrpc: JsonRpc,
    id: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
    result: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    error: Type.Optional(Type.Object({ code: Type.Integer(), message: Type.String() })),
  },
  { $id: 'McpAnswer', title: 'McpAnswer' },
)

export const mcp = defineProtocol({
  name: 'mcp',
  operationId: 'sendMcpMessage',
  path: '/mcp',
  input: { path: {}, query: {} },
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

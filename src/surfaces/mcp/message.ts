import {
  classifyInboundRequest,
  createMcpHandler,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  isJsonContentType,
  type JSONRPCMessage,
  type JSONRPCRequest,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Transport,
} from '@modelcontextprotocol/server'
import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import { textOfBytes } from '../http/content.ts'
import { jsonOf } from '../http/json-body.ts'
import type { AnswerProtocol, ProtocolAnswer, ProtocolCall } from '../protocol.ts'
import { READ_HEADERS } from './headers.ts'
import { isOwnHost, isOwnOrigin } from './own-site.ts'
import { answerPlainCall, plainCallOf } from './plain-call.ts'
import { withNamedField } from './refused-params.ts'
import { mcpServer, ownBackend } from './server.ts'

const JSON_TYPE = 'application/json'
const INVALID_REQUEST = -32600
/** The code with which servers of the older revisions refuse a version. */
const BAD_REQUEST = -32000
const PARSE_ERROR = -32700

/** Answers messages of the Model Context Protocol, of 2026-07-28 and of the revisions of 2025. */
export const answerMcp: AnswerProtocol = async (call) => {
  const { header, baseUrl, body } = call
  if (!isOwnHost(header('host'), baseUrl) || !isOwnOrigin(header('origin'), baseUrl))
    return refusal(403, INVALID_REQUEST, 'Forbidden: pages of other sites may not send messages')
  if (!isJsonContentType(header('content-type') ?? null))
    return refusal(415, INVALID_REQUEST, 'Unsupported media type: expected application/json')
  const message = jsonOf(body)
  if (message === undefined) return refusal(400, PARSE_ERROR, 'Parse error: expected JSON in UTF-8')
  return Array.isArray(message) ? answerBatch(message, call) : answerMessage(message, call)
}

/** Answers each message of a batch by itself, and charges each as a call. Only the older revisions have batches. */
async function answerBatch(messages: readonly unknown[], call: ProtocolCall): Promise<ProtocolAnswer> {
  const most = LIMITS.mcpBatch
  if (messages.length === 0 || messages.length > most)
    return refusal(400, INVALID_REQUEST, `Invalid batch: expected 1 to ${most} messages`)
  if (!isOlder(messages, call))
    return refusal(400, INVALID_REQUEST, 'Invalid batch: expected one message in this revision')
  await call.charge(messages.length - 1)
  const answers = await Promise.all(messages.map((message) => answerMessage(message, call)))
  const texts = answers.flatMap(({ content }) => (content === undefined ? [] : [textOf(content)]))
  return texts.length === 0
    ? { status: 202 }
    : { status: 200, content: { type: JSON_TYPE, text: `[${texts}]` } }
}

/** Answers one message. A plain call of a tool is framed here; the SDK handles every other message. */
async function answerMessage(message: unknown, call: ProtocolCall): Promise<ProtocolAnswer> {
  const plain = plainCallOf(message, call)
  if (plain !== undefined) return answerPlainCall(plain, call)
  return withNamedField(message, await answerBySdk(message, call))
}

async function answerBySdk(message: unknown, call: ProtocolCall): Promise<ProtocolAnswer> {
  if (!isOlder(message, call)) return answerModern(message, call)
  if (isJSONRPCRequest(message)) return answerOlder(message, call)
  // Without a session a notification and an answer have no effect.
  if (isJSONRPCNotification(message) || isJSONRPCResponse(message)) return { status: 202 }
  return refusal(400, INVALID_REQUEST, 'Invalid request: expected a JSON-RPC 2.0 message')
}

/** Whether a message is of the revisions of 2025. */
function isOlder(body: unknown, { header }: ProtocolCall): boolean {
  const [version, method, name] = READ_HEADERS.map((read) => header(read))
  const request = {
    httpMethod: 'POST',
    ...known({ protocolVersionHeader: version, mcpMethodHeader: method, mcpNameHeader: name }),
  }
  return classifyInboundRequest({ ...request, body }).kind === 'legacy'
}

async function answerModern(message: unknown, call: ProtocolCall): Promise<ProtocolAnswer> {
  const handler = createMcpHandler(() => serverOf(call), { legacy: 'reject' })
  return answerOf(await handler.fetch(requestOf(call), { parsedBody: message }))
}

/**
 * Gives a message to a new server of the SDK. A transport of the SDK would convert it to a web request and a web
 * answer, which takes a third of the time of a cached call.
 */
async function answerOlder(message: JSONRPCRequest, call: ProtocolCall): Promise<ProtocolAnswer> {
  const version = call.header(READ_HEADERS[0])
  const isServed = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  if (!isServed && message.method !== 'initialize')
    return refusal(
      400,
      BAD_REQUEST,
      `Unsupported protocol version: expected one of ${SUPPORTED_PROTOCOL_VERSIONS.join(', ')}`,
    )
  const answered = Promise.withResolvers<JSONRPCMessage>()
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async (answer) => answered.resolve(answer),
  }
  await serverOf(call).connect(transport)
  transport.onmessage?.(message)
  return { status: 200, content: { type: JSON_TYPE, text: JSON.stringify(await answered.promise) } }
}

function serverOf(call: ProtocolCall) {
  return mcpServer({ ...call, backend: ownBackend(call) })
}

/** The request as the protocol reads it. The transport wants both types accepted, though it answers JSON. */
function requestOf({ header, baseUrl }: ProtocolCall): Request {
  const headers = new Headers({ 'content-type': JSON_TYPE, accept: `${JSON_TYPE}, text/event-stream` })
  for (const name of READ_HEADERS) {
    const value = header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(`${baseUrl}/mcp`, { method: 'POST', headers })
}

async function answerOf(response: Response): Promise<ProtocolAnswer> {
  const text = await response.text()
  const { status } = response
  const type = response.headers.get('content-type')
  return type === null || text === '' ? { status } : { status, content: { type, text } }
}

function refusal(status: number, code: number, message: string): ProtocolAnswer {
  const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  return { status, content: { type: JSON_TYPE, text } }
}

function textOf(content: NonNullable<ProtocolAnswer['content']>): string {
  return 'bytes' in content ? textOfBytes(content.bytes) : content.text
}

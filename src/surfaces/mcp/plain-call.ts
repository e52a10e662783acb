import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { SERVER_TITLE, serverName } from '#views/agent/server-card.ts'
import { type Bytes, bytesOfText } from '../http/content.ts'
import type { ProtocolAnswer, ProtocolCall } from '../protocol.ts'
import { callTool, isTool, type ToolMessage } from './call-tool.ts'
import { READ_HEADERS } from './headers.ts'
import { integrationOf } from './server.ts'

const NEWEST = '2026-07-28'
const VERSION = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities'
const CLIENT = 'io.modelcontextprotocol/clientInfo'
const SERVER = 'io.modelcontextprotocol/serverInfo'

const CLOSED = { additionalProperties: false } as const
const EMPTY = Type.Optional(Type.Object({}, CLOSED))
const TEXT = Type.Optional(Type.String())

/** A call as most clients send it. Calls with other metadata are left to the SDK. */
const CALL = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Union([Type.String(), Type.Integer()]),
    method: Type.Literal('tools/call'),
    params: Type.Object(
      {
        name: Type.String(),
        arguments: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
        _meta: Type.Optional(
          Type.Object(
            {
              progressToken: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
              traceparent: TEXT,
              tracestate: TEXT,
              baggage: TEXT,
              [VERSION]: Type.Optional(Type.Literal(NEWEST)),
              [CAPABILITIES]: Type.Optional(
                Type.Object({ roots: EMPTY, sampling: EMPTY, elicitation: EMPTY }, CLOSED),
              ),
              [CLIENT]: Type.Optional(
                Type.Object({ name: Type.String(), version: Type.String(), title: TEXT }, CLOSED),
              ),
            },
            CLOSED,
          ),
        ),
      },
      CLOSED,
    ),
  },
  CLOSED,
)
type Call = Type.Static<typeof CALL>
const isCall = Compile(CALL)
const OLDER = SUPPORTED_PROTOCOL_VERSIONS.filter((version) => version !== NEWEST)

/** A call of a tool that the SDK would accept as it is. */
type PlainCall = {
  readonly id: string | number
  readonly tool: ToolMessage
  readonly isNewest: boolean
  /** The name that the client declares. */
  readonly client: string | undefined
}

/**
 * A message as a plain call: the message, its metadata and its headers agree on one of the revisions. Undefined for any
 * other message, which the SDK reads. This takes a hundredth of the time in which the SDK checks and frames a call.
 */
export function plainCallOf(
  message: unknown,
  { header }: Pick<ProtocolCall, 'header'>,
): PlainCall | undefined {
  if (!isCall.Check(message) || !isTool(message.params.name)) return undefined
  const { name, arguments: args, _meta = {} } = message.params
  const isNewest = isOfNewest(message, header)
  if (!isNewest && !isOfOlder(message, header)) return undefined
  return { id: message.id, tool: { name, args }, isNewest, client: _meta[CLIENT]?.name }
}

function isOfNewest({ method, params }: Call, header: ProtocolCall['header']): boolean {
  const { name, _meta = {} } = params
  const [version, methodNamed, toolNamed] = READ_HEADERS.map((read) => header(read))
  const isNamed = version === NEWEST && methodNamed === method && toolNamed === name
  return isNamed && _meta[VERSION] === NEWEST && _meta[CAPABILITIES] !== undefined
}

function isOfOlder({ params: { _meta = {} } }: Call, header: ProtocolCall['header']): boolean {
  const [version, ...others] = READ_HEADERS.map((read) => header(read))
  const isServed = version === undefined || OLDER.includes(version)
  const isBare = [VERSION, CAPABILITIES, CLIENT].every((field) => !Object.hasOwn(_meta, field))
  return isServed && isBare && others.every((value) => value === undefined)
}

/** Answers a plain call, with the fields that the SDK adds to a result of its revision. */
export async function answerPlainCall(plain: PlainCall, call: ProtocolCall): Promise<ProtocolAnswer> {
  const { id, tool, isNewest, client } = plain
  const { bytes, isAnswer } = await callTool(tool, call)
  if (isAnswer) call.count({ surface: 'mcp', capability: tool.name, ...integrationOf(client) })
  const result = isNewest ? `${bytes.slice(0, -1)},${completedBy(call)}}` : bytes
  const framed = `{"jsonrpc":"2.0","id":${bytesOfText(JSON.stringify(id))},"result":${result}}`
  return { status: 200, content: { type: 'application/json', bytes: framed } }
}

function completedBy(call: Pick<ProtocolCall, 'baseUrl' | 'version'>): Bytes {
  const server = { name: serverName(call), title: SERVER_TITLE, version: call.version }
  return bytesOfText(JSON.stringify({ resultType: 'complete', _meta: { [SERVER]: server } })).slice(1, -1)
}

import type { Answer, HttpService } from '#test/service/http-service.ts'
import type { World } from '#test/world/world.ts'

/** The newest revision of the protocol that the service serves. */
export const MODERN = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientCapabilities': {},
}

export type McpAnswer = {
  readonly jsonrpc: '2.0'
  readonly id: number | string | null
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/**
 * A message of the newest revision, with its headers. A value in `given` replaces a header; null leaves the header out.
 */
export function modernMessage(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  given: Readonly<Record<string, string | null>> = {},
): { readonly headers: Record<string, string>; readonly payload: string } {
  const named = params['name'] ?? params['uri']
  const headers = {
    'content-type': 'application/json',
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(named !== undefined && /^(?:tools\/call|resources\/read|prompts\/get)$/.test(method)
      ? { 'mcp-name': String(named) }
      : {}),
    ...given,
  }
  const kept = Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null)
  const payload = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } })
  return { headers: Object.fromEntries(kept), payload }
}

/** A message of the revisions before it: no session, no headers. */
export function legacyMessage(method: string, params: Readonly<Record<string, unknown>> = {}) {
  return {
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

/** The result of a tool, as clients get it. */
export type ToolResult = {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: ToolContent
  readonly isError?: boolean
}
type ToolContent = {
  readonly claims: readonly Readonly<Record<string, unknown>>[]
  readonly truncated: boolean
  readonly total?: number
  readonly resume?: string
  readonly next: readonly { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>> }[]
  readonly error?: Readonly<Record<string, unknown>>
}

type Message = { readonly headers: Record<string, string>; readonly payload: string }
type Posted = Pick<Answer, 'status' | 'headers' | 'text'>

/** Asks the tool server of a service or a world, each time as another client. */
export function mcpOf(asked: Pick<HttpService, 'server'> | Pick<World, 'send'>) {
  let post: ((message: Message) => Promise<Posted>) | undefined
  const send = async (message: Message): Promise<Posted & { readonly body: McpAnswer }> => {
    // Chosen at the first message: before that, the service of a test file is not open.
    post ??= 'server' in asked ? throughServer(asked) : throughWorld(asked)
    const posted = await post(message)
    const isJson = /json/.test(String(posted.headers['content-type']))
    return { ...posted, body: isJson ? JSON.parse(posted.text) : {} }
  }
  const ask = async (method: string, params: Readonly<Record<string, unknown>> = {}) => {
    const { body, text } = await send(modernMessage(method, params))
    if (body.result === undefined) throw new Error(text)
    return body.result
  }
  return {
    send,
    ask,
    /** Calls a tool by the newest revision. */
    call: async (name: string, args: Readonly<Record<string, unknown>> = {}) =>
      (await ask('tools/call', { name, arguments: args })) as unknown as ToolResult,
  }
}

function throughWorld({ send }: Pick<World, 'send'>) {
  return (message: Message): Promise<Posted> => send({ method: 'POST', url: '/mcp', ...message })
}

function throughServer({ server }: Pick<HttpService, 'server'>) {
  let clients = 0
  return async (message: Message): Promise<Posted> => {
    clients += 1
    const remoteAddress = `10.9.${clients >> 8}.${clients & 255}`
    const answer = await server.inject({ method: 'POST', url: '/mcp', remoteAddress, ...message })
    return { status: answer.statusCode, headers: answer.headers, text: answer.body }
  }
}

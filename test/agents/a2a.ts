import { randomUUID } from 'node:crypto'
import type { HttpService } from '#test/service/http-service.ts'

export type Rpc = Readonly<Record<string, unknown>>
type RpcAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
  readonly id: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: readonly Rpc[] }
  readonly result?: Rpc & { readonly message: AgentMessage }
}
type AgentMessage = {
  readonly messageId: string
  readonly contextId: string
  readonly role: string
  readonly parts: readonly { readonly text?: string; readonly data?: Rpc; readonly mediaType: string }[]
}

/** Sends bytes unchanged to /api/a2a, each time as a new client. */
export async function sendBytes(
  service: Pick<HttpService, 'server'>,
  payload: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcAnswer> {
  const answer = await service.server.inject({
    method: 'POST',
    url: '/api/a2a',
    payload,
    remoteAddress: `10.9.${random()}.${random()}`,
    headers: { 'content-type': 'application/json', 'a2a-version': '1.0', ...headers },
  })
  const text = answer.body
  const body = text === '' ? {} : (JSON.parse(text) as Rpc)
  return { ...(body as RpcAnswer), status: answer.statusCode, headers: answer.headers, text }
}

/** Sends a request with an id of its own. */
export function call(
  service: Pick<HttpService, 'server'>,
  method: string,
  params: Rpc = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<RpcAnswer> {
  return sendBytes(service, JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }), headers)
}

/** A message of a user. */
export function messageOf(parts: readonly Rpc[], more: Rpc = {}): Rpc {
  return { messageId: randomUUID(), role: 'ROLE_USER', parts, ...more }
}

/** Sends one part. */
export function ask(
  service: Pick<HttpService, 'server'>,
  part: Rpc,
  configuration: Rpc = {},
): Promise<RpcAnswer> {
  return call(service, 'SendMessage', { message: messageOf([part]), configuration })
}

function random(): number {
  return Math.floor(Math.random() * 250) + 1
}

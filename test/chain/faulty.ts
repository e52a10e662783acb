import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'

export type RpcRequest = {
  readonly method: string
  readonly params: readonly unknown[]
  readonly headers: IncomingHttpHeaders
}
/** Answers in the node's place. Undefined lets the node answer. */
export type Fault = (request: RpcRequest) => ((response: ServerResponse) => void) | undefined
/** A proxy in front of a node. It answers some requests itself, as `fault` says. */
export type FaultyNode = AsyncDisposable & {
  readonly url: string
  fault: Fault
  readonly asked: RpcRequest[]
}

/** Starts a proxy in front of a node. Until `fault` is set, the proxy forwards every request. */
export async function startFaultyNode(node: string): Promise<FaultyNode> {
  const asked: RpcRequest[] = []
  const running: { fault: Fault } = { fault: () => undefined }
  const server = createServer(async (request, response) => {
    const body = await textOf(request)
    const asking: RpcRequest = { ...JSON.parse(body), headers: request.headers }
    asked.push(asking)
    const answer = running.fault(asking)
    if (answer !== undefined) return answer(response)
    const forwarded = await fetch(node, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    response.writeHead(forwarded.status, { 'content-type': 'application/json' }).end(await forwarded.text())
  })
  return Object.assign(running, {
    ...(await listenOnLoopback(server)),
    asked,
  })
}

/** A JSON-RPC error, as nodes send it with status 200. */
export function rpcError(code: number, message: string): (response: ServerResponse) => void {
  return answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }))
}

/** Sends this status and body in place of the node's answer. */
export function answering(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): (response: ServerResponse) => void {
  return (response) => {
    response.writeHead(status, headers).end(body)
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

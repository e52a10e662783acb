import { Agent, request as httpRequest } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 8 })
const timeoutMs = 60_000

export type RawAnswer = { readonly status: number; readonly body: Buffer }

/** One JSON-RPC call; throws with the node's own words when it refuses. */
export async function request(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { body } = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  const answer: { result?: unknown; error?: { message: string } } = JSON.parse(body.toString('utf8'))
  if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
  return answer.result
}

export function post(url: string, body: string | Buffer): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const outgoing = httpRequest(url, { method: 'POST', agent, headers, timeout: timeoutMs }, (incoming) => {
      const chunks: Buffer[] = []
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
      incoming.once('error', reject)
      incoming.once('end', () => resolve({ status: incoming.statusCode ?? 502, body: Buffer.concat(chunks) }))
    })
    outgoing.once('timeout', () => outgoing.destroy(new Error('The EVM node did not answer in time')))
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

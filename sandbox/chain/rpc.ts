import { Agent, request as httpRequest } from 'node:http'

const timeoutMs = 60_000

type RawAnswer = { readonly status: number; readonly body: Buffer }

/** A client of one running node. Its connections end on `close`. */
export class NodeRpc {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 })

  constructor(url: string) {
    this.#url = url
  }

  /** Sends one call and returns its result. @throws Error with the node's message */
  async call(method: string, params: readonly unknown[]): Promise<unknown> {
    const { body } = await this.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const answer: { result?: unknown; error?: { message: string } } = JSON.parse(body.toString('utf8'))
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }

  post(body: string | Buffer): Promise<RawAnswer> {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const options = { method: 'POST', agent: this.#agent, headers, timeout: timeoutMs }
    return new Promise((resolve, reject) => {
      const outgoing = httpRequest(this.#url, options, (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.once('error', reject)
        incoming.once('end', () =>
          resolve({ status: incoming.statusCode ?? 502, body: Buffer.concat(chunks) }),
        )
      })
      outgoing.once('timeout', () => outgoing.destroy(new Error('The EVM node did not answer in time')))
      outgoing.once('error', reject)
      outgoing.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

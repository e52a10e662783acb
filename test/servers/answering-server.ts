import { createServer, type IncomingMessage } from 'node:http'
import { listenOnLoopback } from './loopback-server.ts'

export type Scripted = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}
/** A loopback server that answers by its `answer` function and keeps the requested paths. */
export type AnsweringServer = AsyncDisposable & {
  readonly url: string
  readonly asked: readonly string[]
  answer: (request: IncomingMessage) => Scripted
}

/** Starts the server. Until `answer` is set, every answer is a 404 with a JSON body. */
export async function startAnsweringServer(): Promise<AnsweringServer> {
  const asked: string[] = []
  const running = { answer: (_: IncomingMessage): Scripted => ({ status: 404, body: '{}' }) }
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const { status = 200, headers, body } = running.answer(request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  return Object.assign(running, {
    ...(await listenOnLoopback(server)),
    asked,
  })
}

import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** The most connections that may wait. The service runs in the same process, which can be busy. */
const MOST_WAITING = 4_000

/**
 * Forwards each request to a local port as another client, so that a kit meets no rate limit. The service behind it
 * must trust one proxy.
 */
export async function openManyClients(from: number, to: number): Promise<AsyncDisposable> {
  let clients = 0
  const server = createServer((asked, answer) => {
    clients += 1
    const forwarded = `10.${clients >> 16}.${(clients >> 8) & 255}.${clients & 255}`
    const headers = { ...asked.headers, 'x-forwarded-for': forwarded }
    const { method, url } = asked
    const sent = request({ host: '127.0.0.1', port: to, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 500, got.headers)
      got.pipe(answer)
    })
    sent.on('error', () => answer.destroy())
    asked.pipe(sent)
  }).listen({ host: '127.0.0.1', port: from, backlog: MOST_WAITING })
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

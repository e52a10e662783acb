import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type LoopbackServer, listenOnLoopback } from '#test/servers/loopback-server.ts'
import type { Answer, World } from '#test/world/world.ts'

/** Serves a world on a free port. `change` may alter an answer before it is sent. */
export async function serveWorld(
  world: World,
  change: (answer: Answer) => Pick<Answer, 'text' | 'status' | 'headers'> = (answer) => answer,
): Promise<LoopbackServer> {
  const upstream = createServer((request, response) => {
    passOn(request, world).then(
      (answer) => {
        const { status, headers, text } = change(answer)
        const { 'content-length': _, ...kept } = headers as Record<string, string>
        response.writeHead(status, kept).end(text)
      },
      (error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))),
    )
  })
  return await listenOnLoopback(upstream)
}

/** Passes a request on to the world as another client. The answer is not compressed. */
async function passOn(request: IncomingMessage, world: World): Promise<Answer> {
  const { method = 'GET', url = '/', headers } = request
  const { 'content-length': _, 'accept-encoding': __, ...passed } = headers as Record<string, string>
  const payload = await text(request)
  return await world.send({ method, url, headers: passed, ...(payload === '' ? {} : { payload }) })
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import inject, { type InjectOptions, type Response } from 'light-my-request'
import type { HttpServer } from '#surfaces/http/server.ts'

/** A server that takes requests without a socket, from any address. */
export type InjectableServer = HttpServer & {
  readonly inject: (asked: InjectOptions) => Promise<Response>
}

export function withInject(http: HttpServer): InjectableServer {
  return {
    ...http,
    inject: (asked) =>
      inject((request, response) => {
        recordHead(response as unknown as ServerResponse)
        http.server.emit('request', request as unknown as IncomingMessage, response)
      }, asked),
  }
}

/** light-my-request needs headers to be set one by one, but the service writes them at once. */
function recordHead(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  const recorded = (status: number, headers: Readonly<Record<string, string>>) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    return writeHead(status)
  }
  response.writeHead = recorded as ServerResponse['writeHead']
}

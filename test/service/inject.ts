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

/**
 * Sets the headers one by one, as light-my-request needs them. The service writes them all at once.
 * @throws Error when a header is written twice
 */
function recordHead(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response)
  const recorded = (status: number, headers: (string | number)[]) => {
    for (let at = 0; at < headers.length; at += 2) {
      const [name, value] = [String(headers[at]), headers[at + 1]]
      if (response.hasHeader(name)) throw new Error(`The header ${name} is written twice`)
      response.setHeader(name, String(value))
    }
    return writeHead(status)
  }
  response.writeHead = recorded as ServerResponse['writeHead']
}

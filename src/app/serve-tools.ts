import { randomUUID } from 'node:crypto'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { refuse } from '#operator/refusal.ts'
import { mcpServer } from '#surfaces/mcp/server.ts'
import { openRemoteAsk } from './ask-remote.ts'
import { namedSecret } from './config.ts'
import { httpUrl } from './http-url.ts'
import { VERSION } from './version.ts'

export type ToolOptions = { readonly url: string; readonly keyEnv?: string }

/**
 * Serves the tools on stdin and stdout until stdin ends or the signal, from the service at an address. Only messages of
 * the protocol go to stdout. @throws Refusal for an option that is not valid
 */
export async function serveTools({ url, keyEnv }: ToolOptions, stop: AbortSignal): Promise<void> {
  const baseUrl = httpUrl('--url', url).replace(/(?<!\/)\/+$/, '')
  const key = keyEnv === undefined ? undefined : namedSecret(keyEnv)
  if (keyEnv !== undefined && key === undefined)
    refuse(`Invalid --key-env "${keyEnv}": expected the name of an environment variable with an API key`)
  const ended = Promise.withResolvers<void>()
  process.stdin.once('end', ended.resolve).once('close', ended.resolve)
  stop.addEventListener('abort', () => ended.resolve(), { once: true })
  const ask = openRemoteAsk({ url: baseUrl, key, signal: stop })
  const call = {
    ask,
    baseUrl,
    version: VERSION,
    failed: (thrown: unknown) => console.error(thrown),
    count() {},
  }
  const serving = serveStdio(() => mcpServer({ ...call, requestId: randomUUID() }))
  await ended.promise
  await serving.close()
}

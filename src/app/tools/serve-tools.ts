import { randomUUID } from 'node:crypto'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { mcpServer } from '#surfaces/mcp/server.ts'
import { readApiKey } from '../config.ts'
import { httpUrl } from '../instance/http-url.ts'
import { VERSION } from '../process/version.ts'
import { openRemoteTools } from './remote-tools.ts'

export type ToolOptions = { readonly url: string; readonly keyEnv?: string }

/**
 * Serves the tools of the service at an address on stdin and stdout, until stdin ends or the signal. Only messages of
 * the protocol go to stdout.
 * @throws Refusal for an option that is not valid
 */
export async function serveTools({ url, keyEnv }: ToolOptions, stop: AbortSignal): Promise<void> {
  const baseUrl = withoutEndSlashes(httpUrl('--url', url))
  const key = readApiKey(keyEnv)
  const ended = Promise.withResolvers<void>()
  process.stdin.once('end', ended.resolve).once('close', ended.resolve)
  stop.addEventListener('abort', () => ended.resolve(), { once: true })
  const service = { url: baseUrl, key, signal: stop }
  const failed = (thrown: unknown) => console.error(thrown)
  const serving = serveStdio(() => {
    const requestId = randomUUID()
    const backend = openRemoteTools(service, { requestId, failed })
    return mcpServer({ backend, baseUrl, version: VERSION, requestId, failed, count() {} })
  })
  await ended.promise
  await serving.close()
}

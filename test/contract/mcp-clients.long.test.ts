import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Agent, request } from 'undici'
import { expect, test } from 'vitest'
import { modernMessage } from '#test/agents/mcp.ts'
import { serveTools } from '#test/agents/served-tools.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { forFile } from '#test/run/for-file.ts'
import { storeToken } from '#test/service/http-service.ts'

const ROOT = join(import.meta.dirname, '../..')

const served = await forFile(serveTools())
const url = served.url
const lumen = await storeToken({ evidence: KNOWN, name: 'Lumen' }, served.service.database)

const INFO = { name: 'test', version: '1' }
const MODES = ['legacy', 'auto', { pin: '2026-07-28' }] as const

/** A client's answers: every list of tools, one call of a tool, a resource and a prompt. */
async function askedBy(client: Client): Promise<unknown> {
  const { tools } = await client.listTools()
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
    return { content, structuredContent, isError }
  }
  const { contents } = await client.readResource({ uri: `svc://projects/${lumen.slug}` })
  return {
    tools,
    contents,
    answers: [
      await call('lookup_token', { token: lumen.address }),
      await call('get_project', { slug: lumen.slug }),
      await call('search_projects', { q: 'Lumen' }),
      await call('get_project', { slug: 'never-existed' }),
    ],
  }
}

test('the official client gets equal answers in each of its modes, and on stdin and stdout', {
  timeout: 120_000,
}, async () => {
  const answers: unknown[] = []
  for (const mode of MODES) {
    const client = new Client(INFO, { versionNegotiation: { mode } })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`)))
    answers.push(await askedBy(client))
    await client.close()
  }
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } })
  const command = { command: process.execPath, args: [join(ROOT, 'src/main.ts'), 'mcp', '--url', url] }
  await client.connect(new StdioClientTransport(command))
  answers.push(await askedBy(client))
  await client.close()
  for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0])
})

/** Addresses of callers: the server takes a thousand connections from each. */
const CALLERS = ['127.20.0.1', '127.20.0.2', '127.20.0.3', '127.20.0.4']

test('[agents 20] 2,000 subscriptions at once hold no connection', { timeout: 120_000 }, async () => {
  const { headers, payload } = modernMessage('subscriptions/listen', { notifications: {} })
  const agents = CALLERS.map((localAddress) => new Agent({ connect: { localAddress } }))
  const statuses = agents.flatMap((dispatcher) =>
    Array.from({ length: 500 }, async () => {
      const answer = await request(`${url}/mcp`, { method: 'POST', headers, body: payload, dispatcher })
      await answer.body.text()
      return answer.statusCode
    }),
  )
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]))
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await Promise.all(agents.map((agent) => agent.close()))
})

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { KNOWN } from '../card-evidence.ts'
import { findFreePort } from '../free-port.ts'
import { type HttpService, openHttpService, type StoredToken, storeToken } from '../http-service.ts'
import { openManyClients } from '../many-clients.ts'
import { modernMessage } from '../mcp.ts'

const ROOT = join(import.meta.dirname, '../..')
const KITS = join(ROOT, 'tools/mcp-kits/node_modules')
const run = promisify(execFile)

const stack = new AsyncDisposableStack()
let service: HttpService
let lumen: StoredToken
let url: string
beforeAll(async () => {
  const [port, own] = [await findFreePort(), await findFreePort()]
  url = `http://127.0.0.1:${port}`
  service = stack.use(await openHttpService({ baseUrl: url, trustedProxies: 1 }))
  lumen = await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  await service.server.listen({ host: '127.0.0.1', port: own })
  stack.use(await openManyClients(port, own))
})
afterAll(() => stack.disposeAsync())

const INFO = { name: 'test', version: '1' }
const MODES = ['legacy', 'auto', { pin: '2026-07-28' }] as const

/** What a client gets of every tool list, one call of a tool, a resource and a prompt. */
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

test('agents case 20: 2,000 subscriptions at once hold no connection', { timeout: 120_000 }, async () => {
  const { headers, payload } = modernMessage('subscriptions/listen', { notifications: {} })
  const statuses = await Promise.all(
    Array.from({ length: 2000 }, async () => {
      const answer = await fetch(`${url}/mcp`, { method: 'POST', headers, body: payload })
      await answer.text()
      return answer.status
    }),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

/** Runs a kit. @throws Error with its output when it fails */
async function kit(script: string, ...args: readonly string[]): Promise<string> {
  const ran = await run(process.execPath, [join(KITS, script), ...args], { cwd: ROOT }).catch((failed) => {
    throw new Error(`${script}: ${failed.stdout}${failed.stderr}`)
  })
  return ran.stdout
}

describe('independent kits', () => {
  const CONFORMANCE = '@modelcontextprotocol/conformance/dist/index.js'
  const BASELINE = join(ROOT, 'test/contract/mcp-conformance-baseline.yml')

  test('the conformance kit finds what its baseline names, and nothing else, in 2026-07-28', {
    timeout: 300_000,
  }, async () => {
    await kit(
      CONFORMANCE,
      'server',
      '--url',
      `${url}/mcp`,
      '--requirements',
      '2026-07-28',
      '--expected-failures',
      BASELINE,
    )
  })

  test.each([
    'server-initialize',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ])('the conformance kit passes %s in 2025-11-25', { timeout: 60_000 }, async (scenario) => {
    await kit(
      CONFORMANCE,
      'server',
      '--url',
      `${url}/mcp`,
      '--scenario',
      scenario,
      '--spec-version',
      '2025-11-25',
    )
  })

  test.each(['modern', 'legacy'])(
    'the inspector finds no schema that a client may refuse, %s',
    {
      timeout: 60_000,
    },
    async (era) => {
      const asked = ['--cli', `${url}/mcp`, '--transport', 'http', '--protocol-era', era]
      await kit(
        '@modelcontextprotocol/inspector/clients/launcher/build/index.js',
        ...asked,
        '--method',
        'tools/list',
        '--strict',
        '-q',
      )
    },
  )
})

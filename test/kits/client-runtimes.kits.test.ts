import { execFile, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { startAnsweringServer } from '#test/servers/answering-server.ts'
import { storeToken } from '#test/service/http-service.ts'
import { command } from '#test/service/run-command.ts'
import { writeFindings } from '#test/webhooks/ledger.ts'
import { signWith } from '#webhooks/sign.ts'
import { isChromiumReady, openChromium } from '../../tools/chromium.ts'
import { openServed, type ServedService } from '../client/served.ts'
import { ROOT } from './client-kit.ts'

const run = promisify(execFile)
const KITS = join(ROOT, 'tools/kits/node_modules')
const T = 1_795_000_000
const SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

let served: ServedService
/** The folder has the packed client and the programs that ask. */
let folder: string
let question: string
let packed: string
let expected: readonly string[]

beforeAll(async () => {
  served = await openServed()
  folder = await mkdtemp(join(tmpdir(), 'svc-runtimes-'))
  await cp(join(ROOT, 'tools/clients/runtimes'), folder, { recursive: true })
  const line = ['pack', '--silent', '--pack-destination', folder]
  const { stdout } = await run('npm', line, { cwd: join(ROOT, 'clients/typescript') })
  packed = stdout.trim()
  await run('tar', ['-xzf', packed], { cwd: folder })
  const { database } = served.service
  const { slug, address, projectId } = await storeToken({ evidence: KNOWN }, database)
  await writeFindings({ writer: 1, rounds: 30, among: 20, projectId }, database)
  const body = JSON.stringify({
    type: 'ping',
    payloadVersion: 1,
    deliveryId: 'd1',
    sentAt: 'now',
    subscriptionId: 's',
  })
  const headers = signWith([SECRET], { t: T, id: 'd1', body: Buffer.from(body) })
  const delivery = { body, headers, secrets: [SECRET], now: T * 1000 }
  question = JSON.stringify({ baseUrl: served.url, token: address, slug, delivery })
  expected = await linesOf(process.execPath)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Runs a program of tools/kits in the folder, and returns its output. @throws Error with it when it fails */
async function tool(script: string, ...args: readonly string[]): Promise<string> {
  return command([process.execPath, join(KITS, script), ...args], { cwd: folder })
}

/** The program of a runtime, wherever its package has it for this system. */
function programOf(pattern: string): string | undefined {
  const [path] = globSync(pattern, { cwd: KITS })
  return path === undefined ? undefined : join(KITS, path)
}

async function linesOf(program: string, ...args: readonly string[]): Promise<readonly string[]> {
  const { stdout } = await run(program, [...args, 'main.mjs', question], { cwd: folder })
  return JSON.parse(stdout)
}

test('the client answers what it must on this Node', () => {
  expect(expected.slice(0, 4)).toEqual([
    'Lumen SHIPPING',
    expect.stringMatching(/^release (?!unknown)/),
    'description false description is a claim: ask .known before .value, or use .or(fallback)',
    'ServiceError not_found 404 false',
  ])
  expect(expected.join('\n')).toMatch(/changes [1-9]\d*\nposition [1-9]\d*\n/)
  expect(expected.slice(-3)).toEqual([
    expect.stringMatching(/^delivery {"ok":true,/),
    'changed wrong_signature',
    'aborted AbortError',
  ])
})

/** Each runtime: its name, the path of its program, and the arguments before the file. */
const RUNTIMES = [
  ['Node 20', 'node-20/bin/node', []],
  ['Node 22', 'node-22/bin/node', []],
  ['Deno', '@deno/*/deno', ['run', '--allow-net']],
  ['Bun', '@oven/bun-*/bin/bun', ['run']],
] as const
const installed = RUNTIMES.flatMap(([name, pattern, args]) => {
  const program = programOf(pattern)
  if (program === undefined) console.warn(`missing here, and left out: ${name}`)
  return program === undefined ? [] : [{ name, program, args }]
})

test.for(installed)('the same file gives the same answers on $name', async ({ program, args }) => {
  expect(await linesOf(program, ...args)).toEqual(expected)
})

const WORKERD = [programOf('@cloudflare/workerd-*/bin/workerd')].filter((program) => program !== undefined)
if (WORKERD.length === 0) console.warn('missing here, and left out: workerd')

test.for(WORKERD)('the same file gives the same answers on workerd', async (workerd) => {
  const port = await findFreePort()
  await writeFile(join(folder, 'workerd.capnp'), await workerConfig(port))
  const worker = spawn(workerd, ['serve', 'workerd.capnp'], { cwd: folder, stdio: 'ignore' })
  try {
    const asked = () =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: question }).catch(() => undefined)
    await expect.poll(asked).toBeDefined()
    expect(await (await asked())?.json()).toEqual(expected)
  } finally {
    worker.kill()
  }
})

/** The configuration of a worker with every built file. The worker may reach this machine. */
async function workerConfig(port: number): Promise<string> {
  const built = await readdir(join(folder, 'package/dist'), { recursive: true })
  const files = built
    .filter((name) => name.endsWith('.js') && name !== 'bin.js')
    .map((name) => `package/dist/${name}`)
  const modules = ['worker.mjs', 'ask.mjs', ...files].map(
    (name) => `(name = "${name}", esModule = embed "${name}")`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "internet", network = (allow = ["public", "private"]))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const worker :Workerd.Worker = (compatibilityDate = "2026-01-01", modules = [${modules.join(', ')}]);
`
}

test('the same file gives the same answers in Chromium, on a page of another origin', async (context) => {
  context.skip(!isChromiumReady(), 'Chromium is not installed here')
  await using pages = await startAnsweringServer()
  const files = new Map<string, Buffer>()
  for (const name of await readdir(folder, { recursive: true }))
    if (/\.m?js$/.test(name)) files.set(`/${name}`, await readFile(join(folder, name)))
  pages.answer = ({ url = '' }) => {
    const file = files.get(url)
    return {
      headers: { 'content-type': file ? 'text/javascript' : 'text/html' },
      body: file ?? '<title>page</title>',
    }
  }
  await using browser = await openChromium()
  const context_ = await browser.newContext()
  const tab = await context_.newPage()
  await tab.goto(`${pages.url}/`)
  const script = `import('/ask.mjs').then(({ ask }) => ask(${question}))`
  expect(await tab.evaluate<readonly string[]>(script)).toEqual(expected)
})

test('the package resolves as ESM with its types, and publint finds nothing', async () => {
  await tool('publint/src/cli.js', 'package', '--strict')
  await tool('@arethetypeswrong/cli/dist/index.js', packed, '--profile', 'esm-only')
})

test('size-limit finds the packed client within its sizes', async () => {
  const plugins = { '@size-limit/esbuild': '*', '@size-limit/file': '*' }
  const limits = { index: '6 kB', webhooks: '2 kB', receipts: '2 kB' }
  const entries = Object.entries(limits).map(([name, limit]) => ({
    path: `package/dist/${name}.js`,
    gzip: true,
    limit,
  }))
  const manifest = JSON.stringify({ devDependencies: plugins, 'size-limit': entries })
  await writeFile(join(folder, 'package.json'), manifest)
  console.log(await tool('size-limit/bin.js'))
  await rm(join(folder, 'package.json'))
})

test('TypeScript 5 compiles a caller with every check of its own', async () => {
  const caller = `import { createClient } from './package/dist/index.js'
const card = await createClient({ baseUrl: 'http://127.0.0.1' }).getPartnerCard({ token: '0x1' })
export const ships: number | null = card.meaningful_ships_30d.or(null)
// @ts-expect-error a claim is not a number
export const sum: number = card.meaningful_ships_30d + 1
`
  await writeFile(join(folder, 'caller.mts'), caller)
  const options = [
    '--strict',
    '--noEmit',
    '--skipLibCheck',
    'false',
    '--module',
    'nodenext',
    '--target',
    'es2023',
  ]
  const lib = [
    '--lib',
    'es2023,dom,dom.iterable',
    '--types',
    'node',
    '--typeRoots',
    join(ROOT, 'node_modules/@types'),
  ]
  await tool('typescript/bin/tsc', ...options, ...lib, 'caller.mts')
})

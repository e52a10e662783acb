import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { forFile } from '#test/run/for-file.ts'
import { storeToken } from '#test/service/http-service.ts'
import { writeFindings } from '#test/webhooks/ledger.ts'
import { signWith } from '#webhooks/sign.ts'
import { openServed } from './served.ts'

type Task = { readonly task: (baseUrl: string, asked: object) => Promise<unknown> }
const ROOT = join(import.meta.dirname, '../..')
const PACKAGE = join(ROOT, 'clients/typescript')
const SECRET = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const EXAMPLE = '0x4c36a959022a99cc3b5f5bac4809efd45d98c796'
const run = promisify(execFile)

const served = await forFile(openServed())
let folder: string
let token: string
let blocks: readonly string[]
beforeAll(async () => {
  const { database } = served.service
  const { address, projectId } = await storeToken({ evidence: KNOWN }, database)
  token = address
  for (const name of ['Ember', 'Reef', 'Tide']) await storeToken({ name }, database)
  await writeFindings({ writer: 1, rounds: 40, among: 30, projectId }, database)
  folder = await mkdtemp(join(tmpdir(), 'svc-readme-'))
  const installed = join(folder, 'node_modules/evidence-research-client')
  await mkdir(installed, { recursive: true })
  const line = ['pack', '--silent', '--pack-destination', folder]
  const { stdout } = await run('npm', line, { cwd: PACKAGE })
  await run('tar', ['-xzf', join(folder, stdout.trim()), '-C', installed, '--strip-components=1'])
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  blocks = [...readme.matchAll(/^```ts\n(.+?)^```/gms)].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:4663', served.url).replaceAll(EXAMPLE, token),
  )
})
afterAll(() => rm(folder, { recursive: true }))

async function written(index: number): Promise<string> {
  const path = join(folder, `block-${index}.mts`)
  await writeFile(path, blocks[index] ?? '')
  return path
}
async function taskAt(index: number): Promise<Task> {
  return await import(pathToFileURL(await written(index)).href)
}

test('each program of the README compiles with every check of TypeScript', async () => {
  const files: string[] = []
  for (const index of blocks.keys()) files.push(await written(index))
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--module',
    'nodenext',
    '--target',
    'es2023',
    '--types',
    'node',
  ]
  const typeRoots = ['--typeRoots', join(ROOT, 'node_modules/@types')]
  const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), [...options, ...typeRoots, ...files])
  const said = await compiled.then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(said).toBe('')
})

test('each program of the README runs', async () => {
  for (const [index, code] of blocks.entries()) {
    if (code.includes('export async function task')) continue
    const { stderr } = await run(process.execPath, [await written(index)])
    expect([index, stderr]).toEqual([index, ''])
  }
})

test('the client and fetch have the same results in the five tasks', async () => {
  const t = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    type: 'ping',
    payloadVersion: 1,
    deliveryId: 'd1',
    sentAt: 'now',
    subscriptionId: 's',
  })
  const headers = signWith([SECRET], { t, id: 'd1', body: Buffer.from(body) })
  const tasks = blocks.flatMap((code, index) => (code.includes('export async function task') ? [index] : []))
  expect(tasks).toHaveLength(10)
  const results: unknown[] = []
  for (const index of tasks) {
    const { task } = await taskAt(index)
    results.push(await task(served.url, { token, body, headers, secrets: ['whsec_other', SECRET] }))
  }
  const [byClient, byFetch] = [0, 1].map((part) => results.filter((_, index) => index % 2 === part))
  expect(byClient).toEqual(byFetch)
  expect(byClient).toEqual([
    expect.stringMatching(/^\d+ ships$/),
    expect.arrayContaining(['Lumen', 'Ember', 'Reef', 'Tide']),
    'not published',
    expect.objectContaining({ length: expect.any(Number) }),
    true,
  ])
})

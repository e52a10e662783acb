import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import document from '../../openapi.json' with { type: 'json' }
import { KNOWN } from '../card-evidence.ts'
import { type HttpService, openHttpService, someAddress, storeToken } from '../http-service.ts'

type Wallet = { readonly readWallet: (baseUrl: string, token: string) => Promise<readonly string[]> }
type CardReader = {
  readonly readCard: (baseUrl: string, token: string) => Promise<Readonly<Record<string, unknown>>>
}

const ROOT = join(import.meta.dirname, '../..')
const GENERATORS = join(ROOT, 'tools/client-generators/node_modules')
const run = promisify(execFile)
const COMPILER = {
  compilerOptions: {
    ...{ target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'], types: [] },
    ...{ strict: true, noUncheckedIndexedAccess: true, noImplicitReturns: true, outDir: 'built' },
  },
  include: ['*.ts', 'hey-api'],
}

let service: HttpService
let baseUrl: string
let folder: string
beforeAll(async () => {
  service = await openHttpService()
  await service.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.server.server.address() as AddressInfo
  baseUrl = `http://127.0.0.1:${port}`
  folder = await mkdtemp(join(tmpdir(), 'svc-clients-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
  for (const wallet of ['wallet-openapi-fetch.ts', 'wallet-hey-api.ts'])
    await copyFile(join(import.meta.dirname, wallet), join(folder, wallet))
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

/** Runs a generator or the TypeScript 5 compiler in the folder. @throws Error with its output when it fails */
async function tool(script: string, ...args: readonly string[]): Promise<void> {
  await run(process.execPath, [join(GENERATORS, script), ...args], { cwd: folder }).catch((failed) => {
    throw new Error(`${script}: ${failed.stdout}${failed.stderr}`)
  })
}

test('agents case 40: generated clients compile with a wallet and get the same answers', {
  timeout: 120_000,
}, async () => {
  const description = join(ROOT, 'openapi.json')
  await tool('openapi-typescript/bin/cli.js', description, '--output', 'schema.d.ts')
  const output = ['--output', 'hey-api', '--client', '@hey-api/client-fetch']
  await tool('@hey-api/openapi-ts/bin/run.js', '--input', description, ...output)
  await tool('typescript/bin/tsc', '--project', 'tsconfig.json')
  const { address } = await storeToken({ evidence: KNOWN, name: 'Lumen' }, service.database)
  for (const name of ['wallet-openapi-fetch.js', 'wallet-hey-api.js']) {
    const wallet: Wallet = await import(pathToFileURL(join(folder, 'built', name)).href)
    expect(await wallet.readWallet(baseUrl, address)).toEqual(['Lumen: building', 'found: true'])
    expect(await wallet.readWallet(baseUrl, someAddress())).toEqual(['nothing is published'])
  }
  const unread = await storeToken({ name: 'Ember' }, service.database)
  const { readCard }: CardReader = await import(
    pathToFileURL(join(folder, 'built/wallet-openapi-fetch.js')).href
  )
  const card = await readCard(baseUrl, unread.address)
  expect(Object.keys(card)).toEqual(expect.arrayContaining(document.components.schemas.PartnerCard.required))
  expect(card).toMatchObject({ last_commit: null, meaningful_ships_30d: null })
})

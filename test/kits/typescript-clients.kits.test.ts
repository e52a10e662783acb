import { copyFile, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { someAddress, storeToken } from '#test/service/http-service.ts'
import { command } from '#test/service/run-command.ts'
import document from '../../openapi.json' with { type: 'json' }
import { CLIENTS, openClientService, ROOT } from './client-kit.ts'

type Asking = {
  readonly askTen: (baseUrl: string, slug: string, token: string) => Promise<readonly unknown[]>
}
type Wallet = { readonly readWallet: (baseUrl: string, token: string) => Promise<readonly string[]> }
type CardReader = {
  readonly readCard: (baseUrl: string, token: string) => Promise<Readonly<Record<string, unknown>>>
}

const GENERATORS = join(ROOT, 'tools/kits/node_modules')
const PROGRAMS = ['openapi-fetch', 'hey-api', 'orval'] as const
const COMPILER = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    outDir: 'built',
  },
  include: ['*.ts', 'hey-api', 'orval'],
}

const asked = await forFile(openClientService())
const { folder, baseUrl } = asked
await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(COMPILER))
for (const name of PROGRAMS)
  await copyFile(join(CLIENTS, `typescript/${name}.ts`), join(folder, `${name}.ts`))
const readme = await readFile(join(ROOT, 'README.md'), 'utf8')
const [, printed] = /```ts\n(import createClient from 'openapi-fetch'[\s\S]*?)```/.exec(readme) ?? []
await writeFile(join(folder, 'readme.ts'), printed ?? 'README prints no client')
await tool('openapi-typescript/bin/cli.js', 'openapi.json', '--output', 'schema.d.ts')
const output = ['--output', 'hey-api', '--client', '@hey-api/client-fetch']
await tool('@hey-api/openapi-ts/bin/run.js', '--input', 'openapi.json', ...output)
const orval = { target: 'orval/svc.ts', client: 'fetch', baseUrl }
const config = { svc: { input: { target: 'openapi.json' }, output: orval } }
await writeFile(join(folder, 'orval.config.mjs'), `export default ${JSON.stringify(config)}`)
await tool('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs')

/** Runs a generator or the TypeScript 5 compiler in the folder. */
async function tool(script: string, ...args: readonly string[]): Promise<void> {
  await command([process.execPath, join(GENERATORS, script), ...args], { cwd: asked.folder })
}

async function built<T>(name: string): Promise<T> {
  return await import(pathToFileURL(join(asked.folder, `built/${name}.js`)).href)
}

test('[R142] the clients of openapi-fetch, hey-api and orval compile, and each answers ten operations', async () => {
  await tool('typescript/bin/tsc', '--project', 'tsconfig.json')
  for (const name of PROGRAMS) {
    const { askTen } = await built<Asking>(name)
    const answers = await askTen(asked.baseUrl, asked.slug, asked.token)
    expect([name, answers.map(String)]).toEqual([name, asked.expected])
  }
})

test('[agents 40] a wallet gets the same answers by two clients, and null for what is unknown', async () => {
  for (const name of ['openapi-fetch', 'hey-api']) {
    const { readWallet } = await built<Wallet>(name)
    expect(await readWallet(asked.baseUrl, asked.token)).toEqual(['Lumen: building', 'found: true'])
    expect(await readWallet(asked.baseUrl, someAddress())).toEqual(['nothing is published'])
  }
  const unread = await storeToken({ name: 'Ember' }, asked.service.database)
  const { readCard } = await built<CardReader>('openapi-fetch')
  const card = await readCard(asked.baseUrl, unread.address)
  expect(Object.keys(card)).toEqual(expect.arrayContaining(document.components.schemas.PartnerCard.required))
  expect(card).toMatchObject({ last_commit: null, meaningful_ships_30d: null })
})

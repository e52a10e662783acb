import { spawnSync } from 'node:child_process'
import { mkdtemp, mkdtempDisposable, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { hasEnded, readInstanceConfig, writeInstance } from './instance.ts'
import { serviceUrl } from './service-url.ts'

afterEach(() => void vi.unstubAllEnvs())

const LISTENING = 'http://127.0.0.1:4801'
const PUBLIC = 'https://research.example'

test.each([
  ['the instance of its data folder', { baseUrl: LISTENING }, {}, LISTENING],
  ['the instance, whatever port it is given itself', { baseUrl: LISTENING }, { PORT: '4802' }, LISTENING],
  ['its own BASE_URL, which is given', { baseUrl: LISTENING }, { BASE_URL: PUBLIC }, PUBLIC],
  ['the instance with a public address', { baseUrl: PUBLIC }, {}, PUBLIC],
  ['its own port, of an instance of an earlier version', {}, { PORT: '4802' }, 'http://127.0.0.1:4802'],
  ['its own port without an instance', undefined, { PORT: '4802' }, 'http://127.0.0.1:4802'],
])('a command takes the public address of %s', async (_, instance, given, expected) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-instance-'))
  const env = { BASE_URL: '', PORT: '', HOST: '', ...given, DATA_DIR: dataDir }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  try {
    if (instance !== undefined)
      await writeInstance(dataDir, { pid: process.pid, settings: { LEDGER_SECONDS: '7' }, ...instance })
    const { config } = await readInstanceConfig()
    expect([config.baseUrl, config.ledgerSeconds === 7]).toEqual([expected, instance !== undefined])
    expect(await serviceUrl(undefined)).toBe(expected)
    expect(await serviceUrl('http://127.0.0.1:4803/')).toBe('http://127.0.0.1:4803')
  } finally {
    await rm(dataDir, { recursive: true })
  }
})

test.each(['', '{"pid":', '{}'])('a damaged instance file is no instance: %j', async (text) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-instance-'))
  await writeFile(join(folder.path, 'instance.json'), text)
  for (const [name, value] of Object.entries({ BASE_URL: '', DATA_DIR: folder.path })) vi.stubEnv(name, value)
  expect((await readInstanceConfig()).instance).toBeUndefined()
})

const EXTERNAL = 'postgres://svc:secret@db.example/svc'
test.each([
  ['another database', EXTERNAL, { database: 'db.example:5432/other' }, false],
  ['the embedded database', EXTERNAL, {}, false],
  ['its database, whatever user asks', EXTERNAL, { database: 'db.example:5432/svc' }, true],
  ['an external database, asked for the embedded one', '', { database: 'db.example:5432/svc' }, false],
])('an instance of %s', async (_, databaseUrl, of, isTaken) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-instance-'))
  const env = { BASE_URL: '', MARKET_INTEGRITY: 'withheld', DATABASE_URL: databaseUrl, DATA_DIR: folder.path }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await writeInstance(folder.path, {
    pid: process.pid,
    settings: { MARKET_INTEGRITY: 'published' },
    sandboxControlUrl: LISTENING,
    ...of,
  })
  const { config, instance } = await readInstanceConfig()
  expect([config.marketIntegrity, instance !== undefined]).toEqual([
    isTaken ? 'published' : 'withheld',
    isTaken,
  ])
})

test.each([
  ['a sandbox', { sandboxControlUrl: LISTENING }, true],
  ['the real world', {}, false],
])('in production an instance on %s', async (_, of, isRefused) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'svc-instance-'))
  const env = { BASE_URL: PUBLIC, NODE_ENV: 'production', DATABASE_URL: '', DATA_DIR: folder.path }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await writeInstance(folder.path, { pid: process.pid, settings: {}, ...of })
  const read = readInstanceConfig().then(({ instance }) => instance !== undefined)
  if (isRefused) await expect(read).rejects.toThrow(/^Invalid NODE_ENV: "production", .* is a sandbox's$/)
  else expect(await read).toBe(true)
})

test('an instance has ended when its process has', () => {
  expect(hasEnded({ pid: process.pid })).toBe(false)
  expect(hasEnded({ pid: spawnSync(process.execPath, ['--version']).pid })).toBe(true)
})

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { VERSION } from '#app/process/version.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { startOldPostgres } from '#test/postgres/old-postgres.ts'
import { findProcesses, killAll } from '#test/service/processes.ts'
import { isSaid, type Spawned, spawnService } from '#test/service/spawned-service.ts'

/** Providers that refuse every connection: a start never needs them. */
const NOWHERE = 'http://127.0.0.1:9'
const UNREACHABLE = {
  RPC_URL: NOWHERE,
  GITHUB_API_URL: NOWHERE,
  EXPLORER_API_URL: NOWHERE,
  SOURCIFY_URL: NOWHERE,
  DEXSCREENER_URL: NOWHERE,
  GECKOTERMINAL_URL: NOWHERE,
}
const NOBODY = { uid: 65_534, gid: 65_534 }
/** Whether this process can start others as nobody: it is root, and nobody can read this checkout. */
const canBeNobody = process.getuid?.() === 0 && spawnSync(process.execPath, ['-e', ''], NOBODY).status === 0

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-start-'))
  await chmod(tmpdir(), 0o711)
  await chmod(folder, 0o777)
  return async () => {
    await killAll(folder)
    await rm(folder, { recursive: true, force: true })
  }
})

type Started = Spawned & { readonly baseUrl: string }

async function up(env: Readonly<Record<string, string>> = {}, as = {}): Promise<Started> {
  const port = await findFreePort()
  const paths = { DATA_DIR: join(folder, 'data'), CATALOGUE_DIR: join(folder, 'catalogue') }
  const spawned = spawnService(['up'], { ...UNREACHABLE, ...paths, PORT: `${port}`, ...env }, as)
  return { ...spawned, baseUrl: `http://127.0.0.1:${port}` }
}

/** How a command that fails at once ended, and what it said. */
async function refusalOf(spawned: Spawned) {
  return { status: await spawned.ended, said: spawned.err.filter(isSaid) }
}

const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status
const warnings = ({ err }: Spawned) =>
  err.filter((line) => line.startsWith('{')).map((line) => String(JSON.parse(line).msg))

test.each(canBeNobody ? ['root', 'nobody'] : ['this user'])(
  '[R1] starts on an empty machine as %s, and says how to add a project',
  async (user) => {
    const service = await up({}, user === 'nobody' ? NOBODY : {})
    expect(await service.ready).toBe(`ready: ${service.baseUrl}`)
    expect(service.err.filter(isSaid)).toEqual([
      expect.stringMatching(/^svc: the catalogue is empty\. Add a project file to .*catalogue \(docs\/op/),
    ])
    expect(await statusOf(`${service.baseUrl}/healthz`)).toBe(200)
    expect(await service.stop()).toBe(0)
    expect(findProcesses(folder)).toEqual([])
  },
)

test('[R2] starts with DATABASE_URL on a data folder that does not exist, and makes the folder', async () => {
  await using opened = await openTestDatabase()
  const service = await up({ DATABASE_URL: opened.url, DATA_DIR: join(folder, 'not/yet/made') })
  await service.ready
  expect((await stat(join(folder, 'not/yet/made'))).isDirectory()).toBe(true)
  expect(await service.stop()).toBe(0)
})

test('[R3] refuses a PostgreSQL older than 18 before it asks anything else', async () => {
  await using old = await startOldPostgres('150004')
  const place = new URL(old.url).host
  for (const command of ['up', 'serve', 'work', 'migrate']) {
    const spawned = spawnService([command], {
      DATABASE_URL: old.url,
      DATA_DIR: folder,
      PORT: `${await findFreePort()}`,
    })
    expect(await refusalOf(spawned)).toEqual({
      status: 1,
      said: [`svc: DATABASE_URL: ${place} runs PostgreSQL 15, expected 18 or newer`],
    })
  }
  expect(new Set(old.asked)).toEqual(new Set(['show server_version_num']))
})

test('[R4] a second start on a data folder is refused, and the first one and its PostgreSQL go on', async () => {
  const first = await up()
  await first.ready
  const lock = join(folder, 'data/postgres/postmaster.pid')
  const before = await readFile(lock, 'utf8')
  expect(await refusalOf(await up())).toEqual({
    status: 1,
    said: [`svc: Another svc up runs on ${join(folder, 'data')}`],
  })
  expect(await readFile(lock, 'utf8')).toBe(before)
  expect(await statusOf(`${first.baseUrl}/api/status`)).toBe(200)
  await first.stop('SIGKILL')
  const third = await up()
  await third.ready
  expect(await third.stop()).toBe(0)
})

test('[R4] a second start on the same database is refused, whatever its data folder', async () => {
  await using opened = await openTestDatabase()
  const first = await up({ DATABASE_URL: opened.url })
  await first.ready
  const second = await up({ DATABASE_URL: opened.url, DATA_DIR: join(folder, 'other') })
  expect(await refusalOf(second)).toEqual({
    status: 1,
    said: ['svc: Another svc up runs on the database that DATABASE_URL names'],
  })
  expect(await statusOf(`${first.baseUrl}/healthz`)).toBe(200)
  expect(await first.stop()).toBe(0)
})

test('[R12] says its versions', async () => {
  const asked = spawnService(['--version'], {})
  asked.ready.catch(() => 'it never listens')
  expect(await asked.ended).toBe(0)
  expect(asked.out).toEqual([`svc ${VERSION} (API 1, Node ${process.versions.node})`])
})

test('[R103] of two first starts on one fresh data folder one wins, and the other says so', async () => {
  const both = await Promise.all([up(), up()])
  const loser = await Promise.race(both.map((one) => one.ended.then(() => one)))
  expect(await refusalOf(loser)).toEqual({
    status: 1,
    said: [`svc: Another svc up runs on ${join(folder, 'data')}`],
  })
  const winner = both.find((one) => one !== loser)
  await winner?.ready
  expect(await winner?.stop()).toBe(0)
  const next = await up()
  await next.ready
  expect(await next.stop()).toBe(0)
})

test('[R6] a renamed project keeps its slug over a start with the same files', async () => {
  await mkdir(join(folder, 'catalogue'))
  await writeFile(
    join(folder, 'catalogue/first.yaml'),
    'slug: first\nname: First\nstate: published\nkind: protocol\n',
  )
  const service = await up()
  await service.ready
  const env = { DATA_DIR: join(folder, 'data') }
  const renamed = spawnService(['project', 'rename', 'first', 'second'], env)
  expect(await renamed.ended).toBe(0)
  expect(await service.stop()).toBe(0)
  const again = await up()
  await again.ready
  expect(await statusOf(`${again.baseUrl}/api/projects/second`)).toBe(200)
  const moved = await fetch(`${again.baseUrl}/api/projects/first`, { redirect: 'manual' })
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/api/projects/second'])
  expect(await again.stop()).toBe(0)
})

test('[R7] a start on the real providers has one warning for each setting it lacks', async () => {
  const service = await up()
  await service.ready
  await expect.poll(() => warnings(service).length).toBe(4)
  expect(warnings(service)).toEqual([
    expect.stringMatching(/^GITHUB_TOKEN is not set/),
    expect.stringMatching(/^CONTACT_URL is not set/),
    expect.stringMatching(/^MARKET_CANARY_TOKEN is not set/),
    expect.stringMatching(/^RPC_URL does not answer/),
  ])
  await service.stop()
})

test('[R8] a setting that cannot be used is named in one line, without a password', async () => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  const address = busy.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  await writeFile(join(folder, 'file'), '')
  const cases: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ PORT: 'abc' }, /^svc: Invalid PORT: "abc", expected a port from 1 to 65535$/],
    [{ PORT: `${port}` }, new RegExp(`^svc: Port ${port} on 127\\.0\\.0\\.1 is in use; set PORT$`)],
    [{ HOST: '192.0.2.1' }, /^svc: Invalid HOST: "192\.0\.2\.1", expected an address of this machine/],
    [{ HOST: 'no-such-host.invalid' }, /^svc: Invalid HOST: "no-such-host\.invalid", expected/],
    [
      { DATABASE_URL: 'postgres://svc:hunter2@127.0.0.1:9/svc' },
      /^svc: DATABASE_URL: 127\.0\.0\.1:9 does not answer as PostgreSQL \(ECONNREFUSED\)$/,
    ],
    [
      { DATABASE_URL: 'postgres://svc:hunter2@localhost:9/svc' },
      /^svc: DATABASE_URL: localhost:9 does not answer as PostgreSQL \(ECONNREFUSED\)$/,
    ],
    [{ DATABASE_URL: 'postgres://svc:hunt#er2@h/svc' }, /^svc: Invalid DATABASE_URL: \(secret\), expected/],
    [
      { DATA_DIR: join(folder, 'file/data') },
      /^svc: Invalid DATA_DIR: ".*file\/data", expected a folder that this process can write to \(ENOTDIR\)$/,
    ],
  ]
  for (const [env, expected] of cases) {
    const { status, said } = await refusalOf(await up(env))
    expect([status, said]).toEqual([1, [expect.stringMatching(expected)]])
    expect(said.join()).not.toMatch(/hunter2|er2/)
  }
  busy.close()
})

test('[R8] the words of a PostgreSQL that refuses are told, and the password is not', async () => {
  await using opened = await openTestDatabase()
  const url = new URL(opened.url)
  url.password = 'hunter2'
  const wrong = await refusalOf(await up({ DATABASE_URL: url.href }))
  expect(wrong.said).toEqual([
    `svc: DATABASE_URL: ${url.host} refuses the connection: password authentication failed for user "svc"`,
  ])
})

test.runIf(canBeNobody)('[R8] a data folder without write access is named in one line', async () => {
  await mkdir(join(folder, 'data'), { mode: 0o500 })
  const { status, said } = await refusalOf(await up({}, NOBODY))
  expect([status, said]).toEqual([1, [expect.stringMatching(/^svc: Invalid DATA_DIR: .*\(EACCES\)$/)]])
})

test('[R9] work says when it is ready, serve and up name their address', async () => {
  await using opened = await openTestDatabase()
  const port = `${await findFreePort()}`
  const env = { ...UNREACHABLE, DATABASE_URL: opened.url, DATA_DIR: folder, PORT: port }
  const working = spawnService(['work'], env)
  const serving = spawnService(['serve'], env)
  expect(await working.ready).toBe('ready: work')
  expect(await serving.ready).toBe(`ready: http://127.0.0.1:${port}`)
  expect([await working.stop(), await serving.stop()]).toEqual([0, 0])
  expect([working.out, serving.out]).toEqual([['ready: work'], [`ready: http://127.0.0.1:${port}`]])
})

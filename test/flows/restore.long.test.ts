import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { asServerUser, giveToServerUser } from '#app/instance/postgres-process.ts'
import { findPostgresTools } from '#test/postgres/postgres-tools.ts'
import { spawnService } from '#test/service/spawned-service.ts'

const run = promisify(execFile)
const stack = new AsyncDisposableStack()
afterAll(() => stack.disposeAsync())

/** The folder of the drill. Its folders `archive` and `second` are those of the second server. */
let folder: string
let tools: string
beforeAll(async () => {
  tools = await findPostgresTools()
  folder = await mkdtemp(join(tmpdir(), 'svc-restore-'))
  await chmod(folder, 0o711)
  stack.defer(() => rm(folder, { recursive: true, force: true }))
})

const place = (name: string) => join(folder, name)
const tool = (name: string, ...args: readonly string[]) => asServerUser(join(tools, name), args)

/** Prints how long a step of the drill took. */
async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
  const begun = performance.now()
  const result = await work()
  console.log(`${step}: ${((performance.now() - begun) / 60_000).toFixed(2)} min`)
  return result
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/** Each row of the ledger as its position and a digest of all its columns. */
const ledgerOf = (url: string) =>
  query<{ position: string; digest: string }>(
    url,
    'select position, md5(changes::text) as digest from changes order by position',
  )

/** The first server, which archives its log in segments of at most five seconds. */
async function startFirst() {
  for (const name of ['archive', 'second', 'first']) {
    await mkdir(place(name), { mode: 0o700 })
    if (name !== 'first') await giveToServerUser(place(name))
  }
  const archiving = {
    archive_mode: 'on',
    archive_command: `test ! -f ${place('archive')}/%f && cp %p ${place('archive')}/%f`,
    archive_timeout: '5',
  }
  return stack.use(await startEmbeddedPostgres({ dataDir: place('first'), settings: archiving }))
}

/** Starts PostgreSQL on the base backup, lets it read the archive up to an instant, and waits until it takes writes. */
async function restoreUntil(instant: string, url: string): Promise<string> {
  const data = place('second')
  const port = await findFreePort()
  const settings = [
    `restore_command = 'cp ${place('archive')}/%f %p'`,
    `recovery_target_time = '${instant}'`,
    "recovery_target_action = 'promote'",
    'archive_mode = off',
    `port = ${port}`,
    "listen_addresses = '127.0.0.1'",
    "unix_socket_directories = ''",
  ]
  await writeFile(join(data, 'postgresql.auto.conf'), `${settings.join('\n')}\n`)
  await writeFile(join(data, 'recovery.signal'), '')
  await giveToServerUser(join(data, 'recovery.signal'))
  await tool('pg_ctl', '-D', data, '-w', '-t', '120', '-l', join(data, 'server.log'), 'start')
  stack.defer(() => tool('pg_ctl', '-D', data, '-w', '-m', 'fast', 'stop'))
  const restored = new URL(url)
  restored.port = `${port}`
  await expect
    .poll(async () => (await query(restored.href, 'select pg_is_in_recovery() as recovering'))[0])
    .toEqual({ recovering: false })
  return restored.href
}

test('[R14] a base backup and the archived log restore the ledger to an instant, on a second server', async () => {
  const first = await startFirst()
  const env = { DATABASE_URL: first.url, DATA_DIR: place('data'), PORT: `${await findFreePort()}` }
  const serving = spawnService(['up', '--sandbox'], { ...env, LOG_LEVEL: 'silent' })
  stack.defer(async () => void (await serving.stop()))
  await timed('the first start of the service, with its replay', () => serving.ready)
  const { href } = Object.assign(new URL(first.url), { pathname: '' })
  await timed('pg_basebackup, while the service runs', () =>
    tool('pg_basebackup', '-D', place('second'), '-d', href, '-X', 'stream', '-c', 'fast'),
  )
  await timed('pg_verifybackup', () => tool('pg_verifybackup', place('second')))
  const atBackup = (await ledgerOf(first.url)).length
  await svc(env, 'sandbox', 'do', 'release', 'lumen')
  await svc(env, 'pipeline', 'run', 'all')
  await serving.stop()

  const before = await ledgerOf(first.url)
  expect(before.length).toBeGreaterThan(atBackup)
  const [at] = await query<{ now: string }>(first.url, 'select clock_timestamp()::text as now')
  await query(first.url, 'drop table webhook_deliveries, changes cascade')
  const [lost] = await query<{ segment: string }>(
    first.url,
    'select pg_walfile_name(pg_switch_wal()) as segment',
  )
  await expect
    .poll(async () => (await query(first.url, 'select last_archived_wal from pg_stat_archiver'))[0])
    .toEqual({ last_archived_wal: lost?.segment })

  const restored = await timed('restore to the instant before the loss', () =>
    restoreUntil(at?.now ?? '', first.url),
  )
  expect(await ledgerOf(restored)).toEqual(before)
  console.log(`${before.length} entries are identical, ${before.length - atBackup} of them from the log`)

  const port = `${await findFreePort()}`
  const again = spawnService(['serve'], { DATABASE_URL: restored, DATA_DIR: place('again'), PORT: port })
  await timed('serve on the restored server', () => again.ready)
  const status = await (await fetch(`http://127.0.0.1:${port}/api/status`)).json()
  expect(status).toMatchObject({ ledger: { cursor: `c1.${before.at(-1)?.position}` } })
  expect(await again.stop()).toBe(0)
})

async function svc(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<void> {
  const main = join(import.meta.dirname, '../../src/main.ts')
  await run(process.execPath, [main, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } })
}

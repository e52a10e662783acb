import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { findEmbeddedPostgres, startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { asServerUser } from '#app/instance/postgres-process.ts'
import { LEASE_MS } from '#records/collecting/leases.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { SITE } from '#test/providers/declared-site.ts'
import { type AnsweringServer, startAnsweringServer } from '#test/servers/answering-server.ts'
import { killAll } from '#test/service/processes.ts'
import { isSaid, type Spawned, spawnService } from '#test/service/spawned-service.ts'

const NOWHERE = 'http://127.0.0.1:9'
const SITES = 12
const ROUNDS = 10
/** Each round waits for the next turn of a pipeline, and for a lease whose confirmation the restart cut off. */
const ROUNDS_MS = ROUNDS * (LEASE_MS + 15_000)

let folder: string
let sites: AnsweringServer
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-restart-'))
  sites = await startAnsweringServer()
  sites.answer = ({ url = '/' }) => SITE[url] ?? { status: 404, body: '' }
  return async () => {
    await killAll(folder)
    await sites[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
})

/**
 * The environment of a service with a catalogue of projects whose only source is a site. The site always answers, and
 * is read again and again.
 */
async function environment(env: Readonly<Record<string, string>> = {}): Promise<Record<string, string>> {
  const catalogue = join(folder, 'catalogue')
  await mkdir(catalogue, { recursive: true })
  for (let number = 0; number < SITES; number += 1) {
    const source = `{ kind: website, locator: "https://p${number}.example", established: { by: self_reported }, counted: true }`
    const text = `slug: p${number}\nname: P${number}\nstate: published\nsources:\n  - ${source}\n`
    await writeFile(join(catalogue, `p${number}.yaml`), text)
  }
  return {
    RPC_URL: NOWHERE,
    GITHUB_API_URL: NOWHERE,
    EXPLORER_API_URL: NOWHERE,
    SOURCIFY_URL: NOWHERE,
    DEXSCREENER_URL: NOWHERE,
    GECKOTERMINAL_URL: NOWHERE,
    CATALOGUE_DIR: catalogue,
    HTTP_CONNECT_TO: `example=${sites.url}`,
    CADENCE_DIVISOR: '100000',
    LEDGER_SECONDS: '1',
    TRUSTED_PROXIES: '1',
    DATA_DIR: join(folder, 'data'),
    PORT: `${await findFreePort()}`,
    ...env,
  }
}

/** Asks until it is stopped, each time as another client. Every 503 must say when to try again. */
function askAgainAndAgain(baseUrl: string) {
  const statuses = new Set<number>()
  const stop = new AbortController()
  const ask = async (path: string, client: number) => {
    const headers = { connection: 'close', 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` }
    const answer = await fetch(`${baseUrl}${path}`, { headers })
    await answer.text()
    if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    statuses.add(answer.status)
  }
  const asking = (async () => {
    for (let client = 0; !stop.signal.aborted; client = (client + 1) % 65_536) {
      await ask('/readyz', client)
      await ask(`/api/projects?limit=${(client % 20) + 1}`, client)
    }
  })()
  asking.catch(() => 'reported by end')
  return {
    async end() {
      stop.abort()
      await asking
      return [...statuses].sort()
    },
  }
}

async function restart(dataDir: string, mode: 'fast' | 'immediate'): Promise<void> {
  const { pg_ctl } = (await import(`@embedded-postgres/${process.platform}-${process.arch}`)) as {
    pg_ctl: string
  }
  const data = join(dataDir, 'postgres')
  await asServerUser(pg_ctl, ['-D', data, '-w', '-l', join(data, 'server.log'), '-m', mode, 'restart'])
}

const count = async (database: Database) => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from readings`.execute(database)
  return rows[0]?.n ?? 0
}
/**
 * Readings of sites that failed, and the head, the number of rows and the newest position of the ledger. The three are
 * equal while the ledger's positions have no gap and no double.
 */
async function losses(database: Database) {
  const failed = await sql`select outcome, detail from readings
    where provider = 'site' and outcome not in ('fresh', 'not_modified', 'missing')`.execute(database)
  const ledger = await sql<{ head: number; rows: number; newest: number }>`
    select head, (select count(*)::int from changes) as rows,
      (select coalesce(max(position), 0)::int from changes) as newest from ledger_state`.execute(database)
  return { failed: failed.rows, ledger: ledger.rows }
}
const isRunning = ({ child }: Spawned) => child.exitCode === null && child.signalCode === null

test('[R15] ten restarts of PostgreSQL under up, serve and work: 503 meanwhile, and nothing is lost', {
  timeout: ROUNDS_MS,
}, async () => {
  const dataDir = join(folder, 'server')
  await using server = await startEmbeddedPostgres({ dataDir })
  await using database = openDatabase(server.url, { maxConnections: 2 })
  const env = await environment({ DATABASE_URL: server.url })
  const up = spawnService(['up'], env)
  await up.ready
  const port = `${await findFreePort()}`
  const others = [spawnService(['serve'], { ...env, PORT: port }), spawnService(['work'], env)]
  await Promise.all(others.map(({ ready }) => ready))
  const asking = [env['PORT'], port].map((at) => askAgainAndAgain(`http://127.0.0.1:${at}`))
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await count(database)
    await restart(dataDir, round % 2 === 0 ? 'fast' : 'immediate')
    await expect.poll(() => count(database).catch(() => before)).toBeGreaterThan(before)
  }
  expect(await Promise.all(asking.map((one) => one.end()))).toEqual([
    [200, 503],
    [200, 503],
  ])
  expect([up, ...others].map(isRunning)).toEqual([true, true, true])
  const { failed, ledger } = await losses(database)
  expect(failed).toEqual([])
  const [head] = ledger
  expect(head).toEqual({ head: head?.rows, rows: head?.rows, newest: head?.rows })
  expect(await Promise.all([up, ...others].map((one) => one.stop()))).toEqual([0, 0, 0])
})

test('[R15] an embedded PostgreSQL that is killed is started again, and the service goes on', async () => {
  const env = await environment()
  const up = spawnService(['up'], env)
  await up.ready
  const lock = join(folder, 'data/postgres/postmaster.pid')
  const status = () => fetch(`http://127.0.0.1:${env['PORT']}/readyz`).then((answer) => answer.status)
  for (let round = 0; round < 3; round += 1) {
    const pid = (await readFile(lock, 'utf8')).split('\n')[0] ?? ''
    process.kill(Number.parseInt(pid, 10), 'SIGKILL')
    await expect.poll(async () => (await readFile(lock, 'utf8')).split('\n')[0]).not.toBe(pid)
    await expect.poll(status).toBe(200)
  }
  expect(isRunning(up)).toBe(true)
  expect(await up.stop()).toBe(0)
})

test('[R5] all connections end at once, again and again, and the process takes its lock back', async () => {
  await using opened = await openTestDatabase()
  const up = spawnService(['up'], await environment({ DATABASE_URL: opened.url }))
  await up.ready
  const isHeld = async () => {
    const { rows } = await sql`select 1 from pg_locks join pg_database on pg_database.oid = database
      where datname = current_database() and locktype = 'advisory' and classid = 4663 and objid = 3 and granted`.execute(
      opened.database,
    )
    return rows.length
  }
  for (let round = 0; round < 3; round += 1) {
    const before = await count(opened.database)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(opened.database)
    await expect.poll(isHeld).toBe(1)
    await expect.poll(() => count(opened.database)).toBeGreaterThan(before)
  }
  expect(isRunning(up)).toBe(true)
  expect((await losses(opened.database)).failed).toEqual([])
  expect(await up.stop()).toBe(0)
})

test('[R5] a process whose lock another one took stops in order, and says so', async () => {
  await using opened = await openTestDatabase()
  const up = spawnService(['up'], await environment({ DATABASE_URL: opened.url }))
  await up.ready
  await opened.database.connection().execute(async (other) => {
    const taken = sql`select pg_advisory_lock(4663, 3)`.execute(other)
    const waiting = sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(opened.database)).rows.length).toBe(1)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'svc instance %'`.execute(opened.database)
    await taken
    expect(await up.ended).toBe(1)
  })
  expect(up.err.filter(isSaid)).toEqual([
    'svc: Another svc up took over the database that DATABASE_URL names; this one ended',
  ])
})

/** A file system of its own, small enough to fill; only root can make one, and only on Linux. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0

test.runIf(canMount)(
  '[R16] [R150] a full disk shows in health, reads are answered, and the service goes on when there is room',
  async () => {
    const data = join(folder, 'data')
    await mkdir(data)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', data])
    try {
      const env = await environment()
      const up = spawnService(['up'], env)
      await up.ready
      const health = async () => {
        const answer = await ask('/healthz')
        return answer.ok ? ((await answer.json()) as { readonly status: string }).status : answer.status
      }
      const ask = (path: string) => fetch(`http://127.0.0.1:${env['PORT']}${path}`)
      expect(await health()).toBe('ok')
      const filler = join(data, 'filler')
      const fill = () => {
        try {
          execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=64k', 'oflag=append', 'conv=notrunc'], {
            stdio: 'ignore',
          })
        } catch {
          return 'full'
        }
        return 'room'
      }
      await expect.poll(async () => [fill(), await health()]).toEqual(['full', 'degraded'])
      await expect.poll(async () => (await ask('/api/projects')).status).toBe(200)
      expect(isRunning(up)).toBe(true)
      await rm(filler)
      await expect.poll(health).toBe('ok')
      await using database = openDatabase((await findEmbeddedPostgres(data)) ?? '', { maxConnections: 1 })
      const before = await count(database)
      await expect.poll(() => count(database)).toBeGreaterThan(before)
      expect((await losses(database)).failed).toEqual([])
      expect(await up.stop()).toBe(0)
    } finally {
      await killAll(folder)
      execFileSync('umount', ['-l', data])
    }
  },
)

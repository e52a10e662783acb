import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { toInstant } from '#contract/time.ts'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { storeToken } from '#test/service/http-service.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'

const now = toInstant('2026-11-19T12:00:00Z')
const WORKERS = 2
/** Requests at once, more than are computed at once for one caller. */
const SATURATION = 200

let opened: TestDatabase
let serving: Serving
beforeAll(async () => {
  opened = await openTestDatabase()
  serving = await serve(opened.url)
})
afterAll(async () => {
  serving.child.kill('SIGKILL')
  for (const pid of workersOf(serving.child)) process.kill(pid, 'SIGKILL')
  await opened[Symbol.asyncDispose]()
})

type Serving = Spawned & { readonly port: number }

async function serve(databaseUrl: string): Promise<Serving> {
  const port = await findFreePort()
  const spawned = spawnService(['serve', '--workers', `${WORKERS}`], {
    DATABASE_URL: databaseUrl,
    PORT: `${port}`,
    LOG_LEVEL: 'warn',
    ANONYMOUS_PER_MINUTE: '100000',
  })
  expect(await spawned.ready).toBe(`ready: http://127.0.0.1:${port}`)
  return { ...spawned, port }
}

/** Asks on a connection of its own, so that any of the workers may get it. */
async function ask(path: string): Promise<{ status: number; text: string; location: string | null }> {
  const answer = await fetch(`http://127.0.0.1:${serving.port}${path}`, {
    headers: { connection: 'close' },
    redirect: 'manual',
  })
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') }
}

/** Ends when a connection is refused or cut; never, should one be left waiting. */
async function askUntilRefused(): Promise<void> {
  let isAnswered = true
  while (isAnswered) {
    isAnswered = await ask('/api').then(
      () => true,
      () => false,
    )
  }
}

const askAll = (path: string) => Promise.all(Array.from({ length: 12 }, () => ask(path)))
const statusesOf = async (path: string) => [...new Set((await askAll(path)).map(({ status }) => status))]

test('without Redis one line says at the start that each worker counts requests for itself', () => {
  expect(serving.err.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, workers: WORKERS, msg: expect.stringContaining('set REDIS_URL') }),
  ])
})

test('hiding, publishing and renaming reach every worker, whatever it has cached', async () => {
  const { slug, address } = await storeToken({ evidence: KNOWN }, opened.database)
  const card = `/api/v1/builder?token=${address}`
  const deps = { database: opened.database, now }
  expect(await statusesOf(card)).toEqual([200])
  await hideProject({ slug }, deps)
  await expect.poll(() => statusesOf(card)).toEqual([404])
  await publishProject({ slug }, deps)
  await expect.poll(() => statusesOf(card)).toEqual([200])
  await renameProject({ slug, newSlug: `${slug}-2` }, deps)
  await expect
    .poll(async () => (await askAll(card)).every(({ text }) => text.includes(`${slug}-2`)))
    .toBe(true)
})

test('the metrics add up all workers', async () => {
  await askAll('/api')
  const { text } = await ask('/metrics')
  const answered = [...text.matchAll(/^svc_requests_total\{.*operation="index".*\} (\d+)$/gm)]
  expect(answered.reduce((sum, [, count]) => sum + Number(count), 0)).toBeGreaterThanOrEqual(12)
  for (const name of ['svc_answer_cache_lookups_total', 'svc_database_connections', 'svc_ledger_head']) {
    expect(text).toMatch(new RegExp(`^${name}`, 'm'))
  }
})

test('a worker that dies is replaced, and the port answers', async () => {
  const before = workersOf(serving.child)
  expect(before).toHaveLength(WORKERS)
  process.kill(Number(before[0]), 'SIGKILL')
  await expect
    .poll(() => workersOf(serving.child).filter((pid) => !before.includes(pid)), { timeout: 20_000 })
    .toHaveLength(1)
  await expect.poll(() => statusesOf('/api'), { timeout: 20_000 }).toEqual([200])
})

test('[R102] SIGTERM under saturation ends the service within ten seconds with status 0: it listens no more at once, every open request is answered, and idle connections close', async () => {
  const idle = connect(serving.port, '127.0.0.1')
  idle.write('GET /api HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(idle, 'data')
  const half = connect(serving.port, '127.0.0.1')
  half.on('error', () => half.destroy())
  half.write('GET /api HTTP/1.1\r\nhost: a')
  const tokens = []
  for (let left = SATURATION; left > 0; left -= 1)
    tokens.push((await storeToken({ evidence: KNOWN }, opened.database)).address)
  await using lock = await lockCards()
  const answers = Promise.all(tokens.map((token) => ask(`/api/v1/builder?token=${token}`)))
  await expect.poll(() => countWaiting(opened.database)).toBeGreaterThan(0)
  // Connections are accepted in turn, so that all of these were.
  expect((await ask('/api')).status).toBe(200)
  const callers = Array.from({ length: 32 }, askUntilRefused)
  const idleClosed = once(idle.resume(), 'close')
  const ended = once(serving.child, 'exit', { signal: AbortSignal.timeout(10_000) })
  serving.child.kill('SIGTERM')
  await Promise.race([Promise.all(callers), once(serving.child, 'exit')])
  expect(serving.child.exitCode).toBeNull()
  await idleClosed
  await lock.release()
  // Beyond the limit of computations a caller is refused, which is an answer too.
  const statuses = (await answers).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  expect(statuses).toContain(200)
  expect(await ended).toEqual([0, null])
  expect(workersOf(serving.child)).toEqual([])
  half.destroy()
})

/** Locks the table of cards, so that nobody can read it until the lock is released. */
async function lockCards(): Promise<{ release: () => Promise<void> } & AsyncDisposable> {
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const done = opened.database.transaction().execute(async (writer) => {
    await sql`lock table cards in access exclusive mode`.execute(writer)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  const end = async () => {
    release.resolve()
    await done
  }
  return { release: end, [Symbol.asyncDispose]: end }
}

function workersOf({ pid }: ChildProcess): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === pid)
    .map(Number)
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return undefined
  }
}

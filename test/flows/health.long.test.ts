import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { toInstant } from '#contract/time.ts'
import { runningWeek } from '#test/given/card-evidence.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'

const opened = await fileDatabase()
let relay = await openRelay(opened.url)
let serving: Spawned
let port: number
beforeAll(async () => {
  port = await findFreePort()
  const env = { DATABASE_URL: relay.url, PORT: `${port}`, LOG_LEVEL: 'error' }
  serving = spawnService(['serve', '--workers', '2'], env)
  await serving.ready
})
afterAll(async () => {
  await serving.stop()
  relay.close()
})

/** Asks on a connection of its own, so that any of the workers may get it. */
async function ask(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
  return { status: answer.status, text: await answer.text() }
}

/** The distinct statuses of many readiness checks, so that every worker has answered. */
async function readiness(): Promise<readonly number[]> {
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask('/readyz')))
  return [...new Set(answers.map(({ status }) => status))]
}

test('[R100] the first readiness checks after the start are ok, from every worker', async () => {
  expect(await readiness()).toEqual([200])
})

test('[R98] what is left out of a list is logged and is in the metrics', async () => {
  const project = await aProject({}, opened.database)
  const own = { project_id: String(project.id) }
  const source = await aSource(own, opened.database)
  const codeWeek = { ...runningWeek.codeWeek, humanCommits: -1 }
  const facts = JSON.stringify({ codeWeek })
  const occurred_at = toInstant('2026-11-18T00:00:00Z')
  const ship = { ...own, source_id: String(source.id), kind: 'code_week', facts, occurred_at }
  const { evidence } = await aShip(ship, opened.database)
  const { status, text } = await ask(`/api/ships?project=${project.slug}`)
  expect([status, JSON.parse(text).items]).toEqual([200, []])
  expect((await ask('/metrics')).text).toMatch(/^svc_items_left_out_total\{operation="ships"\} 1$/m)
  expect(serving.err.filter((line) => line.includes(evidence)).map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 50, operation: 'ships', msg: 'an item was left out of a list' }),
  ])
})

test('[R100] readiness is 503 while PostgreSQL is away, and ok again by itself', async () => {
  relay.close()
  await expect.poll(readiness).toEqual([503])
  relay = await openRelay(opened.url, relay.port)
  await expect.poll(readiness).toEqual([200])
})

test('[R100] readiness is 503 when PostgreSQL is silent', async () => {
  relay.silence()
  await expect.poll(readiness).toContain(503)
  await expect.poll(readiness).toEqual([200])
})

test('[R100] readiness is 503 while an older database has taken the place, until it is migrated', async () => {
  const { rows } = await sql<{ name: string; digest: string }>`delete from migrations
    where name = (select max(name) from migrations) returning name, digest`.execute(opened.database)
  relay.close()
  relay = await openRelay(opened.url, relay.port)
  await expect.poll(async () => (await ask('/healthz')).text).toMatch(/lacks migrations of this version/)
  await expect.poll(readiness).toEqual([503])
  for (const { name, digest } of rows)
    await sql`insert into migrations values (${name}, ${digest})`.execute(opened.database)
  await expect.poll(readiness).toEqual([200])
  expect(rows).toHaveLength(1)
})

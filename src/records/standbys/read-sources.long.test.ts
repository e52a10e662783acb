import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startStandbys } from '#test/postgres/standbys.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Database, inTransaction, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { openReadSources, type ReadSources } from './read-sources.ts'

const LAG_LIMIT_MS = 1500

const folder = await mkdtemp(join(tmpdir(), 'read-sources-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const group = await forFile(startStandbys(folder, 2))
const [one] = group.standbys
if (one === undefined) throw new Error('expected a standby')
const primary = openDatabase(group.primary.url, { maxConnections: 2 })
const standbyDatabases = group.standbys.map(({ url }) => openDatabase(url, { maxConnections: 2 }))
afterAll(() => Promise.all([primary, ...standbyDatabases].map((database) => database.destroy())))
await migrate(primary)

let sources: ReadSources
beforeEach(async () => {
  for (const standby of group.standbys) await standby.resumeReplay()
  sources = openReadSources({
    primary: { url: group.primary.url, database: primary },
    standbys: group.standbys.flatMap(({ name, url }, index) => {
      const database = standbyDatabases[index]
      return database === undefined ? [] : [{ name, url, database }]
    }),
    throughPooler: false,
    lagLimitMs: LAG_LIMIT_MS,
    changed: () => {},
  })
  await expect.poll(inService).toBe(2)
})
afterEach(() => sources[Symbol.asyncDispose]())

const inService = () => sources.standbys().filter(({ inService }) => inService).length

/** Moves the head of the ledger on the primary. */
const moveHead = (head: number) =>
  inTransaction(primary, (writer) => sql`update ledger_state set head = ${head}`.execute(writer))

/** Where a read runs, and the head of the ledger that it sees there. */
async function read(least = 0): Promise<{ readonly on: string; readonly head: number } | 'behind'> {
  return sources.read(least, async (database) => ({ on: nameOf(database), head: await headOn(database) }))
}

async function headOn(database: Database): Promise<number> {
  const { head } = await database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  return head
}

function nameOf(database: Database): string {
  const place = standbyDatabases.indexOf(database)
  return group.standbys[place]?.name ?? 'primary'
}

test('reads go to the standbys in turn', async () => {
  await moveHead(1)
  await group.caughtUp()
  const places = [await read(), await read(), await read()].map((one) => one !== 'behind' && one.on)
  expect(new Set(places)).toEqual(new Set(group.standbys.map(({ name }) => name)))
  expect(places[0]).toBe(places[2])
})

test('after an announcement no read is older than what the primary had, whatever the standbys have', async () => {
  for (const standby of group.standbys) await standby.pauseReplay()
  await moveHead(2)
  sources.announced()
  expect(await read()).toEqual({ on: 'primary', head: 2 })
  await one.resumeReplay()
  await expect.poll(() => read()).toEqual({ on: one.name, head: 2 })
})

test('a read of a position waits for a standby, then the primary answers', async () => {
  for (const standby of group.standbys) await standby.pauseReplay()
  await moveHead(3)
  expect(await read(3)).toEqual({ on: 'primary', head: 3 })
  const waiting = read(3)
  await one.resumeReplay()
  expect(await waiting).toEqual({ on: one.name, head: 3 })
})

test('while a standby is behind, its server waits for the log since PostgreSQL 19, and is looked at again before', async () => {
  const [row] = await one.query<{ version: number }>(
    "select current_setting('server_version_num')::integer as version",
  )
  const servers = (row?.version ?? Number.NaN) >= 190_000 ? 1 : 0
  await one.pauseReplay()
  await moveHead(5)
  const waiting = "select from pg_stat_activity where state = 'active' and query like 'wait for lsn%'"
  await expect.poll(async () => (await one.query(waiting)).length).toBe(servers)
  const reading = read(5)
  await one.resumeReplay()
  expect(await reading).toMatchObject({ head: 5 })
})

test('a position that the primary does not have is behind', async () => {
  expect(await read(1000)).toBe('behind')
})

test('a standby beyond its lag leaves service, and comes back when it has caught up', async () => {
  await one.pauseReplay()
  await moveHead(4)
  await expect.poll(inService, { timeout: 5 * LAG_LIMIT_MS }).toBe(1)
  const places = [await read(), await read()].map((read) => read !== 'behind' && read.on)
  expect(places).not.toContain(one.name)
  await one.resumeReplay()
  await expect.poll(inService).toBe(2)
})

/** A read that hangs for a minute on the first standby where it runs. Elsewhere it ends at once. */
async function heldRead() {
  const places: string[] = []
  const read = sources.read(0, async (database) => {
    places.push(nameOf(database))
    if (places.length === 1) await sql`select pg_sleep(60)`.execute(database)
    return places.at(-1)
  })
  await expect.poll(() => places.length).toBe(1)
  const standby = group.standbys.find(({ name }) => name === places[0])
  if (standby === undefined) throw new Error(`Read on ${places[0]}: expected a standby`)
  return { standby, read }
}

test('a read on a standby that is killed runs again on the primary, and the standby comes back', async () => {
  const { standby, read } = await heldRead()
  await standby.kill()
  expect(await read).toBe('primary')
  await expect.poll(inService).toBe(1)
  await standby.start()
  await expect.poll(inService, { timeout: 30_000 }).toBe(2)
})

test('a silent standby ends its reads within seconds, and they run on the primary', async () => {
  const { standby, read } = await heldRead()
  standby.cut()
  expect(await read).toBe('primary')
  standby.restore()
  await expect.poll(inService, { timeout: 30_000 }).toBe(2)
})

test('while the primary is away reads go on, for as long as a standby may be behind', async () => {
  group.primary.cut()
  expect(await read()).toMatchObject({ on: expect.stringContaining('standby') })
  await expect.poll(inService, { timeout: 5 * LAG_LIMIT_MS }).toBe(0)
  group.primary.restore()
  await expect.poll(inService, { timeout: 30_000 }).toBe(2)
})

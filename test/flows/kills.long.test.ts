import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/address.ts'
import { findEmbeddedPostgres } from '#app/embedded-postgres.ts'
import { requestSandbox } from '#app/sandbox.ts'
import { type Database, inTransaction, openDatabase } from '#records/database.ts'
import { pause } from '#records/pause.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import { type Random, randomFrom } from '#sandbox/random.ts'
import { killAll, send } from '../processes.ts'
import { openRelay } from '../relay.ts'
import { type SandboxApart, startSandboxApart } from '../sandbox-apart.ts'
import { type Spawned, spawnService } from '../spawned-service.ts'

const VICTIMS = ['service', 'database', 'node'] as const
/** `.ci/run` asks for fewer rounds than `npm run test:long`. */
const ROUNDS = Number.parseInt(process.env['KILL_ROUNDS'] ?? '60', 10)
const HOUR_MS = 3_600_000
/** Load, and most of the processor for the service. */
const BETWEEN_READS_MS = 20
/** Each has a repository, a deployer and a token that is traded. */
const SLUGS = ['gantry', 'lumen', 'marlow', 'opaline', 'saltlock', 'stackyard']
const signal = new AbortController().signal

let folder: string
let world: SandboxApart
let relays: Readonly<Record<string, Awaited<ReturnType<typeof openRelay>>>>
let env: Readonly<Record<string, string>>
let up: Spawned

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-kills-'))
  world = await startSandboxApart(sandboxOptions())
  const servers = Object.entries(world.settings).filter(([, value]) => LOCAL.test(value))
  relays = Object.fromEntries(
    await Promise.all(
      servers.map(async ([name, value]) => [name, await openRelay(LOCAL.exec(value)?.[0] ?? '')]),
    ),
  )
  const catalogue = join(folder, 'catalogue')
  await mkdir(catalogue)
  for (const slug of SLUGS)
    await copyFile(join(world.catalogueDir, `${slug}.yaml`), join(catalogue, `${slug}.yaml`))
  env = {
    ...world.settings,
    ...Object.fromEntries(servers.map(([name, value]) => [name, value.replace(LOCAL, originOf(name))])),
    ...{ CADENCE_DIVISOR: '300', LEDGER_SECONDS: '1', TRUSTED_PROXIES: '1', CATALOGUE_DIR: catalogue },
    ...{ DATA_DIR: join(folder, 'data'), PORT: `${await findFreePort()}` },
  }
  up = spawnService(['up'], env)
  await up.ready
})
afterAll(async () => {
  world.child.kill('SIGKILL')
  await killAll(folder)
  for (const relay of Object.values(relays)) relay.close()
  await rm(folder, { recursive: true, force: true })
})

const LOCAL = /http:\/\/127\.0\.0\.1:\d+/
const originOf = (name: string) => `http://127.0.0.1:${relays[name]?.port}`
const sandboxOptions = () => ({ dataDir: join(folder, 'world'), seed: 'kills', background: true })
const lineOf = async (path: string) => (await readFile(join(folder, path), 'utf8')).split('\n')[0] ?? ''
const ask = async (path: string, body: unknown) =>
  (await requestSandbox({ controlUrl: world.controlUrl, path, body })) as {
    details: { releaseId?: number; address?: string }
  }

/** Kills one of the three and returns when it runs again. */
const killed: Readonly<Record<(typeof VICTIMS)[number], () => Promise<void>>> = {
  async service() {
    await up.stop('SIGKILL')
    up = spawnService(['up'], env)
    await up.ready
  },
  async database() {
    const before = await lineOf('data/postgres/postmaster.pid')
    send(Number.parseInt(before, 10), 'SIGKILL')
    const after = () => lineOf('data/postgres/postmaster.pid').catch(() => before)
    await expect.poll(after).not.toBe(before)
    const readiness = () => fetch(`http://127.0.0.1:${env['PORT']}/readyz`).then(({ status }) => status)
    await expect.poll(readiness).toBe(200)
  },
  /** The node has its state from the sandbox, so that both start again. */
  async node() {
    send(Number.parseInt(await lineOf('world/anvil.pid'), 10), 'SIGKILL')
    world.child.kill('SIGKILL')
    await world.ended
    world = await startSandboxApart(sandboxOptions())
    for (const [name, relay] of Object.entries(relays))
      relay.lead(LOCAL.exec(world.settings[name] ?? '')?.[0] ?? '')
  },
}

/** Something that happened in the world. `key`: the end of its ship's natural key, or the project of the market. */
type Planted = { readonly kind: 'release' | 'deployment' | 'market'; readonly key: string }

async function plant(number: number): Promise<Planted> {
  const slug = SLUGS[number % SLUGS.length] ?? ''
  if (number >= ROUNDS - SLUGS.length) {
    await ask('/do', { action: 'liquidity-gone', slug })
    return { kind: 'market', key: slug }
  }
  const isRelease = Math.floor(number / SLUGS.length) % 2 === 0
  const { details } = await ask('/do', { action: isRelease ? 'release' : 'deploy', slug })
  return isRelease
    ? { kind: 'release', key: `:release:${details.releaseId}` }
    : { kind: 'deployment', key: `:${String(details.address).toLowerCase()}` }
}

type Change = { readonly id: string; readonly revision: number; readonly op: string; readonly type?: string }
type Page = { readonly items: readonly Change[]; readonly nextCursor: string | null }

/** Mirrors the ledger by its cursor and reads lists, through every failure, until it is ended. */
function mirror(baseUrl: string) {
  const copy = new Map<string, Change>()
  /** How often each status was answered; 0 for no answer. */
  const statuses = new Map<number, number>()
  let cursor = 'c1.0'
  let revisions = 0
  let ending = false
  const get = async (path: string, client: number): Promise<Page | undefined> => {
    const headers = { connection: 'close', 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` }
    try {
      const answer = await fetch(baseUrl + path, { headers })
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      if (answer.ok) {
        await pause(BETWEEN_READS_MS, signal)
        return (await answer.json()) as Page
      }
      await answer.text()
    } catch {
      statuses.set(0, (statuses.get(0) ?? 0) + 1)
    }
    await pause(50, signal)
    return undefined
  }
  const following = (async () => {
    for (let client = 0; ; client = (client + 1) % 65_536) {
      const page = await get(`/api/changes?limit=100&after=${cursor}`, client)
      for (const change of page?.items ?? []) {
        revisions += 1
        if (change.op === 'retract') copy.delete(change.id)
        else copy.set(change.id, change)
      }
      if (page?.nextCursor != null) cursor = page.nextCursor
      if (page?.items.length === 0) {
        if (ending) return
        await get(`/api/projects?limit=${(client % 6) + 1}`, client)
      }
    }
  })()
  return {
    copy,
    async end() {
      ending = true
      await following
      return { statuses, revisions }
    },
  }
}

async function browse(baseUrl: string): Promise<ReadonlyMap<string, Change>> {
  const found = new Map<string, Change>()
  for (let query = '?limit=100', client = 0; ; client += 1) {
    const headers = { 'x-forwarded-for': `10.1.0.${client & 255}` }
    const page = (await (await fetch(`${baseUrl}/api/changes${query}`, { headers })).json()) as Page
    for (const change of page.items) found.set(change.id, change)
    if (page.nextCursor === null) return found
    query = `?limit=100&cursor=${page.nextCursor}`
  }
}

const ofMarket = (slug: string) => sql<{ id: string; revision: number }>`
  select changes.id, revision from changes join projects on projects.id = project_id
  where slug = ${slug} and type = 'market.status_changed' and facts ->> 'to' = 'LIQUIDITY_GONE'`
const ofShip = (key: string) => sql<{ id: string; revision: number }>`
  select changes.id, revision from changes join ships on 'ship:' || ships.id = any(changes.evidence)
  where strpos(ships.natural_key, ${key}) > 0 and op = 'upsert'
    and type in ('build.release', 'contract.followup_deployed')`

/** How many of the planted events are not in the ledger, and how many more than once. */
async function missesIn(database: Database, planted: readonly Planted[]) {
  const times = new Map<string, number>()
  for (const { kind, key } of planted) {
    const { rows } = await (kind === 'market' ? ofMarket(key) : ofShip(key)).execute(database)
    times.set(`${kind} ${key}`, rows.filter(({ revision }) => revision === 1).length)
  }
  const found = [...times.values()]
  return { lost: found.filter((n) => n === 0).length, twice: found.filter((n) => n > 1).length }
}

/** Moves the clock of the world and of the service, and waits until every market was read again. */
async function passHours(hours: number, database: Database): Promise<void> {
  await ask('/advance', { ms: hours * HOUR_MS })
  await inTransaction(database, (writer) => advanceServiceClock({ ms: hours * HOUR_MS }, writer))
  const unread = async () => {
    const { rows } = await sql`select 1 from sources join projects on projects.id = project_id
      where slug = any(${SLUGS}) and sources.kind = 'market' and not exists (
        select 1 from market_readings where source_id = sources.id and observed_at > clock_timestamp()
          + (select offset_ms from service_clock) * interval '1 ms' - ${hours / 2} * interval '1 h')`.execute(
      database,
    )
    return rows.length
  }
  await expect.poll(unread, { timeout: 120_000 }).toBe(0)
}

/** The victims in a random order, each as often as the others. */
function shuffledVictims(random: Random): readonly (typeof VICTIMS)[number][] {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => ({
    victim: VICTIMS[round % VICTIMS.length] ?? 'service',
    place: random.fraction(),
  }))
  return rounds.toSorted((a, b) => a.place - b.place).map(({ victim }) => victim)
}

test('kills of the service, PostgreSQL and the node under load lose and double nothing', {
  timeout: 1_800_000,
}, async () => {
  const baseUrl = `http://127.0.0.1:${env['PORT']}`
  const { copy, end } = mirror(baseUrl)
  const random = randomFrom('kills')
  const planted: Planted[] = []
  const databaseUrl = await findEmbeddedPostgres(env['DATA_DIR'] ?? '')
  await using database = openDatabase(databaseUrl ?? '', { maxConnections: 2 })
  for (const hours of [1, 1]) await passHours(hours, database)
  const began = performance.now()
  for (const victim of shuffledVictims(random)) {
    planted.push(await plant(planted.length))
    await pause(random.fraction() * 500, signal)
    await killed[victim]()
  }
  const lastedS = Math.round((performance.now() - began) / 1000)
  for (const hours of [13, 13, 13, 13]) await passHours(hours, database)
  await expect.poll(() => missesIn(database, planted), { timeout: 120_000 }).toEqual({ lost: 0, twice: 0 })
  const unequal = async () => new Set(copy.keys()).symmetricDifference(await browse(baseUrl)).size
  await expect.poll(unequal).toBe(0)
  const { statuses, revisions } = await end()
  const { rows } = await sql<{ head: number; rows: number; newest: number }>`
    select head, (select count(*)::int from changes) as rows,
      (select max(position)::int from changes) as newest from ledger_state`.execute(database)
  const [ledger] = rows
  const misses = await missesIn(database, planted)
  console.log(`${ROUNDS} kills in ${lastedS} s;`, {
    ...{ planted: planted.length, ...misses, revisions, ...ledger, statuses },
  })
  expect(ledger).toEqual({ head: ledger?.rows, rows: ledger?.rows, newest: ledger?.rows })
  expect([...statuses.keys()].filter((status) => ![0, 200, 503].includes(status))).toEqual([])
})

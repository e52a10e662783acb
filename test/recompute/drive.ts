import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Selectable } from 'kysely'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import type { Database } from '#records/database.ts'
import type { Readings } from '#records/tables.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { cloneDatabase, dropDatabase } from '#test/postgres/postgres.ts'
import { PRESENT } from '#test/world/begin-world.ts'
import { openLivedWorld, type World } from '#test/world/world.ts'
import { readerOfChain } from './world/chain.ts'
import { type Repository, readerOfRepositories } from './world/code-host.ts'
import { readInterfaces } from './world/interfaces.ts'
import { type MarketReading, readMarket } from './world/market.ts'
import { type Ask, askThrough, eachOf } from './world/observe.ts'
import { readHomes } from './world/sites.ts'
import type { Observation, Project, Served, Source, State, Stream } from './world/state.ts'

/** Drives the service and its sandbox through states. It imports the service, but none of its rules. */
export type Run = AsyncDisposable & {
  readonly world: World
  /** Notes what the stand-ins show from now on. Call after each action. */
  readonly observe: () => Promise<void>
  /** The time of the world, which goes on while a run computes. */
  readonly now: () => number
  /** Reads, evaluates and records what is due at each of these hours from now. */
  readonly pass: (...hours: readonly number[]) => Promise<void>
  readonly rename: (slug: string, newSlug: string) => Promise<unknown>
  readonly hide: (slug: string) => Promise<unknown>
  readonly publish: (slug: string) => Promise<unknown>
  /** The state now. */
  readonly state: (name: string) => Promise<State>
  /** The state of another service on the same world, with its own database. */
  readonly stateOf: (other: Other) => Promise<State>
}
type Other = {
  readonly name: string
  readonly now: number
  readonly database: Database
  readonly get: State['get']
}
export type Folder = { readonly dataDir: string; readonly databaseUrl: string }

/** Makes a world that lived through its past, to be cloned. */
export async function makeLivedWorld(stack: AsyncDisposableStack): Promise<Folder> {
  const database = stack.use(await openTestDatabase())
  await database.database.destroy()
  const folder = { dataDir: await newFolder(stack), databaseUrl: database.url }
  await using _world = await openLivedWorld(folder)
  return folder
}

/** Opens a run of its own that continues from a lived world. */
export async function openRun(made: Folder): Promise<Run> {
  await using stack = new AsyncDisposableStack()
  const dataDir = await newFolder(stack)
  await cp(made.dataDir, dataDir, { recursive: true })
  const databaseUrl = await cloneDatabase(made.databaseUrl)
  stack.defer(() => dropDatabase(databaseUrl))
  const world = stack.use(await openLivedWorld({ dataDir, databaseUrl }))
  const ask = askThrough(world.sandbox.controlUrl)
  const readChain = readerOfChain(ask)
  const readShown = readerOfWorld(ask, readChain)
  const observations: Observation[] = []
  const markets: Markets = new Map()
  const followMarkets = followerOfMarkets(ask, markets)
  const now = () => Date.parse(world.service.clock.now())
  const observe = async (from = now()) => {
    observations.push({ from, ...(await readShown(await readProjects(world.service.database))) })
  }
  /** Adds an observation with the newest chain: time alone adds blocks. */
  const followChain = async () => {
    const last = observations.at(-1)
    if (last !== undefined) observations.push({ ...last, from: now(), chain: await readChain() })
  }
  const stateOf: Run['stateOf'] = async ({ database, ...at }) => {
    const projects = await readProjects(database)
    await followMarkets(projects)
    return { ...at, projects, observations: [...observations], markets: await marketsBySource(markets) }
  }
  await observe(0)
  await followMarkets(await readProjects(world.service.database))
  const open = stack.move()
  return {
    world,
    now,
    observe: () => observe(),
    async pass(...hours) {
      const begin = now()
      for (const hour of hours) {
        await world.advance(Math.max(1, begin + hour * 3_600_000 - now()))
        await followMarkets(await readProjects(world.service.database))
        await followChain()
      }
    },
    ...operationsOn(world),
    state: (name) =>
      stateOf({
        name,
        now: now(),
        database: world.service.database,
        get: (path, accept) => served(world, path, accept),
      }),
    stateOf,
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

/** Reads the repositories, sites and contracts of projects from the stand-ins. */
function readerOfWorld(ask: Ask, readChain: ReturnType<typeof readerOfChain>) {
  const readRepository = readerOfRepositories(ask)
  return async (projects: readonly Project[]): Promise<Omit<Observation, 'from'>> => {
    const locators = projects.flatMap(({ sources }) =>
      sources.filter(({ kind }) => kind === 'github_repository').map(({ locator }) => locator),
    )
    const repositories = await eachOf(
      locators,
      async (locator) => [locator, await readRepository(locator)] as const,
    )
    const sites = projects.flatMap(({ sources }) =>
      sources.filter(({ kind }) => kind === 'website').map(({ locator }) => locator),
    )
    const homes = await readHomes(ask, sites)
    const chain = await readChain()
    const contracts = chain.transactions.flatMap(({ created, logs }) => [
      ...(created === undefined ? [] : [created]),
      ...logs.map(({ address }) => address),
    ])
    const interfaces = await readInterfaces(ask, [...new Set(contracts)])
    return { repositories: new Map<string, Repository>(repositories), homes, chain, interfaces }
  }
}

/** The acts of an operator on the catalogue. */
function operationsOn({ service }: World): Pick<Run, 'rename' | 'hide' | 'publish'> {
  const operating = () => ({ database: service.database, now: service.clock.now() })
  return {
    rename: (slug, newSlug) => renameProject({ slug, newSlug }, operating()),
    hide: (slug) => hideProject({ slug }, operating()),
    publish: (slug) => publishProject({ slug }, operating()),
  }
}

type Markets = Map<string, Promise<MarketReading | undefined>>

/**
 * Asks a market once for each instant at which the service read it. Call it before anything else happens to the market.
 */
function followerOfMarkets(ask: Ask, markets: Markets) {
  return async (projects: readonly Project[]) => {
    for (const { token, sources } of projects)
      for (const { name, provider, readings } of sources.flatMap(({ streams }) => streams))
        for (const { at, outcome } of readings) {
          const key = `${provider} ${token} ${at}`
          if (token === undefined || name !== 'token_market' || outcome !== 'fresh' || markets.has(key))
            continue
          markets.set(key, readMarket(ask, { provider, token, at }))
        }
    await Promise.all(markets.values())
  }
}

async function newFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-recompute-'))
  stack.defer(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function marketsBySource(markets: Markets) {
  const bySource = new Map<string, MarketReading[]>()
  for (const [key, read] of markets) {
    const [provider, token] = key.split(' ')
    const reading = await read
    const name = `${provider} ${token}`
    if (reading !== undefined) bySource.set(name, [...(bySource.get(name) ?? []), reading])
  }
  return bySource
}

async function served(world: World, path: string, accept: string | undefined): Promise<Served> {
  const answer = await world.get(path, accept === undefined ? {} : { accept })
  return { status: answer.status, body: answer.body as Served['body'], text: answer.text }
}

type ReadingRow = Selectable<Readings>
const read = new WeakMap<Database, Map<string, ReadingRow>>()

/** The readings of a run in the order of their times, also those that the service has not kept. */
function everRead(kept: readonly ReadingRow[], database: Database): readonly ReadingRow[] {
  const all = read.get(database) ?? new Map<string, ReadingRow>()
  read.set(database, all)
  for (const row of kept) all.set(row.id, row)
  return [...all.values()].toSorted((a, b) => Date.parse(a.attempted_at) - Date.parse(b.attempted_at))
}

/**
 * The facts of a run: the registered projects, sources and streams, and every reading with its outcome. It reads no
 * conclusion.
 */
async function readProjects(database: Database): Promise<readonly Project[]> {
  const [projects, sources, streams, readings, tokens] = await Promise.all([
    database.selectFrom('projects').selectAll().orderBy('slug').execute(),
    database.selectFrom('sources').selectAll().where('detached_at', 'is', null).execute(),
    database
      .selectFrom('source_streams')
      .select(['source_id', 'stream', 'provider', 'cadence_seconds', 'last_ok_at'])
      .execute(),
    database.selectFrom('readings').selectAll().orderBy('attempted_at').execute(),
    database.selectFrom('tokens').select(['project_id', 'address']).execute(),
  ])
  const readingsOf = Map.groupBy(everRead(readings, database), (row) => `${row.source_id} ${row.stream}`)
  const streamsOf = Map.groupBy(streams, ({ source_id }) => source_id)
  const streamOf = (row: (typeof streams)[number]): Stream => ({
    name: row.stream,
    provider: row.provider,
    cadenceMs: row.cadence_seconds * 1000,
    replayedTo: Date.parse(PRESENT),
    completeTo: row.last_ok_at === null ? undefined : Date.parse(row.last_ok_at),
    readings: (readingsOf.get(`${row.source_id} ${row.stream}`) ?? []).map((reading) => ({
      at: Date.parse(reading.attempted_at),
      outcome: reading.outcome,
      detail: reading.detail,
    })),
  })
  const sourceOf = (row: (typeof sources)[number]): Source => ({
    kind: row.kind,
    locator: row.locator,
    counted: row.counted,
    establishedBy: row.established_by,
    attachedAt: Date.parse(row.attached_at),
    streams: (streamsOf.get(row.id) ?? []).map(streamOf),
  })
  return projects.map((row) => ({
    slug: row.slug,
    name: row.name,
    kind: row.kind ?? undefined,
    state: row.state as Project['state'],
    token: tokens.find(({ project_id }) => project_id === row.id)?.address,
    publishedAt: row.first_published_at === null ? undefined : Date.parse(row.first_published_at),
    sources: sources.filter(({ project_id }) => project_id === row.id).map(sourceOf),
  }))
}

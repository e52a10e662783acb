import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Show } from '#app/commands/progress.ts'
import { replayPast } from '#app/pipelines/past.ts'
import { runNow } from '#app/pipelines/pipelines.ts'
import { runEachOnce } from '#app/pipelines/work.ts'
import { CoverageState } from '#contract/enums.ts'
import { EVIDENCE_PREFIXES } from '#contract/ids.ts'
import { ProjectTab } from '#contract/shapes/project-card.ts'
import { DAY_MS, HOUR_MS, msOf } from '#contract/time.ts'
import { endLeases } from '#records/collecting/leases.ts'
import { inTransaction } from '#records/database.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { beginWorld, type WorldFolder } from '#test/world/begin-world.ts'
import { openLivedWorld, type World } from '#test/world/world.ts'
import { type Change, readsOf, type WorldReads } from '#test/world/world-reads.ts'

/** The number of pipeline runs after which the service is stopped, each time when the next run has begun. */
const STOPS = [2, 3, 6]

const stack = new AsyncDisposableStack()
let folder: WorldFolder
let world: World
let reads: WorldReads
let changes: readonly Change[]
let dossiers: readonly Record<string, unknown>[]

beforeAll(async () => {
  folder = { dataDir: await newDataDir(), databaseUrl: stack.use(await openTestDatabase()).url }
  for (const runs of STOPS) await liveFor(runs)
  world = stack.use(await openLivedWorld(folder))
  reads = readsOf(world)
  changes = await reads.changesAfter('c1.0')
  dossiers = await readDossiers()
})
afterAll(() => stack.disposeAsync())

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-first-start-'))
  stack.defer(() => rm(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** Starts the service, lets this many pipelines run, and stops it when the next run has begun. */
async function liveFor(runs: number): Promise<void> {
  await using begun = await beginWorld(folder, { past: true })
  await inTransaction(begun.service.database, endLeases)
  const stop = new AbortController()
  let left = runs
  const show: Show = {
    run() {
      if (left === 0) stop.abort()
      left -= 1
      return () => undefined
    },
    clear: () => undefined,
  }
  await replayPast({ world: begun.sandbox, signal: stop.signal, show }, begun.service)
  expect(begun.sandbox.clock.behindMs()).toBeGreaterThan(0)
}

async function readDossiers() {
  const { items } = (await world.get('/api/projects?limit=48')).body as {
    items: readonly { slug: string }[]
  }
  return await Promise.all(items.map(async ({ slug }) => (await world.get(`/api/projects/${slug}`)).body))
}

const distinct = (values: readonly unknown[]) =>
  [...new Set(values.filter((value) => value !== undefined))].map(String).toSorted()
const shown = (field: string) => distinct(dossiers.map((dossier) => dossier[field]))
const coverageStates = (dossier: Record<string, unknown>) => [
  ...Object.values(Object(dossier['coverage'])).map((entry) => Object(entry).state),
  ...Object.values(Object(dossier['claims'])).map((claim) => Object(claim).reason),
]
const conclusions = () =>
  world.service.database
    .selectFrom('evaluations')
    .select(['project_id', 'fact', 'state', 'value', 'evaluated_at'])
    .orderBy('id')
    .execute()
const positions = () =>
  world.service.database
    .selectFrom('changes')
    .select((build) => [build.fn.countAll<number>().as('count'), build.fn.max('position').as('head')])
    .executeTakeFirstOrThrow()

test('after its past the world is at its present, and no change is recorded before it happened', async () => {
  expect(world.sandbox.clock.behindMs()).toBe(0)
  const days = distinct(changes.map(({ recordedAt }) => recordedAt.slice(0, 10)))
  expect(days.length).toBeGreaterThan(3)
  const early = changes.filter(
    ({ recordedAt, detectedAt, occurredAt, precision }) =>
      precision !== 'SCHEDULED' &&
      [detectedAt, occurredAt].some((at) => at !== null && Date.parse(at) > Date.parse(recordedAt)),
  )
  expect(early).toEqual([])
})

test('the cast shows every status, market status, verification and research level [contract every activity status]', async () => {
  expect(shown('status')).toEqual(['ACTIVE', 'DORMANT', 'QUIET', 'RESUMED', 'SHIPPING', 'UNKNOWN'])
  expect(shown('tokenVerification')).toEqual(['MISMATCH', 'UNVERIFIED', 'VERIFIED'])
  expect(shown('researchLevel')).toEqual(['INDEXED', 'RESEARCHED', 'VERIFIED_BUILDER'])
  const slugs = dossiers.filter((dossier) => 'token' in dossier).map(({ slug }) => String(slug))
  const cards = await Promise.all(slugs.map((slug) => reads.card(slug)))
  expect(distinct(cards.map((card) => Object(card['market_status']).status))).toEqual([
    'INSUFFICIENT_DATA',
    'LIQUIDITY_GONE',
    'LIVE',
    'LOW_LIQUIDITY',
    'NO_TRADING',
  ])
})

test('every tab lists at least one project', async () => {
  for (const tab of ProjectTab.enum) {
    const list = (await world.get(`/api/projects?tab=${tab}&limit=1`)).body
    expect(list, tab).toMatchObject({ available: true, items: [{ slug: expect.any(String) }] })
  }
})

test('a project that ships much and gets little attention is under the radar; the reverse is not', async () => {
  const tab = (await world.get('/api/projects?tab=under-the-radar&limit=48')).body
  expect(tab['available']).toBe(true)
  const slugs = Object(tab['items'])
    .map(Object)
    .map(({ slug }: { slug: string }) => slug)
  expect(slugs).toEqual(expect.arrayContaining(['thistledown', 'wayfarrow']))
  const gapOf = (slug: string) =>
    Object(dossiers.find((dossier) => dossier['slug'] === slug)?.['score']).discoveryGap
  expect(gapOf('thistledown')).toBeGreaterThan(15)
  for (const slug of ['gildcrown', 'palisade', 'quillpad']) expect(gapOf(slug), slug).toBeLessThan(-15)
})

test('a return from dormancy and a lost market are live events', () => {
  expect(changes.filter(({ type }) => type === 'build.resumed')).toMatchObject([
    {
      project: { slug: 'emberline' },
      origin: 'live',
      occurredAt: null,
      facts: { from: 'DORMANT', to: 'RESUMED' },
    },
  ])
  expect(changes.filter(({ facts }) => facts?.['to'] === 'LIQUIDITY_GONE')).toMatchObject([
    {
      type: 'market.status_changed',
      project: { slug: 'cinderforge' },
      origin: 'live',
      facts: { from: 'LIVE' },
    },
  ])
})

test('markets that disagree, and one that lost its liquidity, are live events where market integrity is published', () => {
  const found = changes.filter(({ type }) => type === 'market_integrity.event')
  expect(found.map(({ project }) => project?.slug).toSorted()).toEqual(['cinderforge', 'twinfalls'])
  for (const change of found)
    expect(change).toMatchObject({ origin: 'live', facts: { from: 'NONE_OBSERVED', to: 'OBSERVED' } })
})

test('[R113] no day of the first history was left unread for longer than a conclusion is told', async () => {
  const rows = await world.service.database
    .selectFrom('readings')
    .innerJoin('sources', 'sources.id', 'readings.source_id')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['projects.slug', 'readings.stream', 'readings.attempted_at'])
    .where('readings.stream', 'in', ['releases', 'commits', 'token_market', 'upgrades', 'token_naming'])
    .orderBy('readings.attempted_at')
    .execute()
  const streams = Map.groupBy(rows, ({ slug, stream }) => `${slug} ${stream}`)
  const late = [...streams].filter(([, readings]) =>
    readings.some(({ attempted_at }, place) => {
      const before = readings[place - 1]?.attempted_at ?? attempted_at
      return msOf(attempted_at) - msOf(before) > 72 * HOUR_MS
    }),
  )
  expect(late.map(([stream]) => stream)).toEqual([])
  const { series } = (await world.get('/api/projects/emberline/history?series=status')).body as {
    series: readonly { items: readonly unknown[] }[]
  }
  expect(series[0]?.items.length).toBeGreaterThan(0)
  expect(JSON.stringify(series)).not.toContain('STALE')
})

test('evidence ids of every prefix are cited, and resolve [contract every evidence prefix]', async () => {
  const ofDossiers = [...JSON.stringify(dossiers).matchAll(/"(\w+:[^"\s]+)"/g)].map(([, id = '']) => id)
  const cited = [...changes.flatMap(({ evidence = [] }) => evidence), ...ofDossiers]
  for (const prefix of EVIDENCE_PREFIXES) {
    const id = cited.find((one) => one.startsWith(`${prefix}:`))
    expect(id, prefix).toBeDefined()
    expect(await reads.receipt(String(id))).toMatchObject({ id, withdrawn: false })
  }
})

test('events of the first run are bootstrap, later ones live, and history attached later is backfill [contract change origin live|backfill|bootstrap]', () => {
  expect(distinct(changes.map(({ origin }) => origin))).toEqual(['backfill', 'bootstrap', 'live'])
  const publications = changes.filter(({ type }) => type === 'research.published')
  const published = new Map(publications.map(({ project, origin }) => [project?.slug, origin]))
  expect(published.get('emberline')).toBe('bootstrap')
  expect(published.get('graftwood')).toBe('live')
  const releases = changes.filter(({ type }) => type === 'build.release')
  const ofLater = releases.filter(
    ({ project }) => project?.slug === 'rivulet' || project?.slug === 'fraction',
  )
  expect(ofLater.some(({ origin }) => origin === 'backfill')).toBe(true)
  expect(ofLater.some(({ origin }) => origin === 'bootstrap')).toBe(false)
})

test('the ledger has each position once, and running every pipeline again adds nothing', async () => {
  const before = await positions()
  expect(before.head).toBe(before.count)
  expect(new Set(changes.map(({ id }) => id)).size).toBe(changes.length)
  await runEachOnce({ signal: new AbortController().signal }, world.service)
  await world.settleAll()
  const concluded = await conclusions()
  await world.settleAll()
  expect(await positions()).toEqual(before)
  expect(await conclusions()).toEqual(concluded)
})

test('a run that is asked for reads only what is due', async () => {
  const { signal } = new AbortController()
  await runNow({ name: 'collect', extent: 'due', signal }, world.service)
  const again = await runNow({ name: 'collect', extent: 'due', signal }, world.service)
  expect(again).toMatchObject({
    result: 'ran',
    counts: expect.not.objectContaining({ 'site.fresh': expect.anything() }),
  })
})

test('a start after a kill between the two moves of the clock brings the service to the time of its world', async () => {
  await world.ask('/advance', { ms: HOUR_MS })
  const behind = world.service.clock.now()
  await replayPast({ world: world.sandbox, signal: new AbortController().signal }, world.service)
  expect(msOf(world.service.clock.now()) - msOf(behind)).toBeGreaterThanOrEqual(HOUR_MS)
  const clock = await world.service.database.selectFrom('service_clock').selectAll().executeTakeFirstOrThrow()
  expect(clock.offset_ms).toBe(world.sandbox.clock.aheadMs())
})

test('a new world under records of later days skips its past', async () => {
  const before = await positions()
  const another = { ...folder, dataDir: await newDataDir() }
  await using begun = await beginWorld(another, { past: true })
  await replayPast({ world: begun.sandbox, signal: new AbortController().signal }, begun.service)
  expect(begun.sandbox.clock.behindMs()).toBe(0)
  expect(await positions()).toEqual(before)
})

test('the cast shows every coverage state at the start and four days later [contract every coverage state]', async () => {
  expect(distinct(dossiers.flatMap(coverageStates))).toEqual(distinct(CoverageState.enum))
  await world.advance(4 * DAY_MS)
  dossiers = await readDossiers()
  expect(distinct(dossiers.flatMap(coverageStates))).toEqual(distinct(CoverageState.enum))
  const stateOf = (slug: string, dimension: string) =>
    Object(dossiers.find((dossier) => dossier['slug'] === slug)?.['coverage'])[dimension]?.state
  expect(stateOf('brackenfold', 'building')).toBe('ERROR')
  expect(stateOf('slatehouse', 'token_verification')).toBe('STALE')
  const out = await world.service.database
    .selectFrom('provider_budgets')
    .select('provider')
    .where('outage_since', 'is not', null)
    .execute()
  expect(out).toEqual([])
})

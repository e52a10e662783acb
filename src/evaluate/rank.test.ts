import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { hideProject, publishProject } from '#operator/projects.ts'
import { getRadarList } from '#records/attention/radar-list.ts'
import { saveRankings } from '#records/attention/rankings.ts'
import { inTransaction } from '#records/database.ts'
import { getProjectList } from '#records/project/listing.ts'
import { isListMeasured } from '#records/project/measured-lists.ts'
import { lockProjects, markForEvaluation } from '#records/project/work.ts'
import * as given from '#test/given/records.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { rankProjects } from './rank.ts'
import { evaluateDue } from './run.ts'

const NOW = given.DEFAULT_NOW
const ago = (days: number): Instant => addMs(NOW, -days * DAY_MS)
const signal = new AbortController().signal
const COHORT = 20

const { database } = await fileDatabase()
const projects = await Promise.all(Array.from({ length: COHORT }, (_, place) => aProject(place)))

type Known = { readonly id: string; readonly slug: string; readonly source: string }

/** The n-th project has n stars and, on one day, n + 2 ships. So its attention matches its building. */
async function aProject(place: number): Promise<Known> {
  const { id, slug } = await given.aProject({}, database)
  const facts = JSON.stringify({ stars: place, watchers: 0 })
  const source = await given.aSource({ project_id: id, facts }, database)
  for (const stream of ['releases', 'commits', 'repository']) {
    await given.aStream({ source_id: source.id, stream, covers_from: ago(90), last_ok_at: NOW }, database)
  }
  const ship = { project_id: id, source_id: source.id, kind: 'docs', backing: 'source-linked', facts: '{}' }
  await Promise.all(
    Array.from({ length: place + 2 }, () => given.aShip({ ...ship, occurred_at: ago(20) }, database)),
  )
  const token = await given.aSource(
    { project_id: id, kind: 'token', locator: given.addressOf(place) },
    database,
  )
  await list({ id, token: token.id }, null)
  return { id, slug: String(slug), source: source.id }
}

function list(of: { readonly id: string; readonly token: string }, registryId: string | null) {
  return database
    .insertInto('registry_listings')
    .values({
      source_id: of.token,
      project_id: of.id,
      registry: 'coingecko',
      listed: registryId !== null,
      registry_id: registryId,
      first_observed_at: NOW,
      observed_at: NOW,
    })
    .execute()
}

async function evaluateAll(now = NOW): Promise<void> {
  const projectIds = projects.map(({ id }) => id)
  await inTransaction(database, (writer) => markForEvaluation({ projectIds, now }, writer))
  await evaluateDue({ signal }, { database, clock: () => now })
}

const ranked = (now = NOW) => rankProjects({ signal }, { database, clock: () => now })
const starsOf = (known: Known | undefined, stars: number) =>
  database
    .updateTable('sources')
    .set({ facts: JSON.stringify({ stars, watchers: 0 }) })
    .where('id', '=', String(known?.source))
    .execute()

/** The slugs of the tab. The filter of the Radar must list the same projects. */
async function listed(): Promise<readonly string[]> {
  const answer = await getProjectList(
    { query: { tab: 'under-the-radar', limit: 48, offset: 0 }, now: NOW },
    database,
  )
  expect(answer.total).toBe(answer.projects.length)
  const slugs = answer.projects.map(({ slug }) => slug)
  const onRadar = await getRadarList({ filter: 'under-the-radar', limit: 200, offset: 0 }, database)
  expect(onRadar.entries.map(({ project }) => project.slug).toSorted()).toEqual(slugs.toSorted())
  return slugs
}

async function conclusions(known: Known | undefined) {
  return await database
    .selectFrom('evaluations')
    .select(['state', 'value', 'inputs', 'evidence', 'superseded_at'])
    .where('project_id', '=', String(known?.id))
    .where('fact', '=', 'discovery_gap')
    .orderBy('evaluated_at')
    .execute()
}

test('a project that builds more than it is noticed enters the radar and leaves it again', async () => {
  expect(await isListMeasured({ tab: 'under-the-radar' }, database)).toBe(false)
  await evaluateAll()
  expect(await ranked()).toEqual({ ranked: COHORT, moved: COHORT })
  expect(await isListMeasured({ tab: 'under-the-radar' }, database)).toBe(true)
  expect(await listed()).toEqual([])
  const [builder] = projects.slice(-2)
  await starsOf(builder, 1)
  await evaluateAll(addMs(NOW, 1000))
  expect((await ranked(addMs(NOW, 1000))).moved).toBeGreaterThan(0)
  await evaluateDue({ signal }, { database, clock: () => addMs(NOW, 1000) })
  expect(await listed()).toEqual([builder?.slug])
  expect((await conclusions(builder)).at(-1)).toMatchObject({
    state: 'MEASURED',
    value: { underTheRadar: 'HELD', momentumPercentile: 95, attentionPercentile: 8, gap: 87 },
    inputs: { attention: { stars: 1, registries: 0 }, momentum: expect.any(Number) },
    evidence: expect.arrayContaining([`source:${builder?.source}`]),
    superseded_at: null,
  })
  await starsOf(builder, 18)
  await evaluateAll(addMs(NOW, 2000))
  await ranked(addMs(NOW, 2000))
  await evaluateDue({ signal }, { database, clock: () => addMs(NOW, 2000) })
  expect(await listed()).toEqual([])
  expect((await conclusions(builder)).map(({ superseded_at: until }) => until === null)).toEqual([
    false,
    false,
    true,
  ])
})

test('a second ranking without new records writes nothing', async () => {
  const before = await database.selectFrom('evaluations').selectAll().orderBy('id').execute()
  expect(await ranked(addMs(NOW, 3000))).toEqual({ ranked: COHORT, moved: 0 })
  expect(await database.selectFrom('evaluations').selectAll().orderBy('id').execute()).toEqual(before)
})

test('one hidden project makes the cohort too small, and each conclusion gives that reason', async () => {
  const [first, second] = projects
  const slug = String(first?.slug)
  await hideProject({ slug }, { database, now: NOW })
  expect(await ranked(addMs(NOW, 4000))).toEqual({ ranked: 0, moved: COHORT - 1 })
  expect(await isListMeasured({ tab: 'under-the-radar' }, database)).toBe(false)
  expect((await conclusions(second)).at(-1)).toMatchObject({
    state: 'NOT_ENOUGH_YET',
    value: null,
    evidence: [],
    inputs: { notMeasured: 'cohort_too_small' },
  })
  await publishProject({ slug }, { database, now: NOW })
  expect(await ranked(addMs(NOW, 5000))).toEqual({ ranked: COHORT, moved: COHORT - 1 })
})

test('ranking waits for a running evaluation of the project, and the evaluation does not wait for ranking', async () => {
  const builder = projects.at(-2)
  await starsOf(builder, 1)
  await evaluateAll(addMs(NOW, 5500))
  const ranking = await database.transaction().execute(async (writer) => {
    await lockProjects([String(builder?.id)], writer)
    const run = ranked(addMs(NOW, 5500))
    await expect.poll(() => countWaiting(database)).toBe(1)
    await sql`set local lock_timeout = '500ms'`.execute(writer)
    await writer
      .updateTable('project_rankings')
      .set({ attention: JSON.stringify({ stars: 18, registries: 0 }) })
      .where('project_id', '=', String(builder?.id))
      .execute()
    return { run }
  })
  expect((await ranking.run).moved).toBeGreaterThan(0)
})

test('a project that another process ranked meanwhile has the rank of that process', async () => {
  const builder = projects.at(-2)
  const id = String(builder?.id)
  const placeOf = () =>
    database
      .selectFrom('project_rankings')
      .select(['under_the_radar', 'unranked_reason'])
      .where('project_id', '=', id)
      .executeTakeFirstOrThrow()
  await starsOf(builder, 12)
  await evaluateAll(addMs(NOW, 5600))
  const ranking = await database.transaction().execute(async (writer) => {
    await lockProjects([id], writer)
    const run = ranked(addMs(NOW, 5600))
    await expect.poll(() => countWaiting(database)).toBe(1)
    await saveRankings(new Map([[id, { underTheRadar: 'NOT_MEASURED', reason: 'not_scored' }]]), writer)
    return { run }
  })
  const before = await conclusions(builder)
  await ranking.run
  expect(await placeOf()).toEqual({ under_the_radar: 'NOT_MEASURED', unranked_reason: 'not_scored' })
  expect(await conclusions(builder)).toEqual(before)
  expect((await ranked(addMs(NOW, 5700))).moved).toBe(1)
  expect((await placeOf()).unranked_reason).toBeNull()
})

test('parallel rankings and evaluations end with the result of the records', async () => {
  const builder = projects.at(-3)
  await starsOf(projects.at(-2), 18)
  await starsOf(builder, 0)
  let instants = 0
  const clock = () => {
    instants += 1
    return addMs(NOW, 6000 + instants)
  }
  const rankOnce = () => rankProjects({ signal }, { database, clock })
  await Promise.all([evaluateAll(clock()), rankOnce(), rankOnce(), evaluateAll(clock()), rankOnce()])
  await rankOnce()
  await evaluateDue({ signal }, { database, clock })
  expect(await listed()).toEqual([builder?.slug])
  const standing = await database
    .selectFrom('evaluations')
    .select(['project_id'])
    .where('fact', '=', 'discovery_gap')
    .where('superseded_at', 'is', null)
    .execute()
  expect(new Set(standing.map((row) => row.project_id)).size).toBe(standing.length)
})

import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { RadarParts } from '#domain/attention/radar.ts'
import { hideProject, publishProject } from '#operator/projects.ts'
import { saveRadar } from '#records/attention/radar.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { saveProjectState } from '#records/project/projects.ts'
import { markForEvaluation } from '#records/project/work.ts'
import { aRanking } from '#test/given/listed-project.ts'
import * as given from '#test/given/records.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { rankProjects } from './rank.ts'
import { evaluateDue } from './run.ts'

const NOW = given.DEFAULT_NOW
const signal = new AbortController().signal
const ranked = (now: Instant) => rankProjects({ signal }, { database, clock: () => now })

const { database } = await fileDatabase()
beforeEach(async () => {
  await startAnew(database)
})

/** Hides a project in a transaction that the caller ends. */
async function hide(slug: string | undefined, writer: Writer): Promise<void> {
  const { id } = await writer
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', String(slug) as Slug)
    .executeTakeFirstOrThrow()
  await saveProjectState({ id, state: 'hidden', now: NOW }, writer)
}

/** A project with ranking inputs that no ranking has placed yet. */
async function measured(momentum: number | null, rest: object = {}): Promise<string> {
  const { id, slug } = await given.aProject({}, database)
  const unmeasured = { momentum: null, momentum_state: 'STALE', ships_30d: null, beyond_code_weeks_30d: null }
  const unranked = { under_the_radar: null, momentum_percentile: null, attention_percentile: null }
  const own = momentum === null ? unmeasured : { momentum }
  await aRanking({ project_id: String(id), ...unranked, ...own, ...rest }, database)
  return String(slug)
}

async function places(): Promise<Record<string, unknown>> {
  const rows = await database
    .selectFrom('project_rankings')
    .innerJoin('projects', 'projects.id', 'project_rankings.project_id')
    .select(['slug', 'radar', 'radar_rank', 'radar_parts'])
    .where('project_id', 'not in', (from) =>
      from.selectFrom('projects').select('id').where('name', '=', 'before'),
    )
    .execute()
  return Object.fromEntries(rows.map(({ slug, ...place }) => [slug, place]))
}
const ranksOf = async (slugs: readonly string[]) => {
  const placed = await places()
  return slugs.map((slug) => (placed[slug] as { radar_rank: number | null }).radar_rank)
}
const days = () => database.selectFrom('radar_days').selectAll().orderBy('day').orderBy('rank').execute()

test('places projects by their inputs, and names what is unknown of one without momentum', async () => {
  const slugs = [
    await measured(90),
    await measured(20, { use_calls: 5, use_state: 'MEASURED' }),
    await measured(null),
  ]
  await ranked(NOW)
  expect(await ranksOf(slugs)).toEqual([1, 2, null])
  const [, , unread = ''] = slugs
  expect((await places())[unread]).toMatchObject({
    radar: null,
    radar_parts: { building: { state: 'STALE', points: null, weight: null } },
  })
  expect(await database.selectFrom('radar_state').select(['rule', 'ranked_at', 'ranked']).execute()).toEqual([
    { rule: 'radar@2', ranked_at: NOW, ranked: 2 },
  ])
})

test('writes only the places that changed', async () => {
  await measured(10)
  await ranked(NOW)
  const written = () => sql`select xmin::text, ctid::text from project_rankings`.execute(database)
  const before = await written()
  await ranked(addMs(NOW, 1000))
  expect(await written()).toEqual(before)
})

test('records each UTC day once, at its first ranking, and forgets days of more than a month ago', async () => {
  const slugs = [await measured(10), await measured(20)]
  await ranked(NOW)
  await sql`update project_rankings set momentum = 30 where momentum = 10`.execute(database)
  await ranked(addMs(NOW, 1000))
  expect(await ranksOf(slugs)).toEqual([1, 2])
  const names = new Map(
    (await database.selectFrom('projects').selectAll().execute()).map((row) => [row.id, row.slug]),
  )
  expect((await days()).map(({ day, rank, project_id: id }) => [day, rank, names.get(id)])).toEqual([
    ['2026-11-20', 1, slugs[1]],
    ['2026-11-20', 2, slugs[0]],
  ])
  await ranked(addMs(NOW, DAY_MS))
  expect((await days()).map(({ day }) => day)).toEqual([
    '2026-11-20',
    '2026-11-20',
    '2026-11-21',
    '2026-11-21',
  ])
  await ranked(addMs(NOW, 32 * DAY_MS))
  expect([...new Set((await days()).map(({ day }) => day))]).toEqual(['2026-11-21', '2026-12-22'])
})

test('a hidden project has no place, and those below it move up', async () => {
  const slugs = [await measured(30), await measured(20), await measured(10)]
  await ranked(NOW)
  await hideProject({ slug: String(slugs[1]) }, { database, now: NOW })
  expect(await ranksOf(slugs)).toEqual([1, null, 3])
  await ranked(addMs(NOW, 1000))
  expect(await ranksOf(slugs)).toEqual([1, null, 2])
  await publishProject({ slug: String(slugs[1]) }, { database, now: NOW })
  await ranked(addMs(NOW, 2000))
  expect(await ranksOf(slugs)).toEqual([1, 2, 3])
})

test('a project that is hidden while the ranking waits for it has no place', async () => {
  const slugs = [await measured(30), await measured(20)]
  await inTransaction(database, async (hiding) => {
    await hide(slugs[1], hiding)
    const ranking = ranked(NOW)
    ranking.catch(() => 'reported below')
    await expect.poll(() => countWaiting(database)).toBe(1)
    return { ranking }
  }).then(({ ranking }) => ranking)
  expect(await ranksOf(slugs)).toEqual([1, null])
})

test('a project that is hidden while its ranking is written has no place', async () => {
  const slugs = [await measured(30), await measured(20)]
  await ranked(NOW)
  const rows = await database
    .selectFrom('projects')
    .select('id')
    .where('slug', 'in', slugs as Slug[])
    .execute()
  const hiding = await inTransaction(database, async (ranking) => {
    const place = { score: 1, rank: 7, parts: {} as RadarParts }
    await saveRadar({ places: new Map(rows.map(({ id }) => [id, place])), ranked: 2, now: NOW }, ranking)
    const hidden = inTransaction(database, (writer) => hide(slugs[1], writer))
    hidden.catch(() => 'reported below')
    await expect.poll(() => countWaiting(database)).toBe(1)
    return { hidden }
  })
  await hiding.hidden
  expect(await ranksOf(slugs)).toEqual([7, null])
})

/** A project that ships, with a token, and readings of its market. */
async function traded(ships: number): Promise<void> {
  const { id } = await given.aProject({}, database)
  const projectId = String(id)
  const source = await given.aSource({ project_id: projectId }, database)
  for (const stream of ['releases', 'commits', 'repository']) {
    const covers = { covers_from: addMs(NOW, -90 * DAY_MS), last_ok_at: NOW }
    await given.aStream({ source_id: source.id, stream, ...covers }, database)
  }
  for (let n = 1; n <= ships; n += 1)
    await given.aShip(
      { project_id: projectId, source_id: source.id, occurred_at: addMs(NOW, -3 * n * DAY_MS) },
      database,
    )
  const address = given.addressOf(ships)
  await given.aToken({ project_id: projectId, address }, database)
  const market = await given.aSource({ project_id: projectId, kind: 'market', locator: address }, database)
  await database
    .insertInto('market_readings')
    .values(
      [1, 2, 3].map((hours) => ({
        id: randomUUID(),
        chain_id: 4663,
        address,
        project_id: projectId,
        source_id: market.id,
        provider: 'dexscreener',
        observed_at: addMs(NOW, -hours * 3_600_000),
        pools: 1,
        price_usd: '1',
        liquidity_usd: `${ships * 10_000}`,
        volume_24h_usd: '900',
      })),
    )
    .execute()
}

async function radarOfAll(): Promise<Record<string, unknown>> {
  await sql`truncate evaluations`.execute(database)
  const ids = await database.selectFrom('projects').select('id').execute()
  await inTransaction(database, (writer) =>
    markForEvaluation({ projectIds: ids.map(({ id }) => id), now: NOW }, writer),
  )
  await evaluateDue({ signal }, { database, clock: () => NOW })
  await ranked(NOW)
  return places()
}

test('the Radar is equal for any market figures', async () => {
  for (const ships of [1, 2, 3, 4]) await traded(ships)
  const before = await radarOfAll()
  expect(Object.values(before).map((place) => (place as { radar: unknown }).radar)).toEqual(
    Array.from({ length: 4 }, () => expect.any(Number)),
  )
  const figures = fc.array(fc.nat({ max: 1_000_000_000 }), { minLength: 12, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(figures, async (shuffled) => {
      await sql`
        update market_readings as reading set price_usd = given.figure, liquidity_usd = given.figure * 3,
          volume_24h_usd = given.figure / 7, trades_24h = place, valuation_usd = given.figure + 1, valuation_kind = 'fdv'
        from (select id, row_number() over (order by id)::int as place from market_readings) as placed,
          lateral (select (${shuffled}::double precision[])[place] as figure) as given
        where reading.id = placed.id`.execute(database)
      expect(await radarOfAll()).toEqual(before)
    }),
    { numRuns: 8 },
  )
})

test('an evaluation stores what the Radar shows: that of its card, and the evidence of the parts', async () => {
  await traded(9)
  await radarOfAll()
  const { rows } = await sql<{ shown: Record<string, unknown>; card: object; grounds: string[] }>`
    select radar_entries.evidence as shown, cards.evidence as card, array(
      select distinct unnest(coalesce(latest_evidence, evaluations.evidence)) from evaluations
      where evaluations.project_id = cards.project_id and superseded_at is null
        and fact in ('build.momentum', 'contract.use', 'research.level') order by 1) as grounds
    from radar_entries join cards using (project_id) join projects on projects.id = project_id
    where projects.state = 'published'`.execute(database)
  expect(rows).toHaveLength(1)
  const [{ shown, card, grounds } = { shown: {}, card: {}, grounds: [] }] = rows
  const { grounds: stored, ...ofCard } = shown
  expect(grounds.length).toBeGreaterThan(1)
  expect(stored).toEqual(grounds)
  expect(Object.keys(ofCard).toSorted()).toEqual([
    'activity',
    'activityMeasured',
    'latestMeaningfulShip',
    'researchLevel',
  ])
  expect(card).toMatchObject(ofCard)
})

import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { hideProject, renameProject } from '#operator/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aRanking, projectIdOf, storeListed, UNUSED_PARTS } from '#test/given/listed-project.ts'
import { aSignal } from '#test/given/records.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const RANKED_AT = toInstant('2026-11-19T11:55:00Z')
const MEASURED = { state: 'MEASURED', value: 60, points: 80, weight: 0.65 }

const service = await httpServiceOfFile()
beforeEach(async () => {
  await startAnew(service.database)
})

type Placed = {
  readonly rank: number | null
  readonly parts?: object
  readonly listed?: object
  readonly ranking?: object
  readonly name?: string
}

async function store({ rank, parts = UNUSED_PARTS, listed = {}, ranking = {}, name }: Placed) {
  const project = name === undefined ? {} : { name }
  const slug = await storeListed({ project, listed, evidence: KNOWN }, service.database)
  const id = await projectIdOf(slug, service.database)
  const radar = rank === null ? {} : { radar: 100 - rank, radar_rank: rank }
  await aRanking(
    {
      project_id: id,
      activity_status: 'DORMANT',
      ...radar,
      radar_parts: JSON.stringify(parts),
      ...ranking,
    },
    service.database,
  )
  return { slug, id }
}

async function rankNow(): Promise<void> {
  const row = { rule: 'radar@2', ranked_at: RANKED_AT, ranked: 9 }
  await service.database.insertInto('radar_state').values(row).execute()
}

const recordDay = (id: string, day: string, rank: number) =>
  service.database
    .insertInto('radar_days')
    .values({ project_id: id, day: day as CalendarDate, rank, score: 1 })
    .execute()

type Item = Readonly<Record<string, unknown>> & { readonly project: { readonly slug: string } }
async function read(query = '') {
  const { status, body } = await service.get(`/api/builders${query}`)
  return { status, body, items: body['items'] as readonly Item[] }
}
const slugsOf = async (query = '') => (await read(query)).items.map(({ project }) => project.slug)

test('before the first ranking the list is unknown, not empty', async () => {
  await store({ rank: null })
  expect((await read()).body).toMatchObject({
    items: [],
    available: false,
    reason: 'not_measured',
    total: null,
    nextOffset: null,
  })
  expect((await read()).body).not.toHaveProperty('asOf')
})

test('[R131] lists projects by rank, each with its parts and its rank without the unknown ones, and the same list for the same ranking [contract GET /api/builders]', async () => {
  const second = await store({ rank: 2 })
  const first = await store({ rank: 1 })
  await store({ rank: null, parts: { ...UNUSED_PARTS, building: { ...MEASURED, state: 'STALE' } } })
  await rankNow()
  const { body, items } = await read()
  expect(items.map(({ project, rank, score }) => [project.slug, rank, score])).toEqual([
    [first.slug, 1, 99],
    [second.slug, 2, 98],
  ])
  expect(items[0]).toMatchObject({
    project: { slug: first.slug, name: 'Lumen', url: `https://svc.example/projects/${first.slug}` },
    parts: {
      building: { state: 'MEASURED', weight: 0.65, percentile: 80, buildMomentum: 60 },
      use: { state: 'NO_SOURCE', weight: null, percentile: null, calls: null, assumedPoints: 12.5 },
      research: { state: 'MEASURED', weight: 0.15, points: 100, level: 'VERIFIED_BUILDER' },
    },
    withoutUnknown: { score: 83.8, rank: 1 },
    claims: { status: { kind: 'DERIVED' }, radar: { kind: 'UNKNOWN' } },
  })
  expect(body).toMatchObject({
    available: true,
    total: 2,
    nextOffset: null,
    asOf: RANKED_AT,
    rule: 'radar@2',
  })
})

test('[R121] momentum that was read up to an earlier instant says so', async () => {
  const { id } = await store({ rank: 1 })
  const momentumAsOf = toInstant('2026-11-18T09:00:00Z')
  const evidence = JSON.stringify({ ...KNOWN, grounds: [], momentumAsOf })
  await sql`insert into radar_entries (project_id, evidence) values (${id}, ${evidence}::jsonb)
    on conflict (project_id) do update set evidence = excluded.evidence`.execute(service.database)
  await rankNow()
  const [item] = (await read()).items
  expect(item).toMatchObject({ parts: { building: { buildMomentum: 60, asOf: momentumAsOf } } })
})

test.each<[string, (days: (day: string, rank: number) => Promise<unknown>) => Promise<unknown>, object]>([
  [
    'both days',
    (record) => Promise.all([record('2026-11-12', 5), record('2026-10-20', 1)]),
    {
      sevenDaysAgo: { day: '2026-11-12', rank: 5, change: 3 },
      thirtyDaysAgo: { day: '2026-10-20', rank: 1, change: -1 },
    },
  ],
  [
    'one day',
    (record) => record('2026-11-12', 2),
    { sevenDaysAgo: { day: '2026-11-12', rank: 2, change: 0 } },
  ],
  ['other days alone', (record) => record('2026-11-11', 2), {}],
])('shows earlier ranks where %s are recorded', async (_, days, expected) => {
  const { id } = await store({ rank: 2 })
  await rankNow()
  await days((day, rank) => recordDay(id, day, rank))
  const [item = {} as Item] = (await read()).items
  const { sevenDaysAgo, thirtyDaysAgo } = item
  expect(JSON.parse(JSON.stringify({ sevenDaysAgo, thirtyDaysAgo }))).toEqual(expected)
})

test('filters by what is concluded, with an exact total', async () => {
  const shipping = await store({
    rank: 1,
    ranking: { activity_status: 'SHIPPING', under_the_radar: 'NOT_HELD' },
  })
  const verified = await store({
    rank: 2,
    ranking: { research_level: 'VERIFIED_BUILDER', research_state: 'MEASURED' },
  })
  const unnoticed = await store({ rank: 3, ranking: { activity_status: 'ACTIVE' } })
  const faster = await store({ rank: 4 })
  const used = await store({ rank: 5, ranking: { use_calls: 3, use_state: 'MEASURED' } })
  const researched = { research_level: 'RESEARCHED', research_state: 'MEASURED' }
  await store({ rank: 6, ranking: { use_calls: 0, use_state: 'MEASURED', ...researched } })
  await store({ rank: null, ranking: { activity_status: 'SHIPPING' } })
  await aSignal({ project_id: faster.id, evidence: ['ship:x'] }, service.database)
  await aSignal({ project_id: used.id, evidence: ['ship:x'], ended_at: NOW }, service.database)
  await service.database
    .insertInto('pace_judgements')
    .values({ project_id: faster.id, judged: true, rule: 'signals.development@4', judged_at: NOW })
    .execute()
  await rankNow()
  const lists = { shipping, verified, 'under-the-radar': unnoticed, accelerating: faster, 'with-use': used }
  for (const [filter, { slug }] of Object.entries(lists)) {
    expect([filter, await slugsOf(`?filter=${filter}`)]).toEqual([filter, [slug]])
    expect((await read(`?filter=${filter}`)).body['total']).toBe(1)
  }
  expect((await read('?filter=all')).body['total']).toBe(6)
})

test.each([
  [
    'under-the-radar',
    sql`update project_rankings set under_the_radar = null, momentum_percentile = null,
    attention_percentile = null`,
  ],
  ['accelerating', sql`delete from pace_judgements`],
])('the list %s is unknown while nothing of it was concluded', async (filter, forget) => {
  await store({ rank: 1 })
  await rankNow()
  await forget.execute(service.database)
  expect((await read(`?filter=${filter}`)).body).toMatchObject({ available: false, total: null })
})

test('searches names, and goes on at nextOffset', async () => {
  for (const rank of [1, 2, 3]) await store({ rank, name: 'Harbour light' })
  await store({ rank: 4, name: 'Ember' })
  await rankNow()
  expect((await read('?q=harb')).body['total']).toBe(3)
  const { items, body } = await read('?q=harb&limit=1&offset=1')
  expect([items.map(({ rank }) => rank), body['total'], body['nextOffset']]).toEqual([[2], 3, 2])
  expect((await read('?q=harb&offset=3')).body).toMatchObject({ items: [], total: 3, nextOffset: null })
})

test('leaves out hidden projects, and names a renamed one by its current slug', async () => {
  const hidden = await store({ rank: 1 })
  const { slug } = await store({ rank: 2 })
  await rankNow()
  await hideProject({ slug: hidden.slug }, { database: service.database, now: NOW })
  await renameProject({ slug, newSlug: 'renamed' }, { database: service.database, now: NOW })
  expect(await slugsOf()).toEqual(['renamed'])
  expect(await slugsOf(`?q=${hidden.slug}`)).toEqual([])
})

test('claims=none leaves out the claim notes, and other parameters are named', async () => {
  await store({ rank: 1 })
  await rankNow()
  const { items, body } = await read('?claims=none&sort=price')
  expect(items[0]).not.toHaveProperty('claims')
  expect(body['ignoredParameters']).toEqual(['sort'])
})

test.each([['?limit=201'], ['?limit=0'], ['?q=a'], [`?q=${'a'.repeat(81)}`], ['?filter=rich']])(
  'refuses %s',
  async (query) => {
    expect((await read(query)).status).toBe(400)
  },
)

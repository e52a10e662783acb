import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { RadarFilter } from '#contract/shapes/radar.ts'
import { toInstant } from '#contract/time.ts'
import { hideProject, renameProject } from '#operator/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aRanking, projectIdOf, storeListed, UNUSED_PARTS } from '#test/given/listed-project.ts'
import { aSignal } from '#test/given/records.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { faultsOf } from '#test/service/described-answers.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import type { ListeningService } from '#test/service/listening-service.ts'

const RANKED_AT = toInstant('2026-11-19T11:55:00Z')
const PATH = '/api/export/builders'

const listening = await listeningServiceOfFile()
let database: ListeningService['service']['database']
beforeAll(() => {
  database = listening.service.database
})
beforeEach(async () => {
  await startAnew(database)
  listening.cache.drop()
})

type Item = Readonly<Record<string, unknown>>
const get = async (path: string) => (await listening.send(path)).text
const linesOf = async (query = ''): Promise<readonly Item[]> =>
  (await get(`${PATH}${query}`))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))
const listOf = async (query = '') => JSON.parse(await get(`/api/builders${query}`)) as Item

async function store(rank: number, of: { readonly name?: string; readonly ranking?: object } = {}) {
  const project = of.name === undefined ? {} : { name: of.name }
  const slug = await storeListed({ project, evidence: KNOWN }, database)
  const id = await projectIdOf(slug, database)
  const placed = { radar: 100 - rank / 100, radar_rank: rank, radar_parts: JSON.stringify(UNUSED_PARTS) }
  await aRanking({ project_id: id, activity_status: 'DORMANT', ...placed, ...of.ranking }, database)
  return { slug, id }
}

async function rankNow(): Promise<void> {
  await database
    .insertInto('radar_state')
    .values({ rule: 'radar@2', ranked_at: RANKED_AT, ranked: 9 })
    .execute()
}

/** Ranked projects with nothing but a name, in the reverse order of their slugs. */
async function storeMany(count: number): Promise<void> {
  await sql`
    with made as (
      insert into projects (id, slug, name, state, created_at, first_published_at, published_at)
      select gen_random_uuid(), 'ranked-' || lpad(n::text, 5, '0'), 'Ranked', 'published', ${NOW}, ${NOW}, ${NOW}
      from generate_series(1, ${count}::integer) as n returning id, slug)
    insert into project_rankings (project_id, activity_status, momentum_state, attention, radar, radar_rank, radar_parts)
    select id, 'SHIPPING', 'NOT_ENOUGH_YET', '{}', 50, ${count}::integer + 1 - right(slug, 5)::integer,
      ${JSON.stringify(UNUSED_PARTS)}::jsonb from made`.execute(database)
}

describe('the export of the Radar', () => {
  test('has the projects of each list in its order, each with the time and the rule of its rank [contract GET /api/export/builders]', async () => {
    await store(3, { ranking: { activity_status: 'SHIPPING', use_calls: 3, use_state: 'MEASURED' } })
    const hidden = await store(1)
    const { slug, id } = await store(2, {
      ranking: { research_level: 'VERIFIED_BUILDER', research_state: 'MEASURED' },
    })
    await rankNow()
    await aSignal({ project_id: id, evidence: ['ship:x'] }, database)
    const judged = { project_id: id, judged: true, rule: 'signals.development@4', judged_at: NOW }
    await database.insertInto('pace_judgements').values(judged).execute()
    await hideProject({ slug: hidden.slug }, { database, now: NOW })
    await renameProject({ slug, newSlug: 'ranked-now' }, { database, now: NOW })
    for (const filter of RadarFilter.enum) {
      const list = await listOf(`?filter=${filter}`)
      const items = list['items'] as readonly Item[]
      const expected = items.map((item) => ({ ...item, asOf: RANKED_AT, rule: 'radar@2' }))
      expect([filter, list['available'], await linesOf(`?filter=${filter}`)]).toEqual([
        filter,
        true,
        expected,
      ])
    }
    expect((await linesOf()).map(({ rank, project }) => [rank, Object(project).slug])).toEqual([
      [2, 'ranked-now'],
      [3, expect.anything()],
    ])
  })

  test('is described, not stored, and has no lines for HEAD', async () => {
    await store(1)
    await rankNow()
    const answer = await listening.send(PATH)
    expect(faultsOf(answer, PATH)).toEqual([])
    expect(answer.headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'content-disposition': 'attachment; filename="builders.jsonl"',
      'cache-control': 'no-store',
    })
    expect(answer.headers.etag).toBeUndefined()
    const head = await listening.send(`${PATH}?format=csv`, { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-type']]).toEqual([
      200,
      '',
      'text/csv; charset=utf-8',
    ])
  })

  test('of more projects than a batch has each of them once, by rank', async () => {
    await storeMany(620)
    await rankNow()
    const ranks = (await linesOf('?claims=none')).map(({ rank }) => rank)
    expect(ranks).toEqual(Array.from({ length: 620 }, (_, at) => at + 1))
    expect(await linesOf('?filter=shipping')).toHaveLength(620)
  })

  test('leaves out the claim notes with claims=none', async () => {
    await store(1)
    await rankNow()
    const [{ claims, ...noted } = {}] = await linesOf()
    expect(claims).toMatchObject({ status: { kind: 'DERIVED' } })
    expect(await linesOf('?claims=none')).toEqual([noted])
  })
})

test.each(['?filter=best', '?filter=all&filter=shipping', '?format=xml', '?claims=some'])(
  'the export of the Radar refuses %s',
  async (query) => {
    expect((await listening.send(`${PATH}${query}`)).status).toBe(400)
  },
)

describe('the export of a Radar that is not known', () => {
  test('has no line, and the list says why', async () => {
    await store(1)
    expect(await get(PATH)).toBe('')
    expect(await get(`${PATH}?format=csv`)).toMatch(/^project\.slug,project\.name,[^\r\n]*,asOf,rule\r\n$/)
    expect(await listOf()).toMatchObject({ available: false, reason: 'not_measured', total: null })
  })

  test('has no line of a list that nothing was concluded of', async () => {
    await store(1)
    await rankNow()
    expect(await get(`${PATH}?filter=accelerating`)).toBe('')
    expect(await listOf('?filter=accelerating')).toMatchObject({ available: false, total: null })
  })
})

describe('the export of the Radar in CSV', () => {
  const rowsOf = async () => {
    const [names = [], ...rows] = (await get(`${PATH}?format=csv`))
      .split('\r\n')
      .slice(0, -1)
      .map((row) =>
        [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, a, b]) => a ?? String(b)),
      )
    return rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell])))
  }

  test('has an unknown part as empty cells with its state, and the time and the rule in each line', async () => {
    await store(1)
    await rankNow()
    const [row = {}] = await rowsOf()
    expect(row).toMatchObject({
      rank: '1',
      'parts.building.percentile': '80',
      'parts.use.state': 'NO_SOURCE',
      'parts.use.calls': '',
      'parts.use.percentile': '',
      'sevenDaysAgo.rank': '',
      asOf: RANKED_AT,
      rule: 'radar@2',
    })
    expect(Object.keys(row).filter((name) => name.startsWith('claims'))).toEqual([])
  })

  test('has a known zero as zero', async () => {
    await store(1)
    const used = { ...UNUSED_PARTS, use: { state: 'MEASURED', value: 0, points: 0, weight: 0.2 } }
    await sql`update project_rankings set radar_parts = ${JSON.stringify(used)}::jsonb where radar_rank = 1`.execute(
      database,
    )
    await rankNow()
    expect((await rowsOf())[0]).toMatchObject({ 'parts.use.calls': '0', 'parts.use.percentile': '0' })
  })

  test.each([
    ['=HYPERLINK("http://evil.example")', `'=HYPERLINK(""http://evil.example"")`],
    ['a,b "c"', 'a,b ""c""'],
  ])('has the name %j as a text that no spreadsheet runs', async (name, cell) => {
    await store(1, { name })
    await rankNow()
    expect((await rowsOf())[0]).toMatchObject({ 'project.name': cell })
  })
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { EVIDENCE_PREFIXES, type Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import { loadDossier } from '#records/project/dossier.ts'
import { getProjectList, type ProjectListQuery } from '#records/project/listing.ts'
import { getNamedProjects } from '#records/project/search.ts'
import { loadSnapshot } from '#records/project/snapshot.ts'
import { countTimeline, getTimeline } from '#records/project/timeline.ts'
import { getShipList } from '#records/ships/ship-list.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { openKeptStatements } from './kept-statements.ts'
import { fillWithProjects } from './many-projects.ts'

const PROJECTS = 100_000
const now = toInstant('2026-11-20T12:00:00Z')

const opened = await fileDatabase()
await fillWithProjects(PROJECTS, opened.database)
const statements = await forFile(openKeptStatements(opened.url))

type Asked = Partial<ProjectListQuery>
const listOf = (asked: Asked, database: Database) =>
  getProjectList({ query: { limit: 24, offset: 0, ...asked }, now }, database)

/**
 * Lists that anybody may ask for and that may read no large table as a whole. A place deep inside a list, or a filter
 * that most rows meet, may do so and is left out.
 */
const LISTS: readonly Asked[] = [
  {},
  { offset: 480 },
  { sort: 'newest' },
  { sort: 'marketCap' },
  { sort: 'liquidity' },
  { sort: 'volume24h' },
  { status: 'DORMANT' },
  { status: 'UNKNOWN' },
  { kind: 'game' },
  { kind: 'game', offset: 480 },
  { launchpad: 'pons' },
  { launchpad: 'rare' },
  { narrative: 'nothing' as Slug },
  { tab: 'shipping-now' },
  { tab: 'new-builders' },
  { tab: 'new-on-hey' },
  { tab: 'back-from-dormancy' },
  { q: '77777' },
  { q: 'lumen vault 123' },
  { q: '0xab' },
]

test.each(LISTS.map((asked) => [JSON.stringify(asked), asked] as const))(
  'a list of a hundred thousand projects reads no large table from end to end: %s',
  async (_, asked) => {
    const list = await listOf(asked, statements.database)
    expect(list.total).toBeLessThanOrEqual(PROJECTS * 0.9)
    expect(await statements.readWhole()).toEqual([])
  },
)

const FALLING = {
  activity: 'last_activity_at desc nulls last',
  marketCap: `array_position(array['marketCap', 'fdv'], valuation_kind), valuation_usd desc nulls last`,
  liquidity: 'liquidity_usd desc nulls last',
  volume24h: 'volume_24h_usd desc nulls last',
  newest: 'listings.first_published_at desc nulls last',
} as const
const NARROWED = [
  [{}, 'true'],
  [{ status: 'DORMANT' }, `activity_status = 'DORMANT'`],
  [{ kind: 'app', narrative: 'games' as Slug }, `listings.kind = 'app' and 'games' = any(narratives)`],
] as const

test.each(Object.keys(FALLING) as readonly (keyof typeof FALLING)[])(
  'however deep, an answer ordered by %s is that part of the whole list',
  async (sort) => {
    for (const [filters, condition] of NARROWED) {
      const { rows } = await sql<{ slug: string }>`
        select projects.slug from listings join projects on projects.id = project_id
        where state = 'published' and ${sql.raw(condition)}
        order by ${sql.raw(FALLING[sort])}, project_id desc`.execute(opened.database)
      const list = rows.map(({ slug }) => slug)
      expect(list.length).toBeGreaterThan(2000)
      for (const part of [0.1, 0.47, 0.5, 0.93, 1]) {
        const offset = Math.floor(list.length * part) - 3
        const { total, projects } = await listOf({ ...filters, sort, limit: 40, offset }, opened.database)
        expect(total).toBe(list.length)
        expect(projects.map(({ slug }) => slug)).toEqual(list.slice(offset, offset + 40))
      }
    }
  },
)

test('totals are exact', async () => {
  const total = async (asked: Asked) => (await listOf({ ...asked, limit: 1 }, statements.database)).total
  expect(await total({})).toBe(PROJECTS * 0.9)
  expect(await total({ kind: 'app', has: ['repository'] })).toBe(await total({ kind: 'app' }))
})

test.each(['lu', 'lumen', 'lumen 7', 'project', '0xab', '99999'])(
  'suggestions for %s read no large table from end to end',
  async (words) => {
    expect((await getNamedProjects({ words, limit: 8 }, statements.database)).length).toBeGreaterThan(0)
    expect(await statements.readWhole()).toEqual([])
  },
)

test('a statement without an index to help it is found out', async () => {
  await statements.database.selectFrom('projects').select('id').where('name', '=', 'nothing').execute()
  expect(await statements.readWhole()).toEqual(['projects'])
})

test('neither do the newest ships, nor a dossier, a snapshot and a timeline', async () => {
  const project = 'project-77777' as Slug
  for (const filter of [
    {},
    { offset: 480 },
    { kind: 'release' },
    { until: toInstant('2026-03-01T00:00:00Z') },
  ] as const) {
    const query = { limit: 24, offset: 0, ...filter }
    expect((await getShipList({ query, now }, statements.database)).ships).toHaveLength(24)
  }
  const own = await getShipList({ query: { limit: 24, offset: 0, project }, now }, statements.database)
  expect(own.ships).toHaveLength(3)
  const found = await loadDossier({ slug: project, now }, statements.database)
  expect(found?.ships).toHaveLength(3)
  expect((await loadSnapshot(project, statements.database))?.slug).toBe(project)
  const of = { slug: project, kinds: EVIDENCE_PREFIXES, now }
  const list = await getTimeline({ ...of, before: undefined, limit: 51 }, statements.database)
  const counts = await countTimeline(of, statements.database)
  expect(list.length).toBe([...counts.values()].reduce((sum, records) => sum + records, 0))
  expect(counts.get('ship')).toBe(3)
  expect(await statements.readWhole()).toEqual([])
})

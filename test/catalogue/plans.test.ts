import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { loadDossier } from '#records/project/dossier.ts'
import { getProjectPage, type ProjectPageQuery } from '#records/project/project-lists.ts'
import { getNamedProjects } from '#records/project/project-search.ts'
import { getShipPage } from '#records/ships/ship-lists.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { type KeptStatements, openKeptStatements } from './kept-statements.ts'
import { fillWithProjects } from './many-projects.ts'

const PROJECTS = 100_000
const now = toInstant('2026-11-20T12:00:00Z')

let opened: TestDatabase
let statements: KeptStatements
beforeAll(async () => {
  opened = await openTestDatabase()
  await fillWithProjects(PROJECTS, opened.database)
  statements = openKeptStatements(opened.url)
}, 300_000)
afterAll(async () => {
  await statements[Symbol.asyncDispose]()
  await opened[Symbol.asyncDispose]()
})

type Asked = ProjectPageQuery['filters'] & Partial<Pick<ProjectPageQuery, 'sort' | 'offset'>>
const LISTS: readonly Asked[] = [
  {},
  { offset: 40_000 },
  { offset: 40_000, sort: 'marketCap' },
  { offset: 7_000, status: 'DORMANT' },
  { offset: 30_000, has: ['repository'], sort: 'liquidity' },
  { sort: 'newest' },
  { sort: 'marketCap' },
  { sort: 'liquidity' },
  { sort: 'volume24h' },
  { status: 'DORMANT' },
  { status: 'UNKNOWN', sort: 'newest' },
  { kind: 'game' },
  { launchpad: 'pons' },
  { launchpad: 'rare' },
  { narrative: 'ai' },
  { narrative: 'nothing' },
  { has: ['repository'] },
  { tab: 'still-building' },
  { tab: 'shipping-now' },
  { tab: 'new-builders' },
  { tab: 'new-on-hey' },
  { tab: 'most-active' },
  { tab: 'back-from-dormancy' },
  { tab: 'building-with-token' },
  { words: '77777' },
  { words: 'lumen vault 123' },
  { words: '0xab' },
]

test.each(LISTS.map((asked) => [JSON.stringify(asked), asked] as const))(
  'a page of a hundred thousand projects reads no large table from end to end: %s',
  async (_, { sort, offset = 0, ...filters }) => {
    const page = await getProjectPage(
      {
        filters,
        ...(sort === undefined ? {} : { sort }),
        limit: 24,
        offset,
        newSince: toInstant('2026-11-13T12:00:00Z'),
      },
      statements.database,
    )
    expect(page.total).toBeLessThanOrEqual(PROJECTS * 0.9)
    expect(await statements.readWhole()).toEqual([])
  },
)

const FALLING = {
  activity: 'last_activity_at desc nulls last',
  marketCap: `array_position(array['marketCap', 'fdv'], valuation_kind), valuation_usd desc nulls last`,
  liquidity: 'liquidity_usd desc nulls last',
  volume24h: 'volume_24h_usd desc nulls last',
  newest: 'project_lists.first_published_at desc nulls last',
} as const
const NARROWED = [
  [{}, 'true'],
  [{ status: 'DORMANT' }, `activity_status = 'DORMANT'`],
  [{ kind: 'app', narrative: 'games' }, `project_lists.kind = 'app' and 'games' = any(narratives)`],
] as const

test.each(Object.keys(FALLING) as readonly (keyof typeof FALLING)[])(
  'however deep, a page ordered by %s is that part of the whole list',
  async (sort) => {
    for (const [filters, condition] of NARROWED) {
      const { rows } = await sql<{ slug: string }>`
        select slug from project_lists join projects on projects.id = project_id
        where published and ${sql.raw(condition)}
        order by ${sql.raw(FALLING[sort])}, project_id desc`.execute(opened.database)
      const list = rows.map(({ slug }) => slug)
      expect(list.length).toBeGreaterThan(2000)
      for (const part of [0.1, 0.47, 0.5, 0.93, 1]) {
        const offset = Math.floor(list.length * part) - 3
        const query = { filters, sort, limit: 40, offset, newSince: now }
        const { total, projects } = await getProjectPage(query, opened.database)
        expect(total).toBe(list.length)
        expect(projects.map(({ slug }) => slug)).toEqual(list.slice(offset, offset + 40))
      }
    }
  },
)

test('totals are kept for every single filter', async () => {
  const total = async (filters: ProjectPageQuery['filters']) =>
    (await getProjectPage({ filters, limit: 1, offset: 0, newSince: now }, statements.database)).total
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

test('neither do the newest ships, nor a dossier', async () => {
  expect((await getShipPage({ limit: 24, offset: 0, now }, statements.database)).ships).toHaveLength(24)
  expect((await getShipPage({ limit: 24, offset: 1000, now }, statements.database)).ships).toHaveLength(24)
  const found = await loadDossier({ slug: 'project-77777' as Slug, now }, statements.database)
  expect(found?.ships).toHaveLength(3)
  expect(await statements.readWhole()).toEqual([])
})

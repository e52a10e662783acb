import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { loadDossier } from '#records/dossier.ts'
import { getProjectPage, type ProjectPageQuery } from '#records/project-lists.ts'
import { getNamedProjects } from '#records/project-search.ts'
import { getShipPage } from '#records/ship-lists.ts'
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

test.each(['activity', 'marketCap', 'liquidity', 'volume24h', 'newest'] as const)(
  'read from the nearer end, a page ordered by %s is the one that follows the page before it',
  async (sort) => {
    const at = async (offset: number, limit: number) => {
      const query = { filters: {}, sort, limit, offset, newSince: now }
      return (await getProjectPage(query, statements.database)).projects.map(({ slug }) => slug)
    }
    for (const start of [980, 44_990, 89_980]) {
      const [whole, first, second] = [await at(start, 40), await at(start, 20), await at(start + 20, 20)]
      expect([...first, ...second]).toEqual(whole)
    }
    expect(await at(89_990, 48)).toHaveLength(10)
    expect(await at(90_000, 48)).toEqual([])
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

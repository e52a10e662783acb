import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fact, unknown } from '#contract/claim.ts'
import { ActivityStatus } from '#contract/enums.ts'
import { parseAddress, type Slug } from '#contract/ids.ts'
import type { ListedFigures } from '#domain/project/project-list.ts'
import { inTransaction } from '#records/database.ts'
import { aClaim, addressOf, aProject, aToken, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getProjectList, type ProjectListQuery, saveListings } from './listing.ts'
import {
  insertFormerSlugs,
  insertProjects,
  saveProjectDetails,
  saveProjectSlug,
  saveProjectState,
} from './projects.ts'
import { saveCatalogueTokens, saveTokenMetadata } from './tokens.ts'
import { lockProjects, markForEvaluation } from './work.ts'

const { database } = await fileDatabase()

const unread = unknown('NOT_ENOUGH_YET')
const FIGURES: ListedFigures = {
  liquidity: unread,
  volume24h: unread,
  valuation: unread,
  withheld: null,
  doubt: null,
}
const SOURCE = ['source:00000000-0000-7000-8000-000000000001'] as const

type Evaluated = { status: ActivityStatus; token?: boolean; liquidityUsd?: number }

function listingOf(projectId: string, { status, token = false, liquidityUsd }: Evaluated) {
  const liquidity =
    liquidityUsd === undefined
      ? unread
      : fact({ usd: liquidityUsd, provider: 'dexscreener' }, SOURCE, DEFAULT_NOW)
  return {
    projectId,
    activityStatus: status,
    meaningfulShips30d: null,
    lastActivityAt: DEFAULT_NOW,
    listing: {
      firstShipAt: null,
      builderRead: true,
      tabs: [],
      facts: token ? (['token'] as const) : [],
      figures: { ...FIGURES, liquidity },
    },
  }
}

function listOf(query: Partial<ProjectListQuery>) {
  return getProjectList({ query: { limit: 48, offset: 0, ...query }, now: DEFAULT_NOW }, database)
}
async function listed(query: Partial<ProjectListQuery>): Promise<readonly string[]> {
  const { total, projects } = await listOf(query)
  expect(total).toBe(projects.length)
  return projects.map(({ slug }) => slug)
}
const write = (work: Parameters<typeof inTransaction<void>>[1]) => inTransaction(database, work)

/** The listing columns that come from the records, collected row by row. */
async function identities() {
  const { rows } = await sql`
    select listings.project_id, published, listings.slug, listings.name, listings.kind, listings.launchpad,
      listings.first_published_at, array(select unnest(tsvector_to_array(words)) collate "C" order by 1) as words from listings order by project_id`.execute(
    database,
  )
  return rows
}
async function recorded() {
  const { rows } = await sql`
    select id as project_id, state = 'published' as published, slug, name, kind, launchpad, first_published_at,
      array(select word collate "C" from (
          select name as text union all select slug from project_slugs where project_id = projects.id
          union all select unnest(array[symbol, symbol_declared, name, address]) from tokens where project_id = projects.id
        ) as named, regexp_split_to_table(lower(text), '[^a-z0-9]+') as word
        where word <> '' group by 1 order by 1) as words
    from projects order by id`.execute(database)
  return rows
}

test('a listing matches the records of its project, in whatever order they are written', async () => {
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => String((await aProject({ kind: 'app' }, database)).id)),
  )
  const which = fc.integer({ min: 0, max: ids.length - 1 })
  const name = fc.constantFrom('Lumen', 'Lumber 7', 'Quay')
  const step = fc.oneof(
    fc.record({ which, state: fc.constantFrom('published' as const, 'hidden' as const) }),
    fc.record({ which, name, kind: fc.constantFrom('app' as const, 'game' as const, null) }),
    fc.record({ which, slug: fc.uuid(), former: fc.boolean() }),
    fc.record({ which, symbol: fc.constantFrom('LUM', 'QUAY', null) }),
    fc.record({ which, answered: name }),
  )
  const now = DEFAULT_NOW
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const taken of steps) {
        const id = String(ids[taken.which])
        const address = parseAddress(addressOf(0xb0 + taken.which))
        if (address === undefined) throw new Error('no address')
        await write(async (writer) => {
          if ('state' in taken) await saveProjectState({ id, state: taken.state, now }, writer)
          else if ('slug' in taken && taken.former)
            await insertFormerSlugs({ slugs: [{ projectId: id, slug: taken.slug as Slug }], now }, writer)
          else if ('slug' in taken) await saveProjectSlug({ id, slug: taken.slug as Slug, now }, writer)
          else if ('kind' in taken)
            await saveProjectDetails([{ id, ...taken, description: null, launchpad: 'pad' }], writer)
          else if ('symbol' in taken)
            await saveCatalogueTokens([{ projectId: id, address, symbol: taken.symbol }], writer)
          else {
            await saveCatalogueTokens([{ projectId: id, address, symbol: null }], writer)
            const metadata = { name: taken.answered, symbol: 'T7', decimals: 18, totalSupply: null }
            await saveTokenMetadata({ address, metadata, now }, writer)
          }
        })
      }
      expect(await identities()).toEqual(await recorded())
    }),
    { numRuns: 25 },
  )
})

test('a new project is listed by the transaction that inserts it, before any evaluation', async () => {
  const id = '00000000-0000-7000-8000-0000000000aa'
  const project = {
    id,
    slug: 'fresh' as Slug,
    name: 'Fresh',
    description: null,
    kind: null,
    launchpad: 'fresh-pad',
  }
  await write((writer) =>
    insertProjects({ projects: [{ ...project, state: 'published' }], now: DEFAULT_NOW }, writer),
  )
  const { total, projects } = await listOf({ launchpad: 'fresh-pad' })
  expect(total).toBe(1)
  expect(projects[0]).toMatchObject({ slug: 'fresh', scoredAt: null, figures: FIGURES, narratives: [] })
})

test('the transaction that hides a project unlists it, and an evaluation does not list it again', async () => {
  const project = await aProject({ launchpad: 'own-pad' }, database)
  const id = String(project.id)
  const move = (state: 'hidden' | 'published') =>
    write((writer) => saveProjectState({ id, state, now: DEFAULT_NOW }, writer))
  const own = () => listed({ launchpad: 'own-pad' })
  expect(await own()).toEqual([project.slug])
  await move('hidden')
  expect(await own()).toEqual([])
  await write((writer) => saveListings([listingOf(id, { status: 'SHIPPING' })], writer))
  expect(await own()).toEqual([])
  await move('published')
  expect(await own()).toEqual([project.slug])
  expect(await listed({ launchpad: 'own-pad', status: 'SHIPPING' })).toEqual([project.slug])
})

test('lists a project under the slugs of its standing narratives at evaluation', async () => {
  const id = String((await aProject({}, database)).id)
  const claim = { project_id: id, kind: 'narrative' } as const
  for (const [narrative, statement] of [
    ['relay', 'Relays: the documentation describes them.'],
    ['ai', 'ai'],
    ['ai', 'AI: the agents page.'],
  ] as const)
    await aClaim({ ...claim, narrative, statement }, database)
  const withdrawn = { narrative: 'gone', withdrawn_at: DEFAULT_NOW, withdrawn_reason: 'x' }
  await aClaim({ ...claim, ...withdrawn }, database)
  await aClaim({ project_id: id, kind: 'utility', statement: 'fees' }, database)
  await write((writer) => saveListings([listingOf(id, { status: 'UNKNOWN' })], writer))
  const { projects } = await listOf({ narrative: 'relay' as Slug })
  expect(projects.map(({ narratives }) => narratives)).toEqual([['ai', 'relay']])
})

test('lists filter, sort and show the conclusions of the evaluation', async () => {
  const pad = { launchpad: 'figures-pad' }
  const ids = await Promise.all(
    [1, 2, 3].map(async (n) => String((await aProject({ ...pad, slug: `figures-${n}` }, database)).id)),
  )
  const [low = '', none = '', high = ''] = ids
  await aToken({ project_id: high, address: addressOf(0xc0) }, database)
  await write((writer) =>
    saveListings(
      [
        listingOf(low, { status: 'QUIET', liquidityUsd: 0, token: true }),
        listingOf(none, { status: 'QUIET' }),
        listingOf(high, { status: 'ACTIVE', liquidityUsd: 7, token: true }),
      ],
      writer,
    ),
  )
  expect(await listed({ ...pad, sort: 'liquidity' })).toEqual(['figures-3', 'figures-1', 'figures-2'])
  expect(await listed({ ...pad, has: ['token'], status: 'QUIET' })).toEqual(['figures-1'])
  const { projects } = await listOf({ ...pad, has: ['token'], status: 'ACTIVE' })
  expect(projects[0]?.figures.liquidity).toEqual(
    fact({ usd: 7, provider: 'dexscreener' }, SOURCE, DEFAULT_NOW),
  )
})

test('after concurrent evaluations, publications and renames each listing matches the records', async () => {
  const ids = await Promise.all(
    Array.from({ length: 8 }, async () => String((await aProject({}, database)).id)),
  )
  const now = DEFAULT_NOW
  await write((writer) => markForEvaluation({ projectIds: ids, now }, writer))
  const evaluate = (round: number) =>
    write(async (writer) => {
      await lockProjects(ids, writer)
      const status = ActivityStatus.enum[round % ActivityStatus.enum.length] ?? 'UNKNOWN'
      await saveListings(
        ids.map((id) => listingOf(id, { status, liquidityUsd: round })),
        writer,
      )
    })
  const move = (round: number) =>
    write(async (writer) => {
      const id = String(ids[round % ids.length])
      await lockProjects([id], writer)
      await saveProjectState({ id, state: round % 2 === 0 ? 'hidden' : 'published', now }, writer)
      const details = { name: `Tide ${round % 7}`, description: null, kind: null, launchpad: null }
      await saveProjectDetails([{ id, ...details }], writer)
    })
  const steps = [evaluate, move, move]
  await Promise.all(Array.from({ length: 45 }, (_, round) => steps[round % 3]?.(Math.floor(round / 2))))
  expect(await identities()).toEqual(await recorded())
})

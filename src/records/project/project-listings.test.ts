import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { ACTIVITY_STATUSES } from '#contract/enums.ts'
import type { ListedFigures } from '#domain/project/project-list.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { countWaiting, openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aClaim, aProject, aSource, DEFAULT_NOW } from '#test/records.ts'
import { addUpCounts } from './kept-counts.ts'
import { saveListings } from './project-listings.ts'
import { getProjectPage } from './project-lists.ts'
import { saveProjectDetails, saveProjectState } from './projects.ts'

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened[Symbol.asyncDispose]())

const unread = unknown('NOT_ENOUGH_YET')
const FIGURES = { liquidity: unread, volume24h: unread, valuation: unread, withheld: null }

type Evaluated = {
  status: (typeof ACTIVITY_STATUSES)[number]
  token: boolean
  active: boolean
  liquidityUsd?: number | undefined
}

function figuresOf(liquidityUsd: number | undefined): typeof FIGURES | ListedFigures {
  if (liquidityUsd === undefined) return FIGURES
  const value = { usd: liquidityUsd, provider: 'dexscreener' as const }
  const evidence = ['source:00000000-0000-7000-8000-000000000001'] as const
  return { ...FIGURES, liquidity: { kind: 'FACT', value, observedAt: DEFAULT_NOW, evidence } }
}

function listingOf(projectId: string, { status, token, active, liquidityUsd }: Evaluated) {
  return {
    projectId,
    activityStatus: status,
    meaningfulShips30d: active ? 3 : null,
    lastActivityAt: active ? DEFAULT_NOW : null,
    listing: {
      firstShipAt: null,
      builderRead: true,
      tabs: active ? (['most-active'] as const) : [],
      held: token ? (['token'] as const) : [],
      figures: figuresOf(liquidityUsd),
    },
  }
}

/** What is kept must be what is there, of every facet and every prefix kept, with nothing left over. */
async function faults(): Promise<readonly unknown[]> {
  const { rows } = await sql`
    with real as (
      select key, array_agg(no order by no) as numbers from project_lists join projects on projects.id = project_id,
        lateral (
          select unnest(list_facets(projects.state = 'published', activity_status, projects.kind, projects.launchpad, tabs, narratives, held))
          union select 'word:' || prefix from word_prefixes where projects.state = 'published' and exists (
            select from unnest(search_words(projects.name || ' ' || projects.slug)) as word where starts_with(word, prefix))
          union select 'span:' || name || ':' || (
            select count(*) from project_cuts as cut where cut.name = place.name and (cut.x, cut.y, cut.id) >= (place.x, place.y, project_id))
          from (values ('activity', coalesce(extract(epoch from last_activity_at)::float8, '-infinity'), 0),
            ('newest', coalesce(extract(epoch from projects.first_published_at)::float8, '-infinity'), 0),
            ('liquidity', coalesce(liquidity_usd, '-infinity'), 0), ('volume24h', coalesce(volume_24h_usd, '-infinity'), 0),
            ('marketCap', 0, '-infinity'), ('mostActive', coalesce(meaningful_ships_30d::float8, '-infinity'),
              coalesce(extract(epoch from last_activity_at)::float8, '-infinity'))) as place(name, x, y)
          where projects.state = 'published' and exists (select from project_cuts as cut where cut.name = place.name)
        ) as keys(key) group by key
    ), kept as (
      select key, array_agg(chunk * 4096 + place order by chunk, place) as numbers
      from (select key, chunk, bit_xor(bits) as bits from project_bits group by key, chunk) as chunks,
        generate_series(0, 4095) as place
      where get_bit(bits, place) = 1 group by key
    )
    select key, kept.numbers as kept, real.numbers as real from kept full join real using (key)
    where kept.numbers is distinct from real.numbers`.execute(opened.database)
  return rows
}

/** Cuts the orders of a few projects as those of thousands are. */
const cutOrders = (writer: Writer) => sql`select cut_project_orders(5, 1)`.execute(writer)

test('counts are what is listed, whatever happens in whatever order', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, async () => String((await aProject({ kind: 'app' }, opened.database)).id)),
  )
  const which = fc.integer({ min: 0, max: ids.length - 1 })
  const step = fc.oneof(
    fc.record({
      which,
      evaluate: fc.record({
        status: fc.constantFrom(...ACTIVITY_STATUSES),
        token: fc.boolean(),
        active: fc.boolean(),
        liquidityUsd: fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }),
      }),
    }),
    fc.record({ which, state: fc.constantFrom('draft' as const, 'published' as const, 'hidden' as const) }),
    fc.record({
      which,
      kind: fc.constantFrom('app' as const, 'game' as const, null),
      name: fc.constantFrom('Lumen', 'Lumber 7', 'Quay'),
    }),
    fc.record({ which, addUp: fc.constantFrom('bits' as const, 'words' as const, 'cuts' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      for (const taken of steps) {
        const id = String(ids[taken.which])
        await inTransaction(opened.database, async (writer) => {
          if ('evaluate' in taken) await saveListings([listingOf(id, taken.evaluate)], writer)
          else if ('state' in taken)
            await saveProjectState({ id, state: taken.state, now: DEFAULT_NOW }, writer)
          else if ('kind' in taken)
            await saveProjectDetails(
              { id, name: taken.name, description: null, kind: taken.kind, launchpad: null },
              writer,
            )
          else if (taken.addUp === 'words') await sql`select keep_word_prefixes(2)`.execute(writer)
          else if (taken.addUp === 'cuts') await cutOrders(writer)
          else await addUpCounts({ kept: 'project_bits' }, writer)
        })
      }
      expect(await faults()).toEqual([])
    }),
    { numRuns: 25 },
  )
})

test('counts stay right while writers and those who add up meet', async () => {
  const ids = await Promise.all(
    Array.from({ length: 8 }, async () => String((await aProject({}, opened.database)).id)),
  )
  const evaluate = (round: number) =>
    inTransaction(opened.database, (writer) =>
      saveListings(
        ids.map((id, index) =>
          listingOf(id, {
            status: round % 2 === index % 2 ? 'ACTIVE' : 'QUIET',
            token: round % 3 === 0,
            active: true,
            liquidityUsd: round + (index % 2),
          }),
        ),
        writer,
      ),
    )
  const move = (round: number) =>
    inTransaction(opened.database, (writer) =>
      saveProjectState(
        {
          id: String(ids[round % ids.length]),
          state: round % 2 === 0 ? 'hidden' : 'published',
          now: DEFAULT_NOW,
        },
        writer,
      ),
    )
  const rename = (round: number) =>
    inTransaction(opened.database, (writer) =>
      saveProjectDetails(
        {
          id: String(ids[round % ids.length]),
          name: `Tide ${round % 7}`,
          description: null,
          kind: null,
          launchpad: null,
        },
        writer,
      ),
    )
  const addUp = () =>
    inTransaction(opened.database, async (writer) => {
      await addUpCounts({ kept: 'project_bits' }, writer)
      await sql`select keep_word_prefixes(2)`.execute(writer)
    })
  const cut = () => inTransaction(opened.database, cutOrders)
  const steps = [evaluate, move, rename, addUp, cut]
  await Promise.all(Array.from({ length: 50 }, (_, round) => steps[round % 5]?.(Math.floor(round / 2))))
  expect(await faults()).toEqual([])
})

test('orders are cut when who moves in them has committed, and who moves next sees the cuts', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => String((await aProject({}, opened.database)).id)),
  )
  const move = (id: string, liquidityUsd: number, writer: Writer) =>
    saveListings([listingOf(id, { status: 'QUIET', token: true, active: true, liquidityUsd })], writer)
  let cut: Promise<unknown> = Promise.resolve()
  await inTransaction(opened.database, async (writer) => {
    for (const [index, id] of ids.entries()) await move(id, 1000 + index, writer)
    cut = inTransaction(opened.database, cutOrders)
    await expect.poll(() => countWaiting(opened.database)).toBe(1)
  })
  await cut
  expect(await faults()).toEqual([])
  let moved: Promise<unknown> = Promise.resolve()
  await inTransaction(opened.database, async (writer) => {
    await sql`lock table project_cuts in exclusive mode`.execute(writer)
    moved = inTransaction(opened.database, (other) => move(ids[0] ?? '', 5000, other))
    await expect.poll(() => countWaiting(opened.database)).toBe(1)
  })
  await moved
  expect(await faults()).toEqual([])
})

test('a hidden project is out of lists with the transaction that hides it, and is not let in by its evaluation', async () => {
  const project = await aProject({ launchpad: 'own-pad' }, opened.database)
  const id = String(project.id)
  const listed = async () => {
    const query = { filters: { launchpad: 'own-pad' }, limit: 5, offset: 0, newSince: DEFAULT_NOW }
    const { total, projects } = await getProjectPage(query, opened.database)
    return [total, projects.length]
  }
  expect(await listed()).toEqual([1, 1])
  await inTransaction(opened.database, (writer) =>
    saveProjectState({ id, state: 'hidden', now: DEFAULT_NOW }, writer),
  )
  expect(await listed()).toEqual([0, 0])
  await inTransaction(opened.database, (writer) =>
    saveListings([listingOf(id, { status: 'SHIPPING', token: true, active: true })], writer),
  )
  expect(await listed()).toEqual([0, 0])
  await inTransaction(opened.database, (writer) =>
    saveProjectState({ id, state: 'published', now: DEFAULT_NOW }, writer),
  )
  expect(await listed()).toEqual([1, 1])
})

test('lists a project under the slugs of the narratives that stand when it is evaluated', async () => {
  const id = String((await aProject({}, opened.database)).id)
  await aSource({ project_id: id }, opened.database)
  for (const [narrative, statement] of [
    ['relay', 'Relays: the documentation describes them.'],
    ['ai', 'ai'],
    ['ai', 'AI: the agents page.'],
  ] as const)
    await aClaim({ project_id: id, kind: 'narrative', narrative, statement }, opened.database)
  await aClaim(
    {
      project_id: id,
      kind: 'narrative',
      narrative: 'gone',
      withdrawn_at: DEFAULT_NOW,
      withdrawn_reason: 'x',
    },
    opened.database,
  )
  await aClaim({ project_id: id, kind: 'utility', statement: 'fees' }, opened.database)
  const evaluated = listingOf(id, { status: 'UNKNOWN', token: false, active: false })
  await inTransaction(opened.database, (writer) => saveListings([evaluated], writer))
  const query = { filters: { narrative: 'relay' }, limit: 5, offset: 0, newSince: DEFAULT_NOW }
  const { projects } = await getProjectPage(query, opened.database)
  expect(projects.map(({ narratives }) => narratives)).toEqual([['ai', 'relay']])
})

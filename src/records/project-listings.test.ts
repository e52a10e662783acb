import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { ACTIVITY_STATUSES } from '#contract/enums.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aClaim, aProject, aSource, DEFAULT_NOW } from '#test/records.ts'
import { inTransaction } from './database.ts'
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

type Evaluated = { status: (typeof ACTIVITY_STATUSES)[number]; token: boolean; active: boolean }

function listingOf(projectId: string, { status, token, active }: Evaluated) {
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
      figures: FIGURES,
    },
  }
}

/** What is kept must be what is there, for every facet, with nothing left over. */
async function faults(): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select coalesce(kept.facet, real.facet) as facet, kept.n as kept, real.n as real from
      (select facet, sum(n)::int as n from project_counts group by facet having sum(n) <> 0) as kept
    full join
      (select facet, count(*)::int as n from project_lists join projects on projects.id = project_id,
        unnest(counted_facets(list_facets(projects.state = 'published', activity_status, projects.kind, projects.launchpad, tabs, narratives, held))) as facet
        group by facet) as real
    using (facet) where kept.n is distinct from real.n`.execute(opened.database)
  return rows
}

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
      }),
    }),
    fc.record({ which, state: fc.constantFrom('draft' as const, 'published' as const, 'hidden' as const) }),
    fc.record({ which, kind: fc.constantFrom('app' as const, 'game' as const, null) }),
    fc.record({ which, addUp: fc.constant(true) }),
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
              { id, name: 'Lumen', description: null, kind: taken.kind, launchpad: null },
              writer,
            )
          else await addUpCounts({ table: 'project_counts' }, writer)
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
  const addUp = () =>
    inTransaction(opened.database, (writer) => addUpCounts({ table: 'project_counts' }, writer))
  await Promise.all(Array.from({ length: 24 }, (_, round) => [evaluate, move, addUp][round % 3]?.(round)))
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

test('narratives are those that stand when the project is evaluated', async () => {
  const id = String((await aProject({}, opened.database)).id)
  await aSource({ project_id: id }, opened.database)
  for (const statement of ['relay', 'ai'])
    await aClaim({ project_id: id, kind: 'narrative', statement }, opened.database)
  await aClaim(
    {
      project_id: id,
      kind: 'narrative',
      statement: 'gone',
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

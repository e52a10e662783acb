import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { saveProjectState } from '#records/project/projects.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { asking, type Question } from '../../bench/ask.ts'
import { generateCatalogue } from '../../bench/catalogue.ts'
import { chanceOf } from '../../bench/chance.ts'
import { END } from '../../bench/sample-projects.ts'

const opened = await fileDatabase()
await generateCatalogue({ projects: 120, events: 2400, seed: 'lists' }, opened.database)
const ask = asking({ reader: opened.database, now: END }, { check: true })

const { pick, whole } = chanceOf('lists')

type Change = { readonly id: string; readonly revision: number; readonly op: string }
type ChangeList = { readonly items: readonly Change[]; readonly nextCursor: string | null }

async function entriesOf(
  query: Question['query'] & object,
  direction: 'before' | 'after',
): Promise<string[]> {
  const ids: string[] = []
  for (let asked = query; ids.length < 10_000; ) {
    const list: ChangeList = JSON.parse(await ask({ name: 'changes', query: asked }))
    ids.push(...list.items.map(({ id, revision }) => `${id} ${revision}`))
    if (list.nextCursor === null || list.items.length === 0) break
    asked = { ...query, [direction]: list.nextCursor }
  }
  return ids
}

type Cards = {
  readonly total: number
  readonly nextOffset: number | null
  readonly items: readonly { readonly slug: string }[]
}

type Filters = Partial<Record<'kind' | 'status' | 'has' | 'tab' | 'q' | 'sort', string>>

async function allProjects(query: Question['query'] & object): Promise<{ total: number; slugs: string[] }> {
  const slugs: string[] = []
  for (let offset = 0; ; ) {
    const list: Cards = JSON.parse(await ask({ name: 'projects', query: { ...query, limit: 7, offset } }))
    slugs.push(...list.items.map(({ slug }) => slug))
    if (list.nextOffset === null) return { total: list.total, slugs }
    offset = list.nextOffset
  }
}

describe('projects of several filters', () => {
  const some = (...named: readonly [Filters, ...Filters[]]) => pick(named)
  const questions = Array.from({ length: 24 }, () => ({
    ...some({}, { kind: 'game' }, { kind: 'protocol' }),
    ...some({}, { status: 'QUIET' }, { status: 'SHIPPING' }, { status: 'UNKNOWN' }),
    ...some({}, {}, { has: 'ship' }, { has: 'token,repository' }, { has: 'deployment,release' }),
    ...some({}, {}, { tab: 'still-building' }, { tab: 'most-active' }),
    ...some(
      {},
      {},
      { q: pick(['br', 'ba']) },
      { q: pick(['bridge', 'bright la', 'amber br', 'vault 0x', '000007 b']) },
    ),
    ...some({}, { sort: 'marketCap' }, { sort: 'newest' }),
  }))

  test.for(questions)('are those that a plain look finds, and as many: %j', async (question) => {
    const { kind = '', status = '', has = '', tab = '', q = '' } = question
    const { rows } = await sql<{ slug: string }>`
      select projects.slug from listings as listed join projects on projects.id = project_id
      where projects.state = 'published' and (${kind} = '' or projects.kind = ${kind})
        and (${status} = '' or activity_status = ${status}) and case ${tab} when '' then true when 'most-active' then meaningful_ships_30d > 0
          else ${tab} = any(tabs) end
        and facts @> string_to_array(${has}, ',')
        and not exists (select from regexp_split_to_table(lower(${q}), '[^a-z0-9]+') as word where not exists (
          select from (
            select projects.name as words union all select slug from project_slugs where project_id = projects.id
            union all select unnest(array[symbol, symbol_declared, name, address]) from tokens where project_id = projects.id
          ) as named, regexp_split_to_table(lower(named.words), '[^a-z0-9]+') as term where starts_with(term, word)))`.execute(
      opened.database,
    )
    const { total, slugs } = await allProjects(question)
    expect(slugs.toSorted()).toEqual(rows.map(({ slug }) => slug).toSorted())
    expect(total).toBe(rows.length)
  })
})

describe('changes of a span of time', () => {
  const day = () => `2026-${String(whole(1, 11)).padStart(2, '0')}-${String(whole(1, 28)).padStart(2, '0')}`
  const spans = Array.from({ length: 12 }, () => {
    const [from, to] = [`${day()}T07:30:00Z`, `${day()}T16:45:10Z`].toSorted()
    const types = pick(['', '', 'build.release', 'contract.deployed,lock.unlock_due', 'build.dormant'])
    return {
      ...(whole(0, 2) === 0 ? {} : { since: from ?? '' }),
      until: to ?? '',
      ...(types === '' ? {} : { type: types }),
    }
  })

  test.for(spans)('are those that a plain look finds, in both orders: %j', async (span) => {
    const { since, until, type } = { since: '-infinity', type: '', ...span }
    const { rows } = await sql<{ name: string; op: string; position: number; first_position: number }>`
      select id || ' ' || revision as name, op, position, first_position from changes
      where superseded_by is null and occurred_at between ${since}::timestamptz and ${until}::timestamptz
        and (${type} = '' or type = any(string_to_array(${type}, ',')))`.execute(opened.database)
    const standing = rows.filter(({ op }) => op === 'upsert')
    expect(await entriesOf({ ...span, limit: 17 }, 'before')).toEqual(
      standing.toSorted((a, b) => b.first_position - a.first_position).map(({ name }) => name),
    )
    expect(await entriesOf({ ...span, limit: 17, after: 'c1.0' }, 'after')).toEqual(
      rows.toSorted((a, b) => a.position - b.position).map(({ name }) => name),
    )
  })
})

const listedShips = async () => {
  const { rows } = await sql<{ id: string }>`
    select 'ship:' || ships.id as id from ships join projects on projects.id = project_id and state = 'published'
    where withdrawn_at is null and occurred_at <= ${END}::timestamptz + interval '24 hours'
    order by occurred_at desc, ships.id desc`.execute(opened.database)
  return rows.map(({ id }) => id)
}
const shipsAt = async (offset: number) => {
  const list = JSON.parse(await ask({ name: 'ships', query: { offset, limit: 40 } }))
  return list.items.map(({ evidenceId }: { readonly evidenceId: string }) => evidenceId)
}
describe('ships', () => {
  test('are the same at whatever offset they are asked for', async () => {
    const ids = await listedShips()
    expect(ids.length).toBeGreaterThan(1100)
    for (const offset of [
      0,
      990,
      1000,
      1017,
      ids.length - 41,
      ids.length - 3,
      ids.length,
      ids.length + 500,
    ]) {
      expect([offset, await shipsAt(offset)]).toEqual([offset, ids.slice(offset, offset + 40)])
    }
  })

  test('are those that are left after hiding, withdrawal, another date and a date ahead', async () => {
    const { database } = opened
    const ids = await listedShips()
    const [withdrawn = '', moved = '', ahead = ''] = [3, 500, 900].map((place) =>
      ids[place]?.slice('ship:'.length),
    )
    await sql`update ships set withdrawn_at = ${END}::timestamptz, withdrawn_reason = 'gone' where id = ${withdrawn}`.execute(
      database,
    )
    await sql`update ships set occurred_at = occurred_at - interval '3 days' where id = ${moved}`.execute(
      database,
    )
    await sql`update ships set occurred_at = ${END}::timestamptz + interval '25 hours' where id = ${ahead}`.execute(
      database,
    )
    const { rows } = await sql<{ id: string }>`
      select project_id as id from ships group by 1 order by count(*) desc, 1 limit 2`.execute(database)
    const move = (state: 'hidden' | 'published') =>
      inTransaction(database, async (writer) => {
        for (const { id } of rows) await saveProjectState({ id, state, now: END }, writer)
      })
    await move('hidden')
    const left = await listedShips()
    expect(left.length).toBeLessThan(ids.length - 2)
    expect(await shipsAt(1000)).toEqual(left.slice(1000, 1040))
    await move('published')
    const listed = await listedShips()
    expect(listed.length).toBeGreaterThan(left.length)
    expect(await shipsAt(1000)).toEqual(listed.slice(1000, 1040))
  })
})

describe('ships of filters', () => {
  type Given = Partial<Record<'kind' | 'since' | 'until' | 'project', string>>
  const filters = Array.from({ length: 16 }, () => ({
    ...pick<Given>([{}, {}, { kind: 'release' }, { kind: 'deployment' }, { kind: 'code_week' }]),
    ...pick<Given>([{}, { since: '2026-09-14' }, { since: '2026-10-01T07:30:00Z' }]),
    ...pick<Given>([{}, { until: '2026-11-03' }, { until: '2026-10-20T16:45:10Z' }]),
    ...pick<Given>([{}, { project: 'current' }, { project: 'former' }]),
  }))

  test.for(filters)('are those that a plain look finds: %j', async ({ project, ...given }) => {
    const { kind = '', since = '', until = '' } = given
    const own = project === undefined ? undefined : await projectWithSlugs()
    const slug = project === 'former' ? own?.former : own?.current
    const [from, to] = [since === '' ? '-infinity' : since, until === '' ? 'infinity' : until]
    const end = to.length === 10 ? `${to}T23:59:59.999Z` : to
    const { rows } = await sql<{ id: string }>`
      select 'ship:' || ships.id as id from ships join projects on projects.id = project_id and state = 'published'
      where withdrawn_at is null and occurred_at <= ${END}::timestamptz + interval '24 hours'
        and (${kind} = '' or ships.kind = ${kind}) and occurred_at between ${from}::timestamptz and ${end}::timestamptz
        and (${own === undefined} or projects.slug = ${own?.current ?? ''})
      order by occurred_at desc, ships.id desc`.execute(opened.database)
    const found: string[] = []
    for (let offset: number | null = 0; offset !== null; ) {
      const query = { ...given, ...(slug === undefined ? {} : { project: slug }), offset, limit: 31 }
      const list = JSON.parse(await ask({ name: 'ships', query }))
      found.push(...list.items.map(({ evidenceId }: { readonly evidenceId: string }) => evidenceId))
      offset = list.nextOffset
    }
    expect(found).toEqual(rows.map(({ id }) => id))
  })
})

/** A published project with ships that had another slug before. */
async function projectWithSlugs(): Promise<{ current: string; former: string }> {
  const { rows } = await sql<{ current: string; former: string }>`
    select projects.slug as current, project_slugs.slug as former from projects
    join project_slugs on project_id = projects.id and former_since is not null
    where state = 'published' and exists (select from ships where project_id = projects.id)
    order by 1 limit 1`.execute(opened.database)
  const [project] = rows
  if (project === undefined) throw new Error('no project had another slug')
  return project
}

test('changes of a project just hidden are in no part, before the ledger has seen it', async () => {
  const { database } = opened
  const { rows } = await sql<{ project_id: string; slug: string }>`
    select project_id, slug from changes join projects on projects.id = project_id and state = 'published'
    where superseded_by is null and op = 'upsert' and occurred_at < '2026-09-01'
    group by 1, 2 order by count(*) desc, 1 limit 1`.execute(database)
  const [project] = rows
  const before = await entriesOf({ until: '2026-09-01T00:00:00Z', limit: 30 }, 'before')
  await inTransaction(database, (writer) =>
    saveProjectState({ id: String(project?.project_id), state: 'hidden', now: END }, writer),
  )
  const own = await sql<{ name: string }>`
    select id || ' ' || revision as name from changes
    where project_id = ${project?.project_id} and superseded_by is null`.execute(database)
  const hidden = new Set(own.rows.map(({ name }) => name))
  const after = await entriesOf({ until: '2026-09-01T00:00:00Z', limit: 30 }, 'before')
  expect(after).toEqual(before.filter((name) => !hidden.has(name)))
  expect(after.length).toBeLessThan(before.length)
})

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { addUpCounts } from '#records/project/kept-counts.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type Ask, asking, type Question } from '../../bench/ask.ts'
import { generateCatalogue } from '../../bench/catalogue.ts'
import { chanceOf } from '../../bench/chance.ts'
import { END } from '../../bench/sample-projects.ts'

let opened: TestDatabase
let ask: Ask

beforeAll(async () => {
  opened = await openTestDatabase()
  await generateCatalogue({ projects: 120, events: 2400, seed: 'lists' }, opened.database)
  await sql`select keep_word_prefixes(20)`.execute(opened.database)
  ask = asking({ reader: opened.database, now: END }, { check: true })
})

afterAll(() => opened[Symbol.asyncDispose]())

const { pick, whole } = chanceOf('lists')

type Change = { readonly id: string; readonly revision: number; readonly op: string }
type Page = { readonly items: readonly Change[]; readonly nextCursor: string | null }

async function pagesOf(query: Question['query'] & object, direction: 'before' | 'after'): Promise<string[]> {
  const ids: string[] = []
  for (let asked = query; ids.length < 10_000; ) {
    const page: Page = JSON.parse(await ask({ name: 'changes', query: asked }))
    ids.push(...page.items.map(({ id, revision }) => `${id} ${revision}`))
    if (page.nextCursor === null || page.items.length === 0) break
    asked = { ...query, [direction]: page.nextCursor }
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
    const page: Cards = JSON.parse(await ask({ name: 'projects', query: { ...query, limit: 7, offset } }))
    slugs.push(...page.items.map(({ slug }) => slug))
    if (page.nextOffset === null) return { total: page.total, slugs }
    offset = page.nextOffset
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
      select slug from project_lists as listed join projects on projects.id = project_id
      where projects.state = 'published' and (${kind} = '' or projects.kind = ${kind})
        and (${status} = '' or activity_status = ${status}) and (${tab} = '' or ${tab} = any(tabs))
        and held @> string_to_array(${has}, ',')
        and not exists (select from unnest(search_words(${q})) as word where not exists (
          select from (
            select name as words union all select slug from project_slugs where project_id = projects.id
            union all select concat_ws(' ', symbol, symbol_declared, name, address) from tokens where project_id = projects.id
          ) as named, unnest(search_words(named.words)) as term where starts_with(term, word)))`.execute(
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
    expect(await pagesOf({ ...span, limit: 17 }, 'before')).toEqual(
      standing.toSorted((a, b) => b.first_position - a.first_position).map(({ name }) => name),
    )
    expect(await pagesOf({ ...span, limit: 17, after: 'c1.0' }, 'after')).toEqual(
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
  const page = JSON.parse(await ask({ name: 'ships', query: { offset, limit: 40 } }))
  return page.ships.map(({ evidenceId }: { readonly evidenceId: string }) => evidenceId)
}
/** The cuts from which to the end of the list there are not as many ships as is kept with the differences there. */
const miscounted = async () => {
  const { rows } = await sql`
    select cut.occurred_at, kept.n, held.n from ship_spans as cut, lateral (
      select cut.n + coalesce(sum(n), 0) as n from ship_spans as difference
      where not difference.cut and (difference.occurred_at, difference.id) <= (cut.occurred_at, cut.id)
    ) as kept, lateral (
      select count(*) as n from ships join projects on projects.id = project_id and state = 'published'
      where withdrawn_at is null and (occurred_at, ships.id) <= (cut.occurred_at, cut.id)
    ) as held where cut.cut and kept.n <> held.n`.execute(opened.database)
  return rows
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

  test('are counted by span through hiding, withdrawal, another date, a date ahead and publication', async () => {
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
    await sql`update projects set state = 'hidden', hidden_at = ${END}::timestamptz
      where id in (select project_id from ships group by 1 order by count(*) desc, 1 limit 2)`.execute(
      database,
    )
    expect(await miscounted()).toEqual([])
    const left = await listedShips()
    expect(left.length).toBeLessThan(ids.length - 2)
    expect(await shipsAt(1000)).toEqual(left.slice(1000, 1040))
    await sql`update projects set state = 'published' where state = 'hidden' and published_at is not null`.execute(
      database,
    )
    const listed = await listedShips()
    expect(listed.length).toBeGreaterThan(left.length)
    expect(await shipsAt(1000)).toEqual(listed.slice(1000, 1040))
    await inTransaction(database, (writer) => addUpCounts({ kept: 'ship_spans' }, writer))
    expect(await miscounted()).toEqual([])
    expect(await shipsAt(1000)).toEqual(listed.slice(1000, 1040))
  })
})

test('changes of a project just hidden are told no more, before the ledger has seen it', async () => {
  const { database } = opened
  const { rows } = await sql<{ project_id: string; slug: string }>`
    select project_id, slug from changes join projects on projects.id = project_id and state = 'published'
    where superseded_by is null and op = 'upsert' and occurred_at < '2026-09-01'
    group by 1, 2 order by count(*) desc, 1 limit 1`.execute(database)
  const [project] = rows
  const before = await pagesOf({ until: '2026-09-01T00:00:00Z', limit: 30 }, 'before')
  await sql`update projects set state = 'hidden', hidden_at = ${END}::timestamptz where id = ${project?.project_id}`.execute(
    database,
  )
  const own = await sql<{ name: string }>`
    select id || ' ' || revision as name from changes
    where project_id = ${project?.project_id} and superseded_by is null`.execute(database)
  const hidden = new Set(own.rows.map(({ name }) => name))
  const after = await pagesOf({ until: '2026-09-01T00:00:00Z', limit: 30 }, 'before')
  expect(after).toEqual(before.filter((name) => !hidden.has(name)))
  expect(after.length).toBeLessThan(before.length)
})

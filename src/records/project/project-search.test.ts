import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aProject, DEFAULT_NOW } from '#test/records.ts'
import { addUpCounts } from './kept-counts.ts'
import { getProjectPage } from './project-lists.ts'
import { getNamedProjects } from './project-search.ts'

const OTHERS = 450

let opened: TestDatabase
beforeAll(async () => {
  opened = await openTestDatabase()
  await sql`insert into projects (id, slug, name, state, created_at, first_published_at, published_at)
    select gen_random_uuid(), 'other-' || n, 'Older Tide Harbour ' || n, 'published', ${DEFAULT_NOW}::timestamptz,
      ${DEFAULT_NOW}::timestamptz, ${DEFAULT_NOW}::timestamptz from generate_series(1, ${OTHERS}) as n`.execute(
    opened.database,
  )
  await sql`insert into project_slugs (slug, project_id, since)
    select slug, id, created_at from projects`.execute(opened.database)
  await aProject({ slug: 'own', name: 'Tide Harbour' }, opened.database)
  const id = randomUUID()
  await aProject({ id, slug: 'symbol', name: 'Zeal' }, opened.database)
  await sql`insert into tokens (chain_id, address, project_id, symbol)
    values (4663, ${`0x${'ab'.repeat(20)}`}, ${id}, 'tide')`.execute(opened.database)
})
afterAll(() => opened[Symbol.asyncDispose]())

const addUp = () => inTransaction(opened.database, (writer) => addUpCounts({ kept: 'project_bits' }, writer))
const suggested = async (words: string) =>
  (await getNamedProjects({ words, limit: 3 }, opened.database)).map(({ slug }) => slug)
const found = async (words: string) => {
  const query = { filters: { words }, limit: 48, offset: 0, newSince: DEFAULT_NOW }
  return (await getProjectPage(query, opened.database)).total
}

test.each(['before', 'after'])(
  'who is named as written is suggested first, however many others match, %s frequent words are kept as bits',
  async (when) => {
    if (when === 'after') await addUp()
    const kept = await sql`select from word_prefixes where prefix in ('tide', 'harb')`.execute(
      opened.database,
    )
    expect(kept.rows).toHaveLength(when === 'after' ? 2 : 0)
    expect((await suggested('tide harb'))[0]).toBe('own')
    expect((await suggested('Tide'))[0]).toBe('symbol')
    expect((await suggested('Tide'))[1]).toBe('own')
    expect(await suggested('harbour old')).toHaveLength(3)
    expect([
      await found('tide harb'),
      await found('old tide'),
      await found('tide'),
      await found('zeal tide'),
    ]).toEqual([OTHERS + 1, OTHERS, OTHERS + 2, 1])
  },
)

test('a renamed project is found by its new words and no more by the old', async () => {
  await addUp()
  await sql`update projects set name = 'Older Meadow 1' where slug = 'other-1'`.execute(opened.database)
  expect([await found('old tide'), await found('older meadow')]).toEqual([OTHERS - 1, 1])
  await addUp()
  expect([await found('old tide'), await found('older meadow')]).toEqual([OTHERS - 1, 1])
})

test('a hidden project is no more found or counted, by one frequent word or by several', async () => {
  await addUp()
  const counted = async () => [await found('tide'), await found('tide harb')]
  const before = await counted()
  await sql`update projects set state = 'hidden', hidden_at = ${DEFAULT_NOW}::timestamptz
    where slug = 'other-3'`.execute(opened.database)
  const after = before.map((total) => total - 1)
  expect(await counted()).toEqual(after)
  await addUp()
  expect(await counted()).toEqual(after)
})

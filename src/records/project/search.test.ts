import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { inTransaction } from '#records/database.ts'
import { addressOf, aProject, aToken, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getProjectList } from './listing.ts'
import { findProjectBySlug, insertFormerSlugs, saveProjectDetails, saveProjectState } from './projects.ts'
import { getNamedProjects } from './search.ts'

const OTHERS = 80
const CONTRACT = addressOf(0xabc)

const { database } = await fileDatabase()
for (let n = 1; n <= OTHERS; n += 1)
  await aProject({ slug: `other-${n}`, name: `Older Tide Harbour ${n}` }, database)
await aProject({ slug: 'own', name: 'Tide Harbour' }, database)
const named = await aProject({ slug: 'symbol', name: 'Zeal' }, database)
await aToken({ project_id: String(named.id), address: CONTRACT, symbol: 'tide' }, database)
await aProject({ slug: 'folded', name: 'Ｗｉｄｅ Éclair №5 Ὀδυσσεύς' }, database)

const suggested = async (words: string) =>
  (await getNamedProjects({ words, limit: 3 }, database)).map(({ slug }) => slug)
const found = async (q: string) => {
  const input = { query: { q, limit: 48, offset: 0 }, now: DEFAULT_NOW }
  return (await getProjectList(input, database)).total
}

test('an exact name or symbol is suggested first, then names that begin with the search, then by name', async () => {
  expect(await suggested('tide harb')).toEqual(['own', 'other-1', 'other-10'])
  expect(await suggested('Tide')).toEqual(['symbol', 'own', 'other-1'])
  expect(await suggested(CONTRACT.toUpperCase().replace('0X', '0x'))).toEqual(['symbol'])
  expect(await suggested('harbour old')).toHaveLength(3)
})

test('every word of a search begins a word of the project', async () => {
  expect([
    await found('tide harb'),
    await found('old tide'),
    await found('tide'),
    await found('zeal tide'),
    await found('ide'),
  ]).toEqual([OTHERS + 1, OTHERS, OTHERS + 2, 1, 0])
})

test.each([
  ['full width letters equal plain ones', 'wide', 1],
  ['a letter with an accent is another letter', 'ecl', 0],
  ['case does not matter, also outside of ASCII', 'ÉCL', 1],
  ['a numero sign equals the letters No', 'no5', 1],
  ['Greek capitals', 'ὈΔΥΣ', 1],
  ['signs separate words', "wide-'éclair':*&!|", 1],
  ['without a letter or digit nothing is found', "':*& !", 0],
  ['an overlong word is cut as in names', 'x'.repeat(100), 0],
  ['words after the eighth do not count', 'tide tide tide tide tide tide tide harbour zzz', OTHERS + 1],
])('%s', async (_, words, total) => {
  expect(await found(words)).toBe(total)
  expect((await suggested(words)).length).toBe(Math.min(total, 3))
})

test('finds a renamed project by its new words and its former slugs, no longer by its old words', async () => {
  const project = await findProjectBySlug('other-1', database)
  if (project === undefined) throw new Error('no project')
  const { id } = project
  await inTransaction(database, async (writer) => {
    await saveProjectDetails([{ ...project, name: 'Older Meadow 1' }], writer)
    await insertFormerSlugs(
      { slugs: [{ projectId: id, slug: 'was-brook' as Slug }], now: DEFAULT_NOW },
      writer,
    )
  })
  expect([await found('old tide'), await found('older meadow'), await found('brook')]).toEqual([
    OTHERS - 1,
    1,
    1,
  ])
})

test('a hidden project is in no result and no total', async () => {
  const project = await findProjectBySlug('other-3', database)
  const counted = async () => [await found('tide'), await found('tide harb')]
  const before = await counted()
  await inTransaction(database, (writer) =>
    saveProjectState({ id: String(project?.id), state: 'hidden', now: DEFAULT_NOW }, writer),
  )
  expect(await counted()).toEqual(before.map((total) => total - 1))
  expect(await suggested('Older Tide Harbour 3')).not.toContain('other-3')
})

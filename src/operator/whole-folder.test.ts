import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { databaseOn } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyCatalogue, checkCatalogue } from './catalogue.ts'
import { renameProject } from './projects.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')

const { database, url } = await fileDatabase()
let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'svc-folder-'))
  return () => rm(directory, { recursive: true, force: true })
})

const apply = () => applyCatalogue(directory, { database, now: NOW, lockers: [] })
const file = (slug: string, rest = '') =>
  writeFile(join(directory, `${slug}.yaml`), `slug: ${slug}\nname: ${slug}\nstate: published\n${rest}`)
const token = (last: string) => `token: { address: "0x${last.padStart(40, '0')}", symbol: T }\n`
const source = (locator: string) =>
  `sources:\n  - { kind: website, locator: "https://${locator}.example", established: { by: mutual }, counted: true }\n`
const recorded = async (slugs: readonly string[]) => {
  const rows = await database
    .selectFrom('projects')
    .select('slug')
    .where('slug', 'in', slugs as never)
    .execute()
  return rows.map(({ slug }) => slug)
}

test('[R20] a folder with a token of another project is refused whole, by the check and by the apply', async () => {
  await file('holder', token('a1'))
  await apply()
  await rm(join(directory, 'holder.yaml'))
  await file('aaa')
  await file('taker', token('a1'))
  const fault = `taker: token 0x${'a1'.padStart(40, '0')} belongs to another project`
  await expect(checkCatalogue(directory, { database, now: NOW })).rejects.toThrow(fault)
  await expect(apply()).rejects.toThrow(fault)
  expect(await recorded(['aaa', 'taker'])).toEqual([])
})

test('[R18] [R20] every name that belongs to another project is listed at once', async () => {
  await file('first', token('b1'))
  await file('second')
  await apply()
  await renameProject({ slug: 'second', newSlug: 'renamed' }, { database, now: NOW })
  await rm(join(directory, 'first.yaml'))
  await rm(join(directory, 'second.yaml'))
  await file('third', token('b1'))
  await file('fourth', 'formerSlugs: [second, renamed]\n')
  const refusal = String(await apply().catch(String))
  expect(refusal).toContain('3 error(s)')
  expect(refusal).toContain('fourth: former slug second belongs to another project')
  expect(refusal).toContain('fourth: former slug renamed belongs to another project')
  expect(refusal).toContain('third: token')
  expect(await recorded(['third', 'fourth'])).toEqual([])
})

test('[R20] a folder of which the database refuses a record is not applied at all', async () => {
  await file('before')
  await file('later', `description: "a\\u0000b"\n`)
  await expect(apply()).rejects.toThrow()
  expect(await recorded(['before', 'later'])).toEqual([])
})

test.each([
  ['a source', `${source('a')}${source('a').replace('sources:\n', '')}`, 6, 'sources.1', 'sources.0'],
  [
    'a repository in other letters',
    'sources:\n  - { kind: github_repository, locator: a/b, established: { by: mutual }, counted: true }\n  - { kind: github_repository, locator: A/B, established: { by: mutual }, counted: true }\n',
    6,
    'sources.1',
    'sources.0',
  ],
  [
    'a claim',
    'claims:\n  - { kind: builder, by: site, statement: x }\n  - { kind: builder, by: site, statement: y }\n  - { kind: builder, by: site, statement: x }\n',
    7,
    'claims.2',
    'claims.0',
  ],
  ['a narrative', 'narratives: [a, b, a]\n', 4, 'narratives.2', 'narratives.0'],
  ['a former slug', 'formerSlugs: [a, a]\n', 4, 'formerSlugs.1', 'formerSlugs.0'],
])('[R18] %s that a file states twice is refused by its line', async (_, text, line, place, first) => {
  await file('twice', text)
  const expected = `another entry than ${first}, which states the same`
  await expect(apply()).rejects.toThrow(`twice.yaml:${line}: ${place}: expected ${expected}`)
})

test('[R22] each file has its own result, also where several change at once', async () => {
  await file('one', `${token('c1')}${source('one')}`)
  await file('two', source('two'))
  await file('three')
  expect((await apply()).map(({ slug, result }) => `${slug} ${result}`)).toEqual([
    'one created',
    'three created',
    'two created',
  ])
  await file('one', `${token('c1').replace('symbol: T', 'symbol: U')}${source('one')}`)
  await file('two', source('moved'))
  await file('four')
  expect(await apply()).toEqual([
    expect.objectContaining({ slug: 'four', result: 'created', changed: [] }),
    { slug: 'one', result: 'updated', changed: ['token'], ignored: [] },
    { slug: 'three', result: 'unchanged', changed: [], ignored: [] },
    {
      slug: 'two',
      result: 'updated',
      changed: ['source added: website https://moved.example', 'source removed: website https://two.example'],
      ignored: [],
    },
  ])
})

test('ten files take as many statements as one', async () => {
  const asked: string[] = []
  const pool = new pg.Pool({ connectionString: url, max: 1, pipeline: true })
  await using watched = databaseOn(pool, ({ query }) => asked.push(query.sql))
  const applied = async (slugs: readonly string[]) => {
    for (const slug of slugs)
      await file(slug, `${token(`d${slug.slice(4)}`)}${source(slug)}formerSlugs: [was-${slug}]\n`)
    await applyCatalogue(directory, { database: watched, now: NOW, lockers: [] })
    return asked.splice(0).length
  }
  const one = await applied(['many0'])
  expect(await applied(Array.from({ length: 10 }, (_, n) => `many${n + 1}`))).toBe(one)
})

test('a project whose file changed is evaluated, and no other', async () => {
  await file('same', source('same'))
  await file('edited', source('edited'))
  await apply()
  await database.updateTable('project_work').set({ evaluate_due_at: null }).execute()
  await file('edited', source('edited-now'))
  await apply()
  const due = await database
    .selectFrom('project_work')
    .innerJoin('projects', 'projects.id', 'project_work.project_id')
    .select('slug')
    .where('evaluate_due_at', 'is not', null)
    .execute()
  expect(due).toEqual([{ slug: 'edited' }])
})

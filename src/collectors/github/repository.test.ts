import { expect, test } from 'vitest'
import { openGithubTrial, release } from '#test/github.ts'
import { nextPage } from './api.ts'
import { parseRepository, repositoryPath } from './repository.ts'

const NOW = '2026-11-18T10:00:00.000Z'
const row = {
  ...{ id: 101, full_name: 'lumen-labs/lumen', fork: false, archived: true, default_branch: 'main' },
  ...{ created_at: '2026-01-05T00:00:00.000Z', pushed_at: '2026-11-19T08:00:00.000Z', homepage: '' },
  ...{ stargazers_count: 0, subscribers_count: 3, owner: { login: 'lumen-labs', id: 7 } },
}

test.each<[string, unknown, unknown]>([
  [
    'as given',
    row,
    {
      ...{ id: '101', fullName: 'lumen-labs/lumen', archived: true, fork: false, stars: 0, watchers: 3 },
      ...{ createdAt: '2026-01-05T00:00:00.000Z', pushedAt: '2026-11-19T08:00:00.000Z' },
      ...{ defaultBranch: 'main', homepage: null },
    },
  ],
  [
    'with every other field absent: unknown, never false or zero',
    { id: 101, full_name: 'a/b' },
    {
      ...{ id: '101', fullName: 'a/b', archived: null, fork: null, stars: null, watchers: null },
      ...{ createdAt: null, pushedAt: null, defaultBranch: null, homepage: null },
    },
  ],
  [
    'with invalid values',
    { id: 101, full_name: 'a/b', archived: 'no', stargazers_count: -1, created_at: 'yesterday', fork: 0 },
    { archived: null, stars: null, createdAt: null, fork: null },
  ],
  ['without an id', { ...row, id: null }, undefined],
  ['with an id above the safe integers', { ...row, id: 2 ** 60 }, undefined],
  ['without a name', { ...row, full_name: undefined }, undefined],
  ['with a name that is a relative path', { ...row, full_name: 'a/..' }, undefined],
  ['null', null, undefined],
  ['text', 'Not Found', undefined],
])('a repository %s', (_, value, expected) => {
  if (expected === undefined) expect(parseRepository(value)).toBeUndefined()
  else expect(parseRepository(value)).toMatchObject(expected as object)
})

test.each([
  ['lumen-labs/lumen.js', '/repos/lumen-labs/lumen.js'],
  ['lumen-labs', undefined],
  ['a/b/c', undefined],
  ['a/.', undefined],
  ['a/b?x=1', undefined],
  ['../x', undefined],
  ['https://github.com/a/b', undefined],
])('the path of %s', (name, expected) => {
  expect(repositoryPath(name)).toBe(expected)
})

const BASE = 'https://api.example'
test.each([
  [undefined, null],
  [`<${BASE}/r?page=2>; rel="next", <${BASE}/r?page=9>; rel="last"`, `${BASE}/r?page=2`],
  [`<${BASE}/r?page=1>; rel="prev", <${BASE}/r?a=1,2&page=3>; rel="next"`, `${BASE}/r?a=1,2&page=3`],
  [`<${BASE}/r?page=1>; rel="last"`, null],
  ['<https://elsewhere.example/r?page=2>; rel="next"', null],
  [`<${BASE}.evil.example/r>; rel="next"`, null],
  ['next', null],
])('the page after %j', (link, expected) => {
  expect(nextPage(link, BASE)).toBe(expected)
})

test('stores the facts of a repository with its identity', async () => {
  await using trial = await openGithubTrial({ now: NOW, streams: ['repository'] }, { archived: true })
  await trial.read()
  const source = await trial.database.selectFrom('sources').selectAll().executeTakeFirstOrThrow()
  expect(source).toMatchObject({
    external_id: '101',
    locator: 'lumen-labs/lumen',
    facts: { fullName: 'lumen-labs/lumen', archived: true, fork: false, aliases: [] },
  })
  expect(await trial.read(6)).toEqual({ 'github.not_modified': 1 })
})

test('case 24: a renamed repository has the same id, source and ships; its old names are aliases', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  trial.repository.fullName = 'lumen-org/lumen-core'
  expect(await trial.read(6)).toEqual({ 'github.fresh': 2, 'github.not_modified': 2 })
  const sources = await trial.database.selectFrom('sources').selectAll().execute()
  expect(sources).toMatchObject([
    {
      external_id: '101',
      locator: 'lumen-labs/lumen',
      facts: { fullName: 'lumen-org/lumen-core', aliases: ['lumen-labs/lumen'] },
    },
  ])
  trial.repository.releases = [release(2), release(1)]
  await trial.read(6)
  expect(trial.asked.at(-1)).not.toContain('lumen-labs')
  expect((await trial.ships()).map(({ natural_key }) => natural_key)).toEqual([
    'github:101:release:1',
    'github:101:release:2',
  ])
})

test('follows the id of a repository when another repository takes its name', async () => {
  await using trial = await openGithubTrial({ now: NOW, streams: ['repository'] })
  await trial.read()
  const taken = JSON.stringify({ ...row, id: 999 })
  trial.override = (request) => (request.url?.startsWith('/repos/') ? { body: taken } : undefined)
  trial.repository.fullName = 'lumen-org/lumen'
  await trial.read(6)
  expect(await trial.facts()).toMatchObject({ fullName: 'lumen-org/lumen' })
  trial.repository.broken = 404
  expect(await trial.read(6)).toEqual({ 'github.missing': 1 })
  const source = await trial.database.selectFrom('sources').select('external_id').executeTakeFirstOrThrow()
  expect(source.external_id).toBe('101')
})

test('case 8: every stream of a missing repository is read again as soon as one answers', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  trial.repository.broken = 451
  for (const _ of [1, 2]) await trial.read(6)
  expect(await trial.read(12)).toEqual({})
  trial.repository.broken = undefined
  await trial.database
    .updateTable('source_streams')
    .set({ due_at: trial.now })
    .where('stream', '=', 'tags')
    .execute()
  await trial.read()
  await trial.read(0.01)
  const streams = await trial.database.selectFrom('source_streams').selectAll().execute()
  expect(streams.map(({ failing_since }) => failing_since)).toEqual([null, null, null, null])
})

test('a locator that is not a repository is an error without a request', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['releases', 'repository'] },
    { fullName: 'lumen' },
  )
  expect(await trial.read()).toEqual({ 'github.error': 2 })
  expect(trial.asked).toEqual([])
})

test('the backing of ships follows how their source was established', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  await trial.database.updateTable('sources').set({ established_by: 'operator_review' }).execute()
  trial.repository.archived = true
  await trial.read(6)
  expect(await trial.ships()).toMatchObject([{ backing: 'source-linked' }])
})

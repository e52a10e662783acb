import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { findReceiptRecord } from '#records/project/receipts.ts'
import { getSources } from '#records/project/sources.ts'
import { getShipList } from '#records/ships/ship-list.ts'
import { aSiteReading, aSource, storedCounting } from '#test/given/records.ts'
import { commit, type GithubTrial, githubTrialsOfFile, release } from '#test/providers/github.ts'
import { parseRepository, repositoryPath } from './repository.ts'

const openGithubTrial = await githubTrialsOfFile()

const NOW = '2026-11-18T10:00:00.000Z'
const row = {
  id: 101,
  full_name: 'lumen-labs/lumen',
  fork: false,
  archived: true,
  default_branch: 'main',
  created_at: '2026-01-05T00:00:00.000Z',
  pushed_at: '2026-11-19T08:00:00.000Z',
  homepage: '',
  stargazers_count: 0,
  subscribers_count: 3,
  owner: { login: 'lumen-labs', id: 7 },
}

test.each<[string, unknown, unknown]>([
  [
    'as given',
    row,
    {
      id: '101',
      fullName: 'lumen-labs/lumen',
      archived: true,
      fork: false,
      stars: 0,
      watchers: 3,
      createdAt: '2026-01-05T00:00:00.000Z',
      pushedAt: '2026-11-19T08:00:00.000Z',
      defaultBranch: 'main',
      homepage: null,
    },
  ],
  [
    'with every other field absent: unknown, never false or zero',
    { id: 101, full_name: 'a/b' },
    {
      id: '101',
      fullName: 'a/b',
      archived: null,
      fork: null,
      stars: null,
      watchers: null,
      createdAt: null,
      pushedAt: null,
      defaultBranch: null,
      homepage: null,
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

test('[case 24] a renamed repository has the same id, source and ships; its old names are aliases', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  trial.repository.fullName = 'lumen-org/lumen-core'
  expect(await trial.read(6)).toEqual({ 'github.fresh': 3, 'github.not_modified': 1 })
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

const stranger = (path: string) => {
  if (path.includes('/releases')) return [release(900, { name: 'Of somebody else' })]
  if (path.includes('/commits')) return [commit('ee', '2026-11-17T08:00:00Z')]
  if (path.includes('/tags')) return []
  return { ...row, id: 999, html_url: 'https://github.example/lumen-labs/lumen' }
}

test('[R49] a stranger who takes the former name of a renamed repository is never read as ours', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  trial.override = ({ url = '' }) =>
    url.startsWith('/repos/') ? { body: JSON.stringify(stranger(url)) } : undefined
  trial.repository.fullName = 'lumen-org/lumen'
  trial.repository.releases = [release(2), release(1)]
  await trial.read(1)
  await trial.read(6)
  expect((await trial.ships()).map(({ natural_key, url }) => [natural_key, url])).toEqual([
    ['github:101:release:1', 'https://github.example/lumen-org/lumen/releases/tag/v1.1.0'],
    ['github:101:release:2', 'https://github.example/lumen-org/lumen/releases/tag/v1.2.0'],
  ])
  expect(await trial.facts()).toMatchObject({ fullName: 'lumen-org/lumen' })
  trial.repository.broken = 404
  expect(await trial.read(6)).toEqual({ 'github.missing': 4 })
  const source = await trial.database.selectFrom('sources').select('external_id').executeTakeFirstOrThrow()
  expect(source.external_id).toBe('101')
})

test('when one stream of a missing repository answers again, the others are read in the same run', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['repository', 'releases'] },
    { releases: [release(1)] },
  )
  await trial.read()
  trial.repository.broken = 404
  for (const hours of [6, 6]) expect(await trial.read(hours)).toEqual({ 'github.missing': 2 })
  expect(await trial.read(1)).toEqual({})
  const streams = trial.database.updateTable('source_streams')
  await streams.set({ due_at: trial.now }).where('stream', '=', 'releases').execute()
  trial.repository.broken = undefined
  expect(await trial.read()).toEqual({ 'github.not_modified': 2 })
})

test('[R49] an answer under the id that describes another repository changes nothing', async () => {
  await using trial = await openGithubTrial({ now: NOW, streams: ['repository'] })
  await trial.read()
  const before = await trial.facts()
  trial.override = () => ({ body: JSON.stringify(stranger('')) })
  expect(await trial.read(6)).toEqual({ 'github.unavailable': 1 })
  expect(await trial.facts()).toEqual(before)
})

test('[R49] after a rename, ships that are no longer listed have their new address, or none', async () => {
  await using trial = await openGithubTrial(
    { now: NOW, streams: ['repository', 'releases', 'commits'] },
    { releases: [release(2), release(1)], commits: [commit('c1', '2026-09-02T08:00:00Z')] },
  )
  await trial.read()
  const elsewhere = { url: 'https://elsewhere.example/notes' }
  await trial.database.updateTable('ships').set(elsewhere).where('title', '=', 'Release 2').execute()
  trial.override = ({ url = '' }) => (/releases|commits/.test(url) ? { status: 500, body: '' } : undefined)
  trial.repository.fullName = 'lumen-org/lumen-core'
  await trial.read(6)
  expect((await trial.ships()).map(({ title, url }) => [title, url])).toEqual([
    [
      'code changes, week starting 2026-08-31 (to 2026-09-06)',
      `https://github.example/lumen-org/lumen-core/commit/${'c1'.padEnd(40, '0')}`,
    ],
    ['Release 1', 'https://github.example/lumen-org/lumen-core/releases/tag/v1.1.0'],
    ['Release 2', null],
  ])
})

test('[R49] a receipt, a ship and the evidence of rules name a renamed repository by its current name', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { releases: [release(1)] })
  await trial.read()
  trial.repository.fullName = 'lumen-org/lumen-core'
  await trial.read(6)
  const { database, projectId, now } = trial
  await database
    .updateTable('projects')
    .set({ state: 'published', first_published_at: now, published_at: now })
    .execute()
  const named = { locator: 'lumen-org/lumen-core', url: 'https://github.example/lumen-org/lumen-core' }
  const receipt = await findReceiptRecord({ prefix: 'source', key: trial.sourceId }, database)
  expect(receipt?.source).toMatchObject(named)
  const { ships } = await getShipList({ query: { limit: 10, offset: 0 }, now }, database)
  expect(ships).toMatchObject([{ source: named }])
  expect((await getSources({ projectIds: [projectId] }, database)).get(projectId)).toMatchObject([named])
})

test('[R48] every address of a repository on GitHub Enterprise is the one that its API gave', async () => {
  const files = {
    ['c1'.padEnd(40, '0')]: [{ filename: 'src/a.ts', additions: 2, deletions: 1, patch: '+a' }],
  }
  await using trial = await openGithubTrial(
    { now: NOW, basePath: '/api/v3' },
    {
      web: 'https://git.corp.example',
      releases: Array.from({ length: 150 }, (_, n) => release(150 - n)),
      commits: [commit('c1', '2026-11-17T08:00:00Z')],
      files,
    },
  )
  expect(await trial.read()).toEqual({ 'github.fresh': 4 })
  expect(trial.asked.filter((path) => !path.startsWith('/api/v3/'))).toEqual([])
  const addresses = (await trial.ships()).map(({ url }) => String(url))
  expect(addresses).toHaveLength(151)
  const given = [...addresses, String((await trial.facts())['url'])]
  expect(given.filter((url) => !url.startsWith('https://git.corp.example/lumen-labs/lumen'))).toEqual([])
  trial.repository.fullName = 'lumen-org/lumen'
  await trial.read(6)
  expect(await trial.facts()).toMatchObject({ url: 'https://git.corp.example/lumen-org/lumen' })
})

test('[case 8] every stream of a missing repository is read again as soon as one answers', async () => {
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

/** A site of the trial's project, whose home page links these. */
async function linkedSite({ projectId, database }: GithubTrial, links: readonly string[]) {
  const site = { project_id: projectId, kind: 'website', locator: 'https://lumen.example' } as const
  const { id } = await aSource(site, database)
  await aSiteReading({ source_id: id, observed_at: toInstant(NOW) }, links, database)
}
const LINKED = { releases: [release(1)], homepage: 'lumen.example' }

test('[R25] the ships of a repository are verified by the reading that shows it and its site to name each other', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { ...LINKED, homepage: null })
  await linkedSite(trial, ['github.example/lumen-labs/lumen'])
  await trial.read()
  expect(await trial.ships()).toMatchObject([{ backing: 'source-linked' }])
  trial.repository.homepage = 'lumen.example'
  await trial.read(6)
  expect(await trial.ships()).toMatchObject([{ backing: 'source-verified' }])
  const read = { homepage: 'lumen.example', link: 'github.example/lumen-labs/lumen', readAt: trial.now }
  expect(await trial.facts()).toMatchObject({ mutualLink: read })
  trial.repository.homepage = null
  await trial.read(6)
  expect(await trial.ships()).toMatchObject([{ backing: 'source-verified' }])
})

test('[R25] a repository that has not changed is looked at too, so that words alone do not verify its ships', async () => {
  await using trial = await openGithubTrial({ now: NOW }, LINKED)
  await trial.read()
  const said = async () => trial.database.updateTable('ships').set({ backing: 'source-verified' }).execute()
  await said()
  await trial.read(6)
  expect(await trial.stream('repository')).toMatchObject({ last_outcome: 'not_modified' })
  expect(await trial.ships()).toMatchObject([{ backing: 'source-linked' }])
  await linkedSite(trial, ['github.example/lumen-labs'])
  await trial.read(6)
  expect(await trial.ships()).toMatchObject([{ backing: 'source-verified' }])
})

test('[R25] ships that an earlier version verified by words stay verified where both ends were read before', async () => {
  await using trial = await openGithubTrial({ now: NOW }, LINKED)
  await linkedSite(trial, ['github.example/lumen-labs/lumen'])
  await trial.read()
  await trial.database.updateTable('sources').set({ facts: sql`facts - 'mutualLink'` }).execute()
  trial.repository.releases = [release(2), release(1)]
  await trial.read(1)
  expect(await trial.stream('repository')).toMatchObject({ last_tried_at: toInstant(NOW) })
  const verified = { backing: 'source-verified' }
  expect(await trial.ships()).toMatchObject([verified, verified])
})

test('[R25] [R49] a site that links a former name of the repository proves nothing', async () => {
  await using trial = await openGithubTrial({ now: NOW }, { ...LINKED, fullName: 'lumen-labs/lumen' })
  await linkedSite(trial, ['github.example/lumen-labs/lumen'])
  trial.repository.fullName = 'lumen-works/lumen'
  await trial.read()
  expect(await trial.facts()).toMatchObject({ fullName: 'lumen-works/lumen' })
  expect(await trial.ships()).toMatchObject([{ backing: 'source-linked' }])
})

test('the backing of ships follows how their source is established', async () => {
  await using trial = await openGithubTrial({ now: NOW }, LINKED)
  await trial.read()
  await trial.database
    .updateTable('sources')
    .set({ established_by: 'self_reported', ...storedCounting('self_reported') })
    .execute()
  await trial.read(6)
  expect(await trial.ships()).toMatchObject([{ backing: 'self-reported' }])
})

import { expect, test } from 'vitest'
import { aProject, aSource, aStream, DEFAULT_NOW } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getAttentionReadings } from './attention.ts'

const { database } = await fileDatabase()

const READ_AT = '2026-11-20T11:00:00.000Z'

type Given = Parameters<typeof aSource>[0]

/** A project with one repository, or with a token that a registry was asked about. */
async function aNoticed(facts: object, given: Partial<Given> = {}, read = true) {
  const { id } = await aProject({}, database)
  const source = await aSource({ project_id: id, facts: JSON.stringify(facts), ...given }, database)
  if (read) {
    await aStream({ source_id: source.id, stream: 'repository' }, database)
    await aStream({ source_id: source.id, stream: 'commits', last_ok_at: DEFAULT_NOW }, database)
  }
  return { id, source }
}

async function readingsOf(id: string) {
  return (await getAttentionReadings({ projectIds: [id] }, database)).get(id)
}

test('adds the stars and watchers of the last reading of the repository', async () => {
  const { id, source } = await aNoticed({ stars: 12, watchers: 3 })
  expect(await readingsOf(id)).toEqual([
    { measure: 'stars', value: 15, observedAt: READ_AT, evidence: source.evidence },
  ])
})

test('zero stars and watchers is a known number', async () => {
  const { id } = await aNoticed({ stars: 0, watchers: 0 })
  expect(await readingsOf(id)).toMatchObject([{ value: 0 }])
})

test.each<[string, object, Partial<Given>, boolean?]>([
  ['watchers that were not given', { stars: 12, watchers: null }, {}],
  ['stars that were not given', { watchers: 12 }, {}],
  ['a repository never read', { stars: 12, watchers: 3 }, {}, false],
  [
    'a repository that is not counted',
    { stars: 12, watchers: 3 },
    { counted: false, not_counted_reason: 'a fork' },
  ],
  ['a repository no longer attached', { stars: 12, watchers: 3 }, { detached_at: DEFAULT_NOW }],
  ['a site', { stars: 12, watchers: 3 }, { kind: 'website' }],
])('unknown: %s', async (_, facts, given, read) => {
  const { id } = await aNoticed(facts, given, read)
  expect(await readingsOf(id)).toBeUndefined()
})

test('stars are unknown while no reading of the repository succeeded', async () => {
  const { id, source } = await aNoticed({ stars: 12, watchers: 3 }, {}, false)
  const failing = {
    first_ok_at: null,
    last_ok_at: null,
    last_outcome: 'error',
    failing_since: DEFAULT_NOW,
    failures_in_a_row: 1,
  }
  await aStream({ source_id: source.id, stream: 'repository', ...failing }, database)
  expect(await readingsOf(id)).toBeUndefined()
})

test('a registry that lists the token counts as 1, one that does not as 0', async () => {
  const { id, source } = await aNoticed({}, { kind: 'token', locator: '0xc' }, false)
  const row = {
    source_id: source.id,
    project_id: id,
    first_observed_at: DEFAULT_NOW,
    observed_at: DEFAULT_NOW,
  }
  await database
    .insertInto('registry_listings')
    .values([
      { ...row, registry: 'coingecko', listed: true, registry_id: 'lumen' },
      { ...row, registry: 'another', listed: false, registry_id: null },
    ])
    .execute()
  const reading = { measure: 'registries', observedAt: DEFAULT_NOW, evidence: source.evidence }
  expect(await readingsOf(id)).toEqual([
    { ...reading, value: 0 },
    { ...reading, value: 1 },
  ])
})

import { beforeEach, expect, test } from 'vitest'
import { type Instant, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getRegistryListings, type RegistryState, saveRegistryListing } from './registry-listings.ts'

const [first, second, third] = ['2026-11-18T10:00:00Z', '2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z'].map(
  (at) => toInstant(at),
) as [Instant, Instant, Instant]
const unlisted = { listed: false, registryId: null } as const
const asLumen = { listed: true, registryId: 'lumen' } as const
const asLumenTwo = { listed: true, registryId: 'lumen-2' } as const
const { database } = await fileDatabase()
let stored: StoredProject

beforeEach(async () => {
  stored = await storeProject({ kind: 'market', locator: 'geckoterminal:0xa1' }, database)
})

const save = (state: RegistryState, observedAt: Instant, { projectId, sourceId } = stored) =>
  inTransaction(database, (writer) =>
    saveRegistryListing({ ...state, projectId, sourceId, registry: 'coingecko', observedAt }, writer),
  )
const listings = async () =>
  (await getRegistryListings({ projectIds: [stored.projectId] }, database)).get(stored.projectId)
const standing = (state: RegistryState, firstObservedAt: Instant, observedAt: Instant) => [
  { ...state, sourceId: stored.evidenceId, registry: 'coingecko', firstObservedAt, observedAt },
]

test('a registry never read is unknown: the project is absent', async () => {
  expect(await getRegistryListings({ projectIds: [stored.projectId] }, database)).toEqual(new Map())
  expect(await getRegistryListings({ projectIds: [] }, database)).toEqual(new Map())
})

test.each<[string, RegistryState, RegistryState, boolean]>([
  ['listed as before', asLumen, asLumen, true],
  ['still not listed', unlisted, unlisted, true],
  ['listed now', unlisted, asLumen, false],
  ['no longer listed', asLumen, unlisted, false],
  ['listed by another name', asLumen, asLumenTwo, false],
])(
  '%s: one row, its state observed since the reading that first found it',
  async (_, before, after, same) => {
    await save(before, first)
    expect(await listings()).toEqual(standing(before, first, first))
    await save(after, second)
    expect(await listings()).toEqual(standing(after, same ? first : second, second))
    await save(after, third)
    expect(await listings()).toEqual(standing(after, same ? first : second, third))
  },
)

test('an older reading does not replace a newer one', async () => {
  await save(asLumen, second)
  await save(unlisted, first)
  expect(await listings()).toEqual(standing(asLumen, second, second))
})

test('each project has its own rows; those of a detached source are left out', async () => {
  const other = await storeProject({ kind: 'market', locator: 'geckoterminal:0xb2' }, database)
  await save(asLumen, first)
  await save(unlisted, first, other)
  const both = await getRegistryListings({ projectIds: [stored.projectId, other.projectId] }, database)
  expect([...both.values()].map((rows) => rows.map(({ listed }) => listed)).toSorted()).toEqual([
    [false],
    [true],
  ])
  expect(both.get(stored.projectId)).toEqual(standing(asLumen, first, first))
  await database
    .updateTable('sources')
    .set({ detached_at: second })
    .where('id', '=', stored.sourceId)
    .execute()
  const left = await getRegistryListings({ projectIds: [stored.projectId, other.projectId] }, database)
  expect([...left.keys()]).toEqual([other.projectId])
})

test.each([
  ['listed without a name', { listed: true, registry_id: null }],
  ['a name though not listed', { listed: false, registry_id: 'lumen' }],
  ['an empty name', { listed: true, registry_id: '' }],
])('the database refuses %s', async (_, state) => {
  const row = {
    source_id: stored.sourceId,
    project_id: stored.projectId,
    registry: 'coingecko',
    first_observed_at: first,
    observed_at: first,
  }
  const insert = database.insertInto('registry_listings').values({ ...row, ...state })
  await expect(insert.execute()).rejects.toThrow('registry_listings')
})

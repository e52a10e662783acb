import { beforeEach, expect, test } from 'vitest'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aRanking, type GivenListing, projectIdOf, storeListed } from '#test/given/listed-project.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
beforeEach(async () => {
  await startAnew(service.database)
})

async function listOf(path: string) {
  await using other = await openHttpService({ database: service.database })
  const { status, body } = await other.get(path)
  expect(status).toBe(200)
  const { items, available, reason, total, nextOffset } = body
  return { items, available, reason, total, nextOffset }
}
const UNREAD = { items: [], available: false, reason: 'not_measured', total: null, nextOffset: null }
const NOBODY = { items: [], available: true, reason: undefined, total: 0, nextOffset: null }

async function store(listed: GivenListing['listed'], ranking?: object): Promise<void> {
  const slug = await storeListed({ evidence: KNOWN, ...(listed && { listed }) }, service.database)
  if (ranking === undefined) return
  const id = await projectIdOf(slug, service.database)
  await aRanking({ project_id: id, activity_status: 'UNKNOWN', ...ranking }, service.database)
}

// What one measured project has that does not meet the list.
type Measured = { readonly listed?: GivenListing['listed']; readonly ranking?: object }
test.each<[string, Measured]>([
  ['tab=most-active', { listed: { meaningful_ships_30d: 0 } }],
  ['tab=shipping-now', { listed: { activity_status: 'DORMANT' } }],
  ['tab=still-building', { listed: { activity_status: 'DORMANT' } }],
  ['tab=back-from-dormancy', { listed: { activity_status: 'DORMANT' } }],
  ['tab=building-with-token', { listed: { activity_status: 'DORMANT' } }],
  ['tab=new-builders', { listed: { builder_read: true } }],
  ['status=SHIPPING', { listed: { activity_status: 'DORMANT' } }],
  ['status=DORMANT', { listed: { activity_status: 'SHIPPING' } }],
  ['tab=shipping-now&status=SHIPPING', { listed: { activity_status: 'QUIET' } }],
])(
  '[R120] %s is unknown while nobody is measured, and empty once a measured project does not meet it',
  async (query, of) => {
    const path = `/api/projects?${query}`
    expect(await listOf(path)).toEqual(NOBODY)
    await store({})
    expect(await listOf(path)).toEqual(UNREAD)
    await store(of.listed)
    expect(await listOf(path)).toEqual(NOBODY)
  },
)

test('[R120] lists by what is always known, and of unknown status, are never unavailable', async () => {
  await store({})
  expect(await listOf('/api/projects?tab=new-on-hey')).toMatchObject({ available: true })
  expect(await listOf('/api/projects?status=UNKNOWN')).toMatchObject({ available: true, total: 1 })
  expect(await listOf('/api/projects?q=nothing-of-that-name')).toEqual(NOBODY)
})

const SCORED = { radar: 50, radar_rank: 1, radar_parts: '{}' }
test.each<[string, object]>([
  ['all', SCORED],
  ['shipping', { ...SCORED, activity_status: 'DORMANT' }],
  ['verified', { ...SCORED, research_level: 'INDEXED', research_state: 'MEASURED' }],
  ['with-use', { ...SCORED, use_calls: 0, use_state: 'MEASURED' }],
])('[R120] the Radar with filter %s is unknown while nobody is measured', async (filter, ranking) => {
  const state = { rule: 'radar@2', ranked_at: NOW, ranked: 9 }
  await service.database.insertInto('radar_state').values(state).execute()
  const path = `/api/builders?filter=${filter}`
  expect(await listOf(path)).toEqual(NOBODY)
  await store({}, {})
  expect(await listOf(path)).toEqual(UNREAD)
  expect(await listOf(`${path}&q=nothing`)).toEqual(UNREAD)
  await store({}, ranking)
  expect(await listOf(`${path}&q=nothing`)).toEqual(NOBODY)
})

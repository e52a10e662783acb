import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const world = await forFile(openWorld({ reading: ['lumen', 'marlow', 'twinfalls', 'opaline'] }))

type Change = Record<string, unknown> & { id: string; type: string; evidence: string[] }
const changes = async (query: string) => {
  const { status, body } = await world.get(`/api/changes?${query}`)
  expect(status).toBe(200)
  return body['items'] as Change[]
}
const head = () => readsOf(world).head()
const builder = (slug: string) => readsOf(world).card(slug)

test('[case 1] a release arrives as build.release with its own time, live, and on the card', async () => {
  const cursor = await head()
  const done = await world.act('release', 'lumen')
  await world.settle('lumen')
  const [change, ...others] = (await changes(`limit=100&after=${cursor}&project=lumen`)).filter(
    ({ type }) => type === 'build.release',
  )
  expect(others).toEqual([])
  expect(change).toMatchObject({ op: 'upsert', origin: 'live', precision: 'EXACT', revision: 1 })
  const toSecond = (instant: unknown) => Math.floor(Date.parse(String(instant)) / 1000)
  expect(toSecond(change?.['occurredAt'])).toBe(toSecond(done['at']))
  const receipt = await world.get(`/api/evidence/${encodeURIComponent(String(change?.evidence[0]))}`)
  expect(receipt.status).toBe(200)
  expect(receipt.body).toMatchObject({ withdrawn: false })
  const card = await builder('lumen')
  expect(card['latest_release']).toMatchObject({ timestamp: change?.['occurredAt'] })
  expect(card).toMatchObject({ svc_status: 'SHIPPING', latest_change_state: 'recorded' })
})

test('[R81] a release of the same commit is an event and a ship that does not count', async () => {
  const before = await builder('opaline')
  const cursor = await head()
  const { details } = await world.act('release-nothing', 'opaline')
  await world.settle('opaline')
  const [change, ...others] = await changes(`limit=100&after=${cursor}&project=opaline&type=build.release`)
  expect([others, change?.['origin']]).toEqual([[], 'live'])
  const ships = await world.get('/api/ships?project=opaline&limit=1')
  const { tag } = details as { tag: string }
  expect(ships.body['items']).toMatchObject([
    { version: tag, countsAs: null, notCountedReason: 'adds_nothing' },
  ])
  const { svc_status, meaningful_ships_30d, last_activity_at } = before
  expect(await builder('opaline')).toMatchObject({ svc_status, meaningful_ships_30d, last_activity_at })
})

test('[case 6] an edited title is a second revision of the same event', async () => {
  const cursor = await head()
  await world.act('retitle-release', 'lumen')
  await world.settle('lumen')
  const [change] = (await changes(`limit=100&after=${cursor}&project=lumen`)).filter(
    ({ type }) => type === 'build.release',
  )
  expect(change).toMatchObject({ op: 'upsert', revision: 2, origin: 'live' })
})

test('[case 7] a deleted release is retracted after two reads an hour apart, its receipt is withdrawn and it no longer counts', async () => {
  const before = await builder('marlow')
  await world.act('release', 'marlow')
  await world.settle('marlow')
  const count = before['meaningful_ships_30d'] as number
  expect(await builder('marlow')).toMatchObject({ meaningful_ships_30d: count + 1 })
  const [made] = await changes('project=marlow&type=build.release&limit=1')
  const cursor = await head()
  await world.act('delete-release', 'marlow')
  await world.settle('marlow')
  expect(await changes(`limit=100&after=${cursor}&project=marlow`)).toEqual([])
  await world.advance(2 * HOUR_MS)
  await world.settle('marlow')
  const tombstones = (await changes(`limit=100&after=${cursor}&project=marlow`)).filter(
    ({ op }) => op === 'retract',
  )
  expect(tombstones).toEqual([
    { id: made?.id, revision: Number(made?.['revision']) + 1, op: 'retract', recordedAt: expect.any(String) },
  ])
  const receipt = await world.get(`/api/evidence/${encodeURIComponent(String(made?.evidence[0]))}`)
  expect(receipt.body).toMatchObject({ withdrawn: true })
  const { svc_status, latest_release } = before
  expect(await builder('marlow')).toMatchObject({ svc_status, latest_release, meaningful_ships_30d: count })
})

test('[case 14] prereleases of one week are each an event and count once', async () => {
  const before = (await builder('twinfalls'))['meaningful_ships_30d'] as number
  const cursor = await head()
  for (let times = 0; times < 3; times += 1) await world.act('prerelease', 'twinfalls')
  await world.settle('twinfalls')
  const made = (await changes(`limit=100&after=${cursor}&project=twinfalls`)).filter(
    ({ type }) => type === 'build.ship',
  )
  expect(made).toHaveLength(3)
  expect((await builder('twinfalls'))['meaningful_ships_30d']).toBe(before + 1)
})

test('[case 2] a release first read nine days after its publication is backfill', async () => {
  const cursor = await head()
  await world.act('release', 'opaline')
  await world.ask('/advance', { ms: 9 * DAY_MS })
  await world.passClock(9 * DAY_MS)
  await world.settle('opaline')
  const [late] = (await changes(`limit=100&after=${cursor}&project=opaline`)).filter(
    ({ type }) => type === 'build.release',
  )
  expect(late).toMatchObject({ origin: 'backfill', precision: 'EXACT' })
})

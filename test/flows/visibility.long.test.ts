import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { applyCatalogue } from '#operator/catalogue.ts'
import { hideProject, publishProject, renameProject } from '#operator/projects.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld())

const operating = () => ({ database: world.service.database, now: world.service.clock.now() })
const changes = async (query: string) => {
  const { status, body } = await world.get(`/api/changes?limit=100&${query}`)
  expect(status).toBe(200)
  return body['items'] as (Record<string, unknown> & { id: string })[]
}
const head = () => readsOf(world).head()
const tokenOf = (slug: string) => readsOf(world).tokenOf(slug)
const stripId = ({ requestId, ...body }: Record<string, unknown>) => body

test('[case 26] a hidden project answers like one that never existed, and its tombstones name nothing', async () => {
  const token = await tokenOf('kitehouse')
  const before = await changes('project=kitehouse')
  expect(before.length).toBeGreaterThan(3)
  const cursor = await head()
  await hideProject({ slug: 'kitehouse' }, operating())
  const hidden = await world.get(`/api/v1/builder?token=${token}`)
  const never = await world.get(`/api/v1/builder?token=0x00000000000000000000000000000000000000ab`)
  expect(hidden.status).toBe(404)
  expect({ ...stripId(hidden.body), scan_url: null }).toEqual({ ...stripId(never.body), scan_url: null })
  const bytes = async (slug: string) => {
    const { status, text, headers } = await world.get(`/api/projects/${slug}`, { 'x-request-id': 'same' })
    return { status, text, headers: { ...headers, date: null } }
  }
  expect(await bytes('kitehouse')).toEqual(await bytes('never-there'))
  expect((await bytes('kitehouse')).status).toBe(404)
  await world.settle('kitehouse')
  const tombstones = await changes(`after=${cursor}`)
  expect(tombstones.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
  for (const tombstone of tombstones) {
    expect(Object.keys(tombstone).toSorted()).toEqual(['id', 'op', 'recordedAt', 'revision'])
    expect(tombstone).toMatchObject({ op: 'retract' })
  }
  expect(JSON.stringify(tombstones)).not.toMatch(/kitehouse|Kitehouse/)
  const [ship] = before.filter(({ id }) => id.startsWith('ship:'))
  const receipt = await world.get(`/api/evidence/${encodeURIComponent(String(ship?.id))}`)
  expect(receipt.body).toMatchObject({ withdrawn: true })
  expect(receipt.text).not.toMatch(/kitehouse/i)
})

test('publishing a hidden project again writes its events past every cursor', async () => {
  const cursor = await head()
  await publishProject({ slug: 'kitehouse' }, operating())
  await world.settle('kitehouse')
  const again = await changes(`after=${cursor}&project=kitehouse`)
  expect(again.length).toBeGreaterThan(3)
  expect(new Set(again.map(({ op }) => op))).toEqual(new Set(['upsert']))
  expect(new Set(again.map(({ origin }) => origin))).toEqual(new Set(['backfill']))
  expect((await world.get(`/api/v1/builder?token=${await tokenOf('kitehouse')}`)).status).toBe(200)
})

test('[case 25] a renamed project has its events, the filter takes both slugs, and the old slug is never reused', async () => {
  const before = await changes('project=marlow')
  const cursor = await head()
  await renameProject({ slug: 'marlow', newSlug: 'marlow-labs' }, operating())
  await world.settle('marlow-labs')
  const after = await changes(`after=${cursor}`)
  expect(after.filter(({ op }) => op === 'retract')).toEqual([])
  const ids = before.map(({ id }) => id)
  const moved = after.filter(({ project }) => Object(project).slug === 'marlow-labs')
  expect(moved.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  expect((await changes('project=marlow')).map(({ id }) => id)).toEqual(ids)
  expect((await changes('project=marlow-labs')).map(({ id }) => id)).toEqual(ids)
  const redirect = await world.get('/api/projects/marlow?x=1')
  expect([redirect.status, redirect.headers['location']]).toEqual([308, '/api/projects/marlow-labs?x=1'])
  const taken = renameProject({ slug: 'opaline', newSlug: 'marlow' }, operating())
  await expect(taken).rejects.toThrow('never reused')
})

test('[case 3] history attached later is backfill', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'svc-catalogue-'))
  await writeFile(
    join(directory, 'newcomer.yaml'),
    `slug: newcomer
name: Newcomer
state: published
sources:
  - kind: github_repository
    locator: lumen-labs/lumen
    established: { by: mutual }
    counted: true
`,
  )
  const cursor = await head()
  const own = world.service.database.updateTable('sources').where('locator', '=', 'lumen-labs/lumen')
  await own.set({ counted: false, not_counted_reason: 'The newcomer counts it.' }).execute()
  await applyCatalogue(directory, {
    ...operating(),
    lockers: world.service.config.providers.lockers,
  })
  await world.settle('newcomer')
  await own.set({ counted: true, not_counted_reason: null }).execute()
  await rm(directory, { recursive: true })
  const events = await readsOf(world).changesAfter(cursor, 'newcomer')
  const published = events.filter(({ type }) => type === 'research.published')
  expect(published).toMatchObject([{ origin: 'live' }])
  const rest = events.filter(({ type }) => type !== 'research.published')
  const releasesOf = async (slug: string) =>
    (await changes(`project=${slug}&type=build.release`)).map(({ id, facts }) => ({
      id,
      version: (facts as Record<string, unknown>)['version'],
    }))
  const [theirs, attached] = [await releasesOf('lumen'), await releasesOf('newcomer')]
  expect(attached.length).toBeGreaterThan(20)
  expect(attached.map(({ version }) => version).toSorted()).toEqual(
    theirs.map(({ version }) => version).toSorted(),
  )
  expect(attached.filter(({ id }) => theirs.some((other) => other.id === id))).toEqual([])
  expect(new Set(rest.map(({ origin }) => origin))).toEqual(new Set(['backfill']))
})

test('[case 40] a new version of a rule is recorded and announces nothing', async () => {
  // The newcomer of the case before no longer counts the repository that it shares, so its events are withdrawn first.
  await world.settleAll()
  const cursor = await head()
  const { numAffectedRows } = await sql`
    update evaluations set rule = 'activity.status@0', value = jsonb_set(value, '{status}', '"ACTIVE"')
    where fact = 'activity.status' and superseded_at is null and value ->> 'status' = 'SHIPPING'`.execute(
    world.service.database,
  )
  expect(numAffectedRows).toBeGreaterThan(3n)
  await world.settleAll()
  const rows = await world.service.database
    .selectFrom('evaluations')
    .select('rule')
    .distinct()
    .where('fact', '=', 'activity.status')
    .where('superseded_at', 'is', null)
    .execute()
  expect(rows.map(({ rule }) => rule)).toEqual(['activity.status@6'])
  const types = (await readsOf(world).changesAfter(cursor)).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('build.'))).toEqual([])
})

import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'
import { itemsOf } from '#test/service/rss.ts'

const service = await httpServiceOfFile()

const FEED = '/feed/ships.xml'
const HOSTILE = 'v2 ]]> <b>&\u0007 🚀'

async function builder(state: 'published' | 'hidden' | 'draft' = 'published') {
  const project = await aProject({ state, name: 'A & B' }, service.database)
  const source = await aSource({ project_id: String(project.id) }, service.database)
  return { project_id: String(project.id), source_id: source.id ?? '' }
}

const counted = (days: number) => ({ occurred_at: addMs(NOW, -days * DAY_MS), counts_as: 'release' })

test('lists counted ships of published projects with their source, well-formed for an independent parser [contract GET /feed/ships.xml]', async () => {
  const own = await builder()
  const hostile = await aShip({ ...own, ...counted(2), title: HOSTILE }, service.database)
  const unlinked = await aShip({ ...own, ...counted(1), url: 'javascript:alert(1)' }, service.database)
  await aShip({ ...own, ...counted(1), counts_as: null }, service.database)
  await aShip({ ...own, ...counted(1), withdrawn_at: NOW, withdrawn_reason: 'deleted' }, service.database)
  for (const state of ['hidden', 'draft'] as const)
    await aShip({ ...(await builder(state)), ...counted(1) }, service.database)

  const { status, headers, text } = await service.get(FEED)
  expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  const receipt = `https://svc.example/api/evidence/${encodeURIComponent(unlinked.evidence)}`
  expect(itemsOf(text)).toMatchObject([
    { guid: unlinked.evidence, title: 'A & B: Faster swaps', link: receipt },
    {
      guid: hostile.evidence,
      isPermaLink: 'false',
      title: 'A & B: v2 ]]> <b>& 🚀',
      link: hostile.url,
      pubDate: new Date(counted(2).occurred_at).toUTCString(),
    },
  ])
  expect((await service.get(receipt.slice('https://svc.example'.length))).status).toBe(200)

  const unchanged = await service.get(FEED, { 'if-none-match': String(headers['etag']) })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
})

test('an edited ship keeps its guid, and the feed gets another ETag', async () => {
  const before = await service.get(FEED)
  const [first] = itemsOf(before.text)
  const id = String(first?.guid).replace('ship:', '')
  await service.database
    .updateTable('ships')
    .set({ title: 'Edited', url: 'https://code.example/x' })
    .where('id', '=', id)
    .execute()
  const after = await withoutCache(FEED)
  expect(itemsOf(after.text)[0]).toMatchObject({ guid: first?.guid, title: 'A & B: Edited' })
  expect(after.headers['etag']).not.toBe(before.headers['etag'])
})

test('a ship that no source dates has no pubDate and is placed at its detection', async () => {
  const own = await builder()
  const undated = { kind: 'upgrade', precision: 'OBSERVED', occurred_at: null, counts_as: 'upgrade' }
  const at = addMs(NOW, -HOUR_MS)
  const upgrade = await aShip({ ...own, ...undated, url: null, detected_at: at }, service.database)
  const { text } = await withoutCache(FEED)
  const [first] = itemsOf(text)
  expect([first?.guid, first?.pubDate]).toEqual([upgrade.evidence, undefined])
  expect(first?.description).toContain('Date: unknown')
})

test('the feed is bounded', async () => {
  const own = await builder()
  for (let index = 0; index < LIMITS.feedItems + 1; index += 1)
    await aShip({ ...own, ...counted(3) }, service.database)
  const { text } = await withoutCache(FEED)
  expect(itemsOf(text)).toHaveLength(LIMITS.feedItems)
})

/** The answer of another process with the same records. */
async function withoutCache(path: string) {
  await using other = await openHttpService({ database: service.database })
  return await other.get(path)
}

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { DECLARATIONS_RULE, declare, type ReadPart, type ReadParts } from '#domain/site/declarations.ts'
import { inTransaction } from '#records/database.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { findStoredSite, getSiteChanges, saveSiteReading } from './readings.ts'

const DAY = toInstant('2026-11-20T00:00:00Z')
const at = (hours: number) => addMs(DAY, hours * HOUR_MS)
const unread: ReadPart = { kind: 'unread', reason: 'unavailable' }
const partsOf = (parts: Partial<ReadParts>): ReadParts => ({
  links: unread,
  sections: unread,
  llms: unread,
  security: unread,
  api: unread,
  ...parts,
})
const { database } = await fileDatabase()
let site: StoredProject
beforeEach(async () => {
  site = await storeProject({ kind: 'website', locator: 'https://lumen.example' }, database)
})

function save(parts: Partial<ReadParts>, observedAt: Instant, attachedAt = site.attachedAt) {
  const { projectId, sourceId } = site
  return inTransaction(database, (writer) =>
    saveSiteReading({ projectId, sourceId, attachedAt, parts: partsOf(parts), observedAt }, writer),
  )
}
const current = () => findStoredSite({ sourceId: site.sourceId }, database)
const rows = () =>
  database
    .selectFrom('site_changes')
    .selectAll()
    .where('source_id', '=', site.sourceId)
    .orderBy('turn')
    .execute()
async function changes() {
  const all = await getSiteChanges({ projectIds: [site.projectId] }, database)
  return all.get(site.projectId)
}

/** The pages of a site that gets another page each hour. */
const pagesTo = (hour: number) => Array.from({ length: hour + 1 }, (_, n) => `/${n}`)

test('a site that was never read has no stored reading', async () => {
  expect(await current()).toBeUndefined()
  expect(await changes()).toBeUndefined()
})

test('the first reading is a baseline; an equal one only updates the observation', async () => {
  await save({ links: declare(['/docs']) }, at(0))
  const first = await current()
  expect(first).toMatchObject({
    changes: 0,
    baselineAt: at(0),
    observedAt: at(0),
    rule: DECLARATIONS_RULE.id,
  })
  await save({ links: declare(['/docs']) }, at(1))
  expect(await current()).toEqual({
    ...first,
    observedAt: at(1),
    parts: { links: { entries: ['/docs'], readAt: at(1), changesInRow: 0 } },
  })
  expect(await rows()).toEqual([])
})

test('a change has counts, digests and its own id, but no entries', async () => {
  await save({ links: declare(['/docs']), api: declare(['/v1']) }, at(0))
  const before = await current()
  for (const hour of [1, 2])
    await save({ links: declare(['/blog', '/shop']), api: declare(['/v1']) }, at(hour))
  const after = await current()
  const [row, ...more] = await rows()
  expect(more).toEqual([])
  expect(row).toMatchObject({
    turn: 1,
    added: 2,
    removed: 1,
    parts: { links: { added: 2, removed: 1, changesInRow: 1 } },
    previous_digest: before?.digest,
    digest: after?.digest,
    rule: DECLARATIONS_RULE.id,
    compared_with_at: at(0),
    detected_at: at(2),
    project_id: site.projectId,
  })
  expect(JSON.stringify(row)).not.toMatch(/blog|shop|docs|v1/)
  expect(await changes()).toEqual([
    {
      id: `sourcechange:${row?.id}`,
      sourceId: site.evidenceId,
      official: true,
      added: 2,
      removed: 1,
      changesInRow: 1,
      detectedAt: at(2),
    },
  ])
})

test('each change back and forth is a change of its own, with its own id', async () => {
  for (const [hour, path] of ['/a', '/b', '/b', '/a', '/a', '/b', '/b'].entries())
    await save({ links: declare([path]) }, at(hour))
  const ids = (await changes())?.map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
  expect(await current()).toMatchObject({ changes: 3 })
})

test('an unread part stays stored, is marked unread, and is compared when it is read again', async () => {
  await save({ links: declare(['/docs']), api: declare(['/v1']) }, at(0))
  await save({ links: declare(['/docs']) }, at(1))
  expect(await current()).toMatchObject({
    parts: { api: { entries: ['/v1'], readAt: at(0) } },
    unread: { api: 'unavailable', llms: 'unavailable' },
  })
  await save({ links: declare(['/docs']), api: declare(['/v1', '/v2']) }, at(5))
  expect(await rows()).toMatchObject([{ added: 1, removed: 0, compared_with_at: at(0), detected_at: at(5) }])
})

test('a part that is read for the first time is its own baseline', async () => {
  await save({ links: declare(['/docs']) }, at(0))
  await save({ links: declare(['/docs']), api: declare(['/v1']) }, at(1))
  expect(await rows()).toEqual([])
  expect(await current()).toMatchObject({ changes: 0, baselineAt: at(0) })
})

test('under another rule the next reading is a baseline: the stored parts are not compared', async () => {
  await save({ links: declare(['/a']), api: declare(['/v1']) }, at(0))
  await save({ links: declare(['/a', '/b']), api: declare(['/v1']) }, at(1))
  const older = { rule: 'site.declarations@0' }
  await database.updateTable('site_readings').set(older).where('source_id', '=', site.sourceId).execute()
  await save({ links: declare(['/c']) }, at(2))
  expect(await rows()).toHaveLength(1)
  expect(await current()).toMatchObject({ changes: 1, baselineAt: at(2), rule: DECLARATIONS_RULE.id })
  expect((await current())?.parts).toEqual({ links: { entries: ['/c'], readAt: at(2) } })
  await save({ links: declare(['/c', '/d']) }, at(3))
  expect(await rows()).toMatchObject([{ turn: 1 }, { turn: 2, added: 1, removed: 0 }])
})

test('since the source was attached again, the next reading is a baseline', async () => {
  await save({ links: declare(['/a']), llms: declare(['/l']) }, at(0))
  await save({ links: declare(['/b']), llms: { kind: 'unchanged' } }, at(9), at(8))
  expect(await rows()).toEqual([])
  expect((await current())?.parts).toEqual({
    links: { entries: ['/b'], readAt: at(9) },
    llms: { entries: ['/l'], readAt: at(9) },
  })
})

test('returns the changes of the given projects alone', async () => {
  const read = async (turns: number) => {
    for (const hour of Array.from({ length: turns + 1 }, (_, n) => n))
      await save({ links: declare(pagesTo(hour)) }, at(hour))
    return site.projectId
  }
  const first = await read(1)
  site = await storeProject({ kind: 'website', locator: 'https://y.example' }, database)
  await read(2)
  const found = await getSiteChanges({ projectIds: [first] }, database)
  expect([...found].map(([id, made]) => [id, made.length])).toEqual([[first, 1]])
})

test('[R93] a change has the least row of changes of its parts', async () => {
  for (const hour of [0, 1, 2, 3])
    await save({ links: declare(pagesTo(hour)), llms: declare(hour < 3 ? ['a'] : ['a', 'b']) }, at(hour))
  await save({ links: declare(pagesTo(3)), llms: declare(['a', 'b']) }, at(4))
  await save({ links: declare(pagesTo(5)) }, at(5))
  expect((await changes())?.map(({ changesInRow }) => changesInRow)).toEqual([1, 2, 1, 1])
})

test('[R93] the row of a change is unknown where it was not counted, and counts on as a minimum', async () => {
  await save({ links: declare(['/0']), llms: declare(['/0']) }, at(0))
  await saveChangeWithoutRow()
  await save({ links: declare(pagesTo(1)), llms: declare(pagesTo(1)) }, at(2))
  expect((await changes())?.map(({ changesInRow }) => changesInRow)).toEqual([null, 1])
})

/**
 * A change as an earlier release recorded it, before rows were counted. One of its parts has a row, as after an
 * upgrade.
 */
async function saveChangeWithoutRow() {
  await database
    .insertInto('site_changes')
    .values({
      id: randomUUID(),
      turn: 1,
      digest: 'b',
      previous_digest: 'a',
      project_id: site.projectId,
      source_id: site.sourceId,
      rule: DECLARATIONS_RULE.id,
      added: 2,
      removed: 2,
      parts: JSON.stringify({
        links: { added: 1, removed: 1 },
        llms: { added: 1, removed: 1, changesInRow: 4 },
      }),
      compared_with_at: at(0),
      detected_at: at(1),
    })
    .execute()
  await database
    .updateTable('site_readings')
    .set({ changes: 1 })
    .where('source_id', '=', site.sourceId)
    .execute()
}

test('a change of a self-reported site is not official', async () => {
  const establishedBy = 'self_reported'
  site = await storeProject({ kind: 'website', locator: 'https://x.example', establishedBy }, database)
  await save({ links: declare(['/a']) }, at(0))
  await save({ links: declare(['/a', '/b']) }, at(1))
  expect(await changes()).toMatchObject([{ official: false }])
})

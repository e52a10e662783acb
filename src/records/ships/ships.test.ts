import { expect, test } from 'vitest'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { aSource } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  clearMissingShips,
  getShipsOfSource,
  noteMissingShips,
  type ShipDraft,
  saveShips,
  shipId,
  withdrawShips,
} from './ships.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const HOUR_MS = 3_600_000

const { database } = await fileDatabase()
const project = await storeProject({ kind: 'github_repository', locator: 'lumen-labs/lumen' }, database)

const draft = (naturalKey: string, over: Partial<ShipDraft> = {}): ShipDraft => ({
  projectId: project.projectId,
  sourceId: project.sourceId,
  naturalKey,
  kind: 'release',
  title: naturalKey,
  url: null,
  version: null,
  occurredAt: NOW,
  precision: 'EXACT',
  dimension: null,
  facts: { origin: 'github:1' },
  ...over,
})
const save = (ships: readonly ShipDraft[], now = NOW) =>
  inTransaction(database, (writer) => saveShips({ ships, now }, writer))
const rowOf = (naturalKey: string) =>
  database.selectFrom('ships').selectAll().where('natural_key', '=', naturalKey).executeTakeFirstOrThrow()
const miss = (naturalKey: string, now = NOW) =>
  inTransaction(database, (writer) =>
    noteMissingShips(
      { sourceId: project.sourceId, naturalKeys: [naturalKey], now, confirmMs: HOUR_MS, reason: 'deleted' },
      writer,
    ),
  )

test('unknown values stay null, and the id comes from project and natural key', async () => {
  await save([draft('plain')])
  expect(await rowOf('plain')).toMatchObject({
    id: shipId(draft('plain')),
    url: null,
    version: null,
    dimension: null,
    counts_as: null,
    detected_at: NOW,
    facts: { origin: 'github:1' },
  })
})

test('[R62] a ship that no source dates is placed at its detection', async () => {
  const since = addMs(NOW, HOUR_MS)
  await save([draft('undated', { kind: 'upgrade', occurredAt: null, precision: 'OBSERVED' })], since)
  await save([draft('dated', { kind: 'upgrade' })], since)
  expect(await rowOf('undated')).toMatchObject({ occurred_at: null, placed_at: since })
  expect(await rowOf('dated')).toMatchObject({ occurred_at: NOW, placed_at: NOW })
  const source = { sourceId: project.sourceId, kinds: ['upgrade'] as const }
  const found = await getShipsOfSource({ ...source, since }, database)
  expect(found).toMatchObject([{ naturalKey: 'undated', occurredAt: null, detectedAt: since }])
})

test('[R83] [R85] an upgrade has its implementation and the one before, and a deployment its contract', async () => {
  const [next, before] = [`0x${'b'.repeat(40)}`, `0x${'a'.repeat(40)}`]
  const facts = { implementation: next, previousImplementation: before }
  await save([
    draft('impl:both', { kind: 'upgrade', facts }),
    draft('impl:first', { kind: 'upgrade', facts: { implementation: next } }),
    draft('impl:broken', { kind: 'upgrade', facts: { implementation: 'b' } }),
    draft(`4663:${next}:0x1`, { kind: 'deployment', facts }),
  ])
  const kinds = ['upgrade', 'deployment'] as const
  const found = await getShipsOfSource({ sourceId: project.sourceId, kinds }, database)
  const of = (key: string) => found.find(({ naturalKey }) => naturalKey === key)
  expect(of('impl:both')).toMatchObject({ implementation: { address: next, previous: before } })
  expect(of('impl:first')).toMatchObject({ implementation: { address: next, previous: null } })
  expect(of('impl:broken')).toMatchObject({ implementation: null })
  expect(of(`4663:${next}:0x1`)).toMatchObject({ implementation: null, contract: next })
})

test('saving twice makes one ship with the first detection', async () => {
  await save([draft('twice'), draft('twice')])
  await save([draft('twice', { title: 'Renamed', url: 'https://a.example' })], addMs(NOW, HOUR_MS))
  expect(await rowOf('twice')).toMatchObject({ title: 'Renamed', url: 'https://a.example', detected_at: NOW })
})

test('an empty list saves, withdraws and clears nothing', async () => {
  await save([draft('untouched')])
  await miss('untouched')
  const before = await rowOf('untouched')
  expect(before).toMatchObject({ missing_since: NOW })
  const none = { sourceId: project.sourceId, naturalKeys: [], reason: 'deleted' }
  await save([])
  await inTransaction(database, async (writer) => {
    await clearMissingShips(none, writer)
    await noteMissingShips({ ...none, now: addMs(NOW, HOUR_MS), confirmMs: HOUR_MS }, writer)
    await withdrawShips({ ...none, now: NOW }, writer)
  })
  expect(await rowOf('untouched')).toEqual(before)
})

test('a ship of another source of the project stays unchanged', async () => {
  const renamed = await aSource({ project_id: project.projectId, locator: 'lumen-labs/lumen-2' }, database)
  await save([draft('shared')])
  await save([draft('shared', { sourceId: renamed.id, title: 'Taken' })])
  expect(await rowOf('shared')).toMatchObject({ title: 'shared', source_id: project.sourceId })
})

test('a release of a repository of two projects is a ship of each, withdrawn for each by its own source', async () => {
  const other = await storeProject({ kind: 'github_repository', locator: 'lumen-labs/lumen' }, database)
  await save([draft('common'), draft('common', other)])
  await save([draft('common'), draft('common', other)], addMs(NOW, HOUR_MS))
  await miss('common')
  await miss('common', addMs(NOW, HOUR_MS))
  const rows = await database
    .selectFrom('ships')
    .select(['id', 'project_id', 'withdrawn_reason'])
    .where('natural_key', '=', 'common')
    .execute()
  expect(new Map(rows.map((row) => [row.project_id, row]))).toEqual(
    new Map([
      [
        project.projectId,
        { id: shipId(draft('common')), project_id: project.projectId, withdrawn_reason: 'deleted' },
      ],
      [
        other.projectId,
        { id: shipId(draft('common', other)), project_id: other.projectId, withdrawn_reason: null },
      ],
    ]),
  )
})

test('eight collectors that save the same ships at once make each ship once', async () => {
  const ships = Array.from({ length: 50 }, (_, n) => draft(`many:${n}`))
  await Promise.all(Array.from({ length: 8 }, (_, n) => save(n % 2 === 0 ? ships : ships.toReversed())))
  const found = await getShipsOfSource({ sourceId: project.sourceId, kinds: ['release'] }, database)
  expect(found.filter(({ naturalKey }) => naturalKey.startsWith('many:'))).toHaveLength(50)
})

test.each([
  ['at the first miss', [0], { missing_since: NOW, withdrawn_at: null }],
  ['at a second miss too soon', [0, HOUR_MS - 1], { missing_since: NOW, withdrawn_at: null }],
  [
    'at a second miss an hour later',
    [0, HOUR_MS],
    { withdrawn_at: addMs(NOW, HOUR_MS), withdrawn_reason: 'deleted' },
  ],
  ['at a third miss', [0, HOUR_MS, 3 * HOUR_MS], { withdrawn_at: addMs(NOW, HOUR_MS) }],
])('[case 7] a ship %s', async (name, misses, expected) => {
  await save([draft(name)])
  for (const ms of misses) await miss(name, addMs(NOW, ms))
  expect(await rowOf(name)).toMatchObject(expected)
})

test('a ship found again before it was withdrawn needs two new misses', async () => {
  const other = await aSource({ project_id: project.projectId }, database)
  await save([draft('found'), draft('found elsewhere', { sourceId: other.id })])
  await miss('found')
  await inTransaction(database, (writer) =>
    clearMissingShips({ sourceId: other.id, naturalKeys: ['found', 'found elsewhere'] }, writer),
  )
  expect(await rowOf('found')).toMatchObject({ missing_since: NOW })
  await inTransaction(database, (writer) =>
    clearMissingShips({ sourceId: project.sourceId, naturalKeys: ['found'] }, writer),
  )
  await miss('found', addMs(NOW, 5 * HOUR_MS))
  expect(await rowOf('found')).toMatchObject({ missing_since: addMs(NOW, 5 * HOUR_MS), withdrawn_at: null })
})

test('a ship that the provider withdrew is withdrawn once, and of its own source alone', async () => {
  const other = await aSource({ project_id: project.projectId }, database)
  await save([draft('taken back'), draft('elsewhere', { sourceId: other.id }), draft('standing')])
  const withdraw = (now: Instant) =>
    inTransaction(database, (writer) =>
      withdrawShips(
        {
          sourceId: project.sourceId,
          naturalKeys: ['taken back', 'elsewhere'],
          reason: 'reorged',
          now,
        },
        writer,
      ),
    )
  await withdraw(NOW)
  await withdraw(addMs(NOW, HOUR_MS))
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'reorged' }
  expect(await rowOf('taken back')).toMatchObject(withdrawn)
  for (const standing of ['elsewhere', 'standing'])
    expect(await rowOf(standing)).toMatchObject({ withdrawn_at: null, withdrawn_reason: null })
})

test('a withdrawn ship that is listed again is restored', async () => {
  await save([draft('back')])
  await miss('back')
  await miss('back', addMs(NOW, HOUR_MS))
  await save([draft('back')], addMs(NOW, 2 * HOUR_MS))
  expect(await rowOf('back')).toMatchObject({
    missing_since: null,
    withdrawn_at: null,
    withdrawn_reason: null,
  })
})

test('lists the ships of a source newest first, by kind and since an instant', async () => {
  const other = await aSource({ project_id: project.projectId }, database)
  await save([
    draft('week:old', { kind: 'code_week', occurredAt: addMs(NOW, -30 * 24 * HOUR_MS) }),
    draft('week:new-2', { kind: 'code_week' }),
    draft('week:new', { kind: 'code_week' }),
    draft('week:elsewhere', { kind: 'code_week', sourceId: other.id }),
    draft('week:at', { kind: 'code_week', occurredAt: addMs(NOW, -24 * HOUR_MS) }),
  ])
  const since = addMs(NOW, -24 * HOUR_MS)
  const found = await getShipsOfSource({ sourceId: project.sourceId, kinds: ['code_week'], since }, database)
  expect(found.map(({ naturalKey }) => naturalKey)).toEqual(['week:new', 'week:new-2', 'week:at'])
})

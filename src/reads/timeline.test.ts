import { beforeAll, describe, expect, test } from 'vitest'
import { EVIDENCE_PREFIXES, type EvidencePrefix } from '#contract/ids.ts'
import type { Timeline } from '#contract/shapes/timeline.ts'
import { addMs, toInstant as at } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { savePublication } from '#records/market/integrity.ts'
import {
  type OwnerOfEvidence,
  storeEvidenceOfEachKind,
  storeProjectWithSource,
} from '#test/given/evidence-kinds.ts'
import * as given from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

let asked = 0

/** A list of a timeline, never from the cache. */
async function timelineOf(slug: string, query: Readonly<Record<string, string>> = {}): Promise<Timeline> {
  asked += 1
  const words = new URLSearchParams({ ...query, asked: String(asked) })
  const { status, body } = await service.get(`/api/projects/${slug}/timeline?${words}`)
  expect([status, body['error']]).toEqual([200, undefined])
  return body as unknown as Timeline
}

const storeOwner = () => storeProjectWithSource(service.database)

async function publishIntegrity(marketIntegrity: 'published' | 'withheld') {
  await inTransaction(service.database, (writer) => savePublication({ marketIntegrity, now: NOW }, writer))
}

/** The clock that places each kind of evidence, and its precision. */
const CLOCKS = {
  ship: 'occurredAt EXACT',
  signal: 'occurredAt WINDOW',
  abi: 'detectedAt OBSERVED',
  impl: 'occurredAt EXACT',
  lock: 'detectedAt OBSERVED',
  source: 'detectedAt OBSERVED',
  claim: 'detectedAt OBSERVED',
  state: 'detectedAt OBSERVED',
  integrity: 'detectedAt OBSERVED',
  narrative: 'detectedAt OBSERVED',
  method: 'occurredAt EXACT',
  sourcechange: 'detectedAt OBSERVED',
  security: 'detectedAt OBSERVED',
}

describe('a project with evidence of every kind', () => {
  let owner: OwnerOfEvidence
  let ids: Readonly<Record<EvidencePrefix, string>>
  beforeAll(async () => {
    owner = await storeOwner()
    ids = await storeEvidenceOfEachKind(owner, service.database)
  })

  /** The newest first; the project's first source was attached long before. */
  const newestFirst = () => [...Object.values(ids).toReversed(), owner.source.evidence]

  test('has each piece once, newest first, on one axis [contract GET /api/projects/{slug}/timeline]', async () => {
    const { items, totals, withheld, truncated, nextCursor } = await timelineOf(owner.slug)
    const shown = newestFirst().filter((id) => id !== ids.integrity)
    expect(items.map(({ evidenceId }) => evidenceId)).toEqual(shown)
    expect({ truncated, nextCursor }).toEqual({ truncated: false, nextCursor: null })
    const one = EVIDENCE_PREFIXES.filter((kind) => kind !== 'integrity').map((kind) => [kind, 1])
    expect(totals).toEqual({ ...Object.fromEntries(one), source: 2 })
    expect(withheld).toEqual(['integrity'])
  })

  test('shows market integrity only where it is published', async () => {
    expect((await timelineOf(owner.slug, { lens: 'integrity' })).items).toEqual([])
    await publishIntegrity('published')
    const { items, totals, withheld } = await timelineOf(owner.slug)
    expect(items.map(({ evidenceId }) => evidenceId)).toEqual(newestFirst())
    expect([totals.integrity, withheld]).toEqual([1, undefined])
    await publishIntegrity('withheld')
    expect((await timelineOf(owner.slug)).totals).not.toHaveProperty('integrity')
  })

  test.each(EVIDENCE_PREFIXES)('has the evidence of the lens %s alone', async (lens) => {
    const { items, totals } = await timelineOf(owner.slug, { lens })
    const expected = newestFirst().filter((id) => id.startsWith(`${lens}:`))
    expect(items.map(({ evidenceId }) => evidenceId)).toEqual(lens === 'integrity' ? [] : expected)
    expect(totals.ship).toBe(1)
  })

  test('has the clocks of each receipt, and an entry without an outside date has no occurredAt', async () => {
    await publishIntegrity('published')
    const { items } = await timelineOf(owner.slug)
    for (const item of items) {
      const { body } = await service.get(new URL(item.url).pathname)
      const { id, kind, occurredAt, detectedAt, source } = body
      expect({ id, kind, occurredAt, detectedAt, source }).toEqual({
        id: item.evidenceId,
        kind: item.kind,
        occurredAt: item.occurredAt,
        detectedAt: item.detectedAt,
        source: item.source,
      })
      expect(item.at).toBe(item[item.clock])
      expect(item.occurredAt === null).toBe(item.clock === 'detectedAt')
    }
    const clocks = items.map(({ kind, clock, precision }) => [kind, `${clock} ${precision}`])
    expect(Object.fromEntries(clocks)).toEqual(CLOCKS)
    await publishIntegrity('withheld')
  })

  test('words a conclusion as recorded and in the words of the cards', async () => {
    const { items } = await timelineOf(owner.slug, { lens: 'state' })
    expect(items).toMatchObject([
      { title: 'activity.status: SHIPPING', displayTitle: 'Activity status: Shipping' },
    ])
  })
})

test('a running code week has today’s wording and is not complete; a finished one keeps its range [contract timeline displayTitle|codeWeek.complete]', async () => {
  const { slug, own } = await storeOwner()
  const week = (weekStart: string, readTo: string) => ({
    ...own,
    kind: 'code_week',
    title: `as recorded in the week of ${weekStart}`,
    occurred_at: at(readTo),
    facts: JSON.stringify({
      codeWeek: {
        weekStart,
        byDay: {},
        humanCommits: 3,
        excludedCommits: 0,
        authors: 1,
        partial: false,
        readTo,
      },
    }),
  })
  await given.aShip(week('2026-11-16', '2026-11-18T10:00:00.000Z'), service.database)
  await given.aShip(week('2026-11-02', '2026-11-09T10:00:00.000Z'), service.database)
  const { items } = await timelineOf(slug, { lens: 'ship' })
  expect(items.map(({ title, displayTitle, codeWeek }) => [title, displayTitle, codeWeek?.complete])).toEqual(
    [
      [
        'as recorded in the week of 2026-11-16',
        'code changes, week starting 2026-11-16 (to 2026-11-18)',
        false,
      ],
      [
        'as recorded in the week of 2026-11-02',
        'code changes, week starting 2026-11-02 (to 2026-11-08)',
        true,
      ],
    ],
  )
})

test('leaves out withdrawn records, detached sources and what is dated more than a day ahead', async () => {
  const { slug, own, projectId, source } = await storeOwner()
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'deleted' }
  const { database } = service
  await given.aShip({ ...own, ...withdrawn }, database)
  await given.aShip({ ...own, occurred_at: at('2026-11-20T12:00:01Z') }, database)
  await given.anImplementation({ ...own, ...withdrawn, contract: given.addressOf(0xc1) }, database)
  await given.aClaim({ project_id: projectId, ...withdrawn }, database)
  await given.aSource({ project_id: projectId, detached_at: NOW }, database)
  const { items, totals } = await timelineOf(slug)
  expect(items.map(({ evidenceId }) => evidenceId)).toEqual([source.evidence])
  expect(totals).toMatchObject({ ship: 0, impl: 0, narrative: 0, source: 1 })
})

test('a statement that is read again keeps its place', async () => {
  const { slug, projectId } = await storeOwner()
  const claim = await given.aClaim(
    { project_id: projectId, observed_at: at('2026-10-01T10:00:00Z') },
    service.database,
  )
  await service.database
    .updateTable('claims')
    .set({ observed_at: NOW })
    .where('id', '=', String(claim.id))
    .execute()
  const [entry] = (await timelineOf(slug)).items
  expect(entry).toMatchObject({ evidenceId: `narrative:${claim.id}`, at: '2026-10-01T10:00:00.000Z' })
})

test('follows nextCursor through every part [contract timeline totals|truncated|nextCursor]', async () => {
  const { slug, own, source } = await storeOwner()
  const ships = [1, 2, 3].map((n) =>
    given.aShip({ ...own, occurred_at: at(`2026-11-0${n}T10:00:00Z`) }, service.database),
  )
  const stored = (await Promise.all(ships)).map(({ evidence }) => evidence).toReversed()
  const first = await timelineOf(slug, { limit: '2' })
  const second = await timelineOf(slug, { limit: '2', before: String(first.nextCursor) })
  expect([first.truncated, second.truncated, second.nextCursor]).toEqual([true, false, null])
  const ids = [...first.items, ...second.items].map(({ evidenceId }) => evidenceId)
  expect(ids).toEqual([...stored, source.evidence])
})

test.each(['100', '101', '100000'])(
  'limit=%s gives a list of at most 100 entries, and the rest by nextCursor',
  async (limit) => {
    const { slug, own, source } = await storeOwner()
    const ships = Array.from({ length: 100 }, (_, n) =>
      given.aShip({ ...own, occurred_at: addMs(at('2026-11-01T10:00:00Z'), n * 1000) }, service.database),
    )
    await Promise.all(ships)
    const first = await timelineOf(slug, { limit })
    expect([first.items.length, first.truncated]).toEqual([100, true])
    const second = await timelineOf(slug, { limit, before: String(first.nextCursor) })
    expect([second.items.map(({ evidenceId }) => evidenceId), second.nextCursor]).toEqual([
      [source.evidence],
      null,
    ])
  },
)

test.each([
  ['limit=0', 'invalid_parameter'],
  ['limit=-1', 'invalid_parameter'],
  ['limit=1e3', 'invalid_parameter'],
  ['lens=ship:', 'invalid_parameter'],
  ['lens=launch', 'invalid_parameter'],
  ['before=', 'invalid_cursor'],
  ['before=c1.5', 'invalid_cursor'],
  ['before=t2.5.ship:00000000-0000-4000-8000-000000000000', 'invalid_cursor'],
  ['before=t1.05.ship:00000000-0000-4000-8000-000000000000', 'invalid_cursor'],
  ['before=t1.5.ship:1', 'invalid_cursor'],
  ['before=t1.999999999999999999.ship:00000000-0000-4000-8000-000000000000', 'invalid_cursor'],
  ['before=t1.-999999999999999999.ship:00000000-0000-4000-8000-000000000000', 'invalid_cursor'],
  ['before=t1.-62135596800000001.ship:00000000-0000-4000-8000-000000000000', 'invalid_cursor'],
])('%s is refused with %s', async (query, code) => {
  const { slug } = await storeOwner()
  const { status, body } = await service.get(`/api/projects/${slug}/timeline?${query}`)
  expect([status, body['error']]).toEqual([400, code])
})

test('a cursor of the first instant of all is the end of the timeline', async () => {
  const { slug } = await storeOwner()
  const { items, nextCursor } = await timelineOf(slug, {
    before: 't1.-62135596800000000.ship:00000000-0000-4000-8000-000000000000',
  })
  expect([items, nextCursor]).toEqual([[], null])
})

test('a former slug answers 308 with the query; a parameter that is not read is named', async () => {
  const { slug, projectId } = await storeOwner()
  await service.database
    .insertInto('project_slugs')
    .values({ slug: `${slug}-old`, project_id: projectId, since: NOW, former_since: NOW })
    .execute()
  const moved = await service.get(`/api/projects/${slug}-old/timeline?lens=ship`)
  expect([moved.status, moved.headers['location']]).toEqual([308, `/api/projects/${slug}/timeline?lens=ship`])
  const { body } = await service.get(`/api/projects/${slug}/timeline?lenses=ship`)
  expect(body['ignoredParameters']).toEqual(['lenses'])
})

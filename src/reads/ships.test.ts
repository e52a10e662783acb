import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { known } from '#contract/known.ts'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { KNOWN, runningWeek } from '#test/given/card-evidence.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

async function builder(state: 'published' | 'hidden' | 'draft' = 'published') {
  const project = await aProject({ state, name: 'Lumen' }, service.database)
  const source = await aSource({ project_id: String(project.id) }, service.database)
  return { project_id: String(project.id), source_id: source.id ?? '', slug: project.slug }
}

test('lists ships of published projects newest first, with source, backing and weight [contract GET /api/ships] [contract ship displayTitle|codeWeek.complete|source|backing]', async () => {
  const { slug, ...own } = await builder()
  const { slug: _hidden, ...hidden } = await builder('hidden')
  const { slug: _draft, ...draft } = await builder('draft')
  const daysAgo = (days: number) => ({ occurred_at: addMs(NOW, -days * DAY_MS) })
  const counted = await aShip({ ...own, ...daysAgo(3), counts_as: 'release' }, service.database)
  const copy = await aShip({ ...own, ...daysAgo(2), not_counted_reason: 'package_copy' }, service.database)
  const unjudged = await aShip(
    { ...own, ...daysAgo(1), url: 'javascript:alert(1)', version: null },
    service.database,
  )
  const week = await aShip(
    {
      ...own,
      ...daysAgo(4),
      kind: 'code_week',
      precision: 'WINDOW',
      title: 'code changes, week starting 2026-11-16 (to 2026-11-22)',
      facts: JSON.stringify({ codeWeek: runningWeek.codeWeek }),
      detected_at: addMs(NOW, -5 * DAY_MS),
      counts_as: 'code_week',
    },
    service.database,
  )
  await aShip({ ...own, ...daysAgo(-9) }, service.database)
  await aShip({ ...own, ...daysAgo(0), withdrawn_at: NOW, withdrawn_reason: 'deleted' }, service.database)
  await aShip({ ...hidden, ...daysAgo(0) }, service.database)
  await aShip({ ...draft, ...daysAgo(0) }, service.database)

  const { status, body } = await service.get('/api/ships?foo=1')
  expect([status, body['nextOffset'], body['ignoredParameters']]).toEqual([200, null, ['foo']])
  const ships = body['items'] as readonly Record<string, unknown>[]
  expect(ships.map((ship) => ship['evidenceId'])).toEqual([
    unjudged.evidence,
    copy.evidence,
    counted.evidence,
    week.evidence,
  ])
  expect(ships[0]).toMatchObject({ countsAs: null, notCountedReason: 'not_evaluated' })
  expect(ships[0]).not.toHaveProperty('url')
  expect(ships[0]).not.toHaveProperty('version')
  expect(ships[1]).toMatchObject({ countsAs: null, notCountedReason: 'package_copy' })
  expect(ships[2]).toMatchObject({
    project: { slug, url: `https://svc.example/projects/${slug}` },
    countsAs: 'release',
    backing: 'source-verified',
    displayTitle: 'Faster swaps',
    source: { id: `source:${own.source_id}`, establishedBy: 'mutual' },
  })
  expect(ships[2]).not.toHaveProperty('notCountedReason')
  expect(ships[2]).not.toHaveProperty('codeWeek')
  expect(ships[3]).toMatchObject({
    title: 'code changes, week starting 2026-11-16 (to 2026-11-22)',
    displayTitle: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
    codeWeek: { weekStart: '2026-11-16', complete: false, commits: 9, partial: false },
    detectedAt: runningWeek.codeWeek?.readTo,
  })
  const receipt = await service.get(`/api/evidence/${week.evidence}`)
  expect(receipt.body).toMatchObject({ detectedAt: runningWeek.codeWeek?.readTo })
})

test('lists by nextOffset have each ship once', async () => {
  const { slug: _, ...own } = await builder()
  const same = { occurred_at: addMs(NOW, -DAY_MS) }
  for (let index = 0; index < 4; index += 1) await aShip({ ...own, ...same }, service.database)
  const seen: unknown[] = []
  let next: unknown = 0
  while (typeof next === 'number') {
    const { body } = await service.get(`/api/ships?limit=3&offset=${next}`)
    seen.push(...(body['items'] as readonly { evidenceId: string }[]).map(({ evidenceId }) => evidenceId))
    next = body['nextOffset']
  }
  expect(seen).toHaveLength(8)
  expect(new Set(seen).size).toBe(8)
})

test('filters by project, kind and days', async () => {
  const { slug, ...own } = await builder()
  const at = (occurred_at: string, kind: string) =>
    aShip({ ...own, occurred_at: toInstant(occurred_at), kind }, service.database)
  const early = await at('2026-03-04T00:00:00Z', 'release')
  const late = await at('2026-03-05T23:59:59.999Z', 'feature')
  const next = await at('2026-03-06T00:00:00Z', 'release')
  const found = async (query: string) => {
    const { body } = await service.get(`/api/ships?${query}`)
    expect(body['ignoredParameters']).toEqual([])
    return (body['items'] as readonly { evidenceId: string }[]).map(({ evidenceId }) => evidenceId)
  }
  expect(await found(`project=${slug}`)).toEqual([next, late, early].map(({ evidence }) => evidence))
  expect(await found(`project=${slug}&kind=feature`)).toEqual([late.evidence])
  expect(await found(`project=${slug}&until=2026-03-05`)).toEqual([late.evidence, early.evidence])
  expect(await found(`project=${slug}&until=2026-03-05T23:59:59Z`)).toEqual([early.evidence])
  expect(await found('since=2026-03-05&until=2026-03-05')).toEqual([late.evidence])
  expect(await found(`project=${slug}&since=2026-03-06`)).toEqual([next.evidence])
  expect(await found('project=no-such-project')).toEqual([])
})

test.each(['?kind=party', '?since=2026-02-30', '?until=yesterday', '?project=No_Slug'])(
  '%s is refused',
  async (query) => {
    const { status, body } = await service.get(`/api/ships${query}`)
    expect([status, body['error']]).toEqual([400, 'invalid_parameter'])
  },
)

test.each(['?limit=49', '?limit=0', '?offset=-1', '?offset=x', '?limit=1&limit=2'])(
  '%s is refused',
  async (query) => {
    const { status, body } = await service.get(`/api/ships${query}`)
    expect([status, body['error']]).toEqual([400, 'invalid_parameter'])
  },
)

test('[R62] a ship that no source dates is listed at its detection without a date, and in no span of time', async () => {
  const { slug, ...own } = await builder()
  const at = (days: number) => addMs(NOW, -days * DAY_MS)
  const undated = { ...own, kind: 'upgrade', precision: 'OBSERVED', occurred_at: null }
  const upgrade = await aShip({ ...undated, detected_at: at(2) }, service.database)
  const [newer, older] = [
    await aShip({ ...own, occurred_at: at(1) }, service.database),
    await aShip({ ...own, occurred_at: at(3) }, service.database),
  ]
  const listed = async (query: string) =>
    (await service.get(`/api/ships?project=${slug}${query}`)).body['items'] as Record<string, unknown>[]
  const all = await listed('')
  expect(all.map(({ evidenceId }) => evidenceId)).toEqual([newer.evidence, upgrade.evidence, older.evidence])
  expect(all[1]).toMatchObject({ occurredAt: null, precision: 'OBSERVED', detectedAt: at(2) })
  for (const query of [`&since=${at(9)}`, `&until=${NOW}`]) expect(await listed(query)).toHaveLength(2)
})

const UNREAD = unknown('SOURCE_UNAVAILABLE')
const LATELY = `&since=${addMs(NOW, -20 * DAY_MS)}`
const UNREAD_BUILDING: CardEvidence = {
  ...KNOWN,
  activityMeasured: false,
  meaningfulShips30d: UNREAD,
  coverage: { ...KNOWN.coverage, building: { state: 'SOURCE_UNAVAILABLE', observedAt: null } },
}
test.each<[string, CardEvidence | undefined, string, number | undefined]>([
  ['in days that were read', KNOWN, LATELY, 0],
  ['ever, which no reading covers', KNOWN, '', undefined],
  ['of a kind that nothing reads', KNOWN, `${LATELY}&kind=feature`, undefined],
  ['while building is not read', UNREAD_BUILDING, LATELY, undefined],
  ['before the first evaluation', undefined, LATELY, undefined],
])('no recorded ship %s', async (_, evidence, filters, total) => {
  const { slug } = await storeToken({ ...known({ evidence }) }, service.database)
  const { body } = await service.get(`/api/ships?project=${slug}${filters}`)
  expect([body['items'], body['total']]).toEqual([[], total])
})

test('a project is asked for without a recorded ship by a slug that it had', async () => {
  const { slug, projectId } = await storeToken({ evidence: KNOWN }, service.database)
  const former = { slug: `${slug.slice(0, 20)}-before`, project_id: projectId, since: NOW, former_since: NOW }
  await service.database.insertInto('project_slugs').values(former).execute()
  const { status, body } = await service.get(`/api/ships?project=${former.slug}${LATELY}`)
  expect([status, body['items'], body['total']]).toEqual([200, [], 0])
})

test('of a project that is not known, no number of ships is told, and recorded ships are counted while unread', async () => {
  expect((await service.get(`/api/ships?project=never-was${LATELY}`)).body).not.toHaveProperty('total')
  const { slug, ...own } = await builder()
  await aShip({ ...own, occurred_at: addMs(NOW, -DAY_MS) }, service.database)
  expect((await service.get(`/api/ships?project=${slug}`)).body).toMatchObject({ total: 1 })
})

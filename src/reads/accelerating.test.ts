import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addMs, DAY_MS } from '#contract/time.ts'
import { runSignals } from '#evaluate/signals.ts'
import { hideProject, renameProject } from '#operator/projects.ts'
import { aProject, aShip, aSignal, aSource, aStream } from '#test/given/records.ts'
import { startAnew } from '#test/given/start-anew.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
beforeEach(async () => {
  await startAnew(service.database)
})

const run = (now = NOW) =>
  runSignals({ signal: new AbortController().signal }, { database: service.database, clock: () => now })

/** A project whose repository was read for `watchedDays`, with a release for each of `ships`, so many days ago. */
async function shipped(watchedDays: number, ships: readonly number[]): Promise<string> {
  const { id, slug } = await aProject({}, service.database)
  const own = { project_id: String(id) }
  const source = await aSource(own, service.database)
  for (const stream of ['releases', 'commits', 'repository']) {
    const covers = { covers_from: addMs(NOW, -watchedDays * DAY_MS), last_ok_at: NOW }
    await aStream({ source_id: source.id, stream, ...covers }, service.database)
  }
  for (const daysAgo of ships)
    await aShip(
      { ...own, source_id: source.id, occurred_at: addMs(NOW, -daysAgo * DAY_MS) },
      service.database,
    )
  return String(slug)
}

async function read(query = '') {
  const { status, body } = await service.get(`/api/chain/accelerating${query}`)
  return { status, body, items: body['items'] as readonly { readonly [K in string]: unknown }[] }
}

test('counts nothing before the first run', async () => {
  await shipped(100, [2, 4, 6])
  expect((await read()).body).toMatchObject({
    items: [],
    total: null,
    judged: null,
    notMeasured: null,
    reason: 'not_run',
    nextOffset: null,
  })
})

test('lists who accelerates, with both windows, and counts who was judged [contract GET /api/chain/accelerating]', async () => {
  const slug = await shipped(100, [2, 4, 6, 40])
  await shipped(100, [2, 40])
  await shipped(20, [2, 4, 6])
  await aProject({}, service.database)
  await run()
  const { body, items } = await read()
  expect(body).toMatchObject({ total: 1, judged: 2, notMeasured: 2, nextOffset: null, asOf: NOW })
  expect(body).not.toHaveProperty('reason')
  expect(items).toEqual([
    {
      project: { slug, name: 'Lumen', url: `https://svc.example/projects/${slug}` },
      signal: expect.stringMatching(/^signal:/),
      title: 'Shipping faster: 3 meaningful ships in 30 days, 1 in the 30 before',
      window: { from: '2026-10-20T00:00:00.000Z', to: '2026-11-19T00:00:00.000Z', ships: 3 },
      before: { from: '2026-09-20T00:00:00.000Z', to: '2026-10-20T00:00:00.000Z', ships: 1 },
      detectedAt: NOW,
      claim: {
        kind: 'DERIVED',
        rule: 'signals.development@4',
        evidence: expect.any(Array),
        evidence_total: 3,
      },
    },
  ])
  const receipt = await service.get(`/api/evidence/${items[0]?.['signal']}`)
  expect(receipt.status).toBe(200)
})

test.each<[string, readonly (readonly [number, readonly number[]])[], object]>([
  [
    'no project could be judged',
    [[20, [2, 4, 6]]],
    { reason: 'none_judged', judged: 0, notMeasured: 1, total: null },
  ],
  [
    'nobody accelerates',
    [[100, [2, 40]]],
    { reason: 'none_accelerating', judged: 1, notMeasured: 0, total: 0 },
  ],
])(
  'an empty list says that %s [contract accelerating list judged|notMeasured|reason]',
  async (_, projects, expected) => {
    for (const [watched, ships] of projects) await shipped(watched, ships)
    await run()
    expect((await read()).body).toMatchObject({ items: [], ...expected })
  },
)

test('a project that was published since the last run is not measured', async () => {
  await shipped(100, [2, 40])
  await run()
  await shipped(100, [2, 4, 6])
  expect((await read()).body).toMatchObject({ judged: 1, notMeasured: 1 })
})

test('has no time of judgement after a run that could judge nobody, and lists who accelerated before', async () => {
  const slug = await shipped(100, [2, 4, 6, 40])
  await run()
  const later = addMs(NOW, 4 * DAY_MS)
  await run(later)
  const { body, items } = await read()
  expect(items.map(({ project }) => project)).toMatchObject([{ slug }])
  expect(body).toMatchObject({ judged: 0, notMeasured: 1, total: 1 })
  expect(body).not.toHaveProperty('asOf')
})

test('a signal without figures has none in its windows', async () => {
  const { id } = await aProject({}, service.database)
  await run()
  await aSignal({ project_id: String(id), evidence: ['ship:x'] }, service.database)
  const [item] = (await read()).items
  expect(item?.['window']).not.toHaveProperty('ships')
  expect(item?.['before']).not.toHaveProperty('ships')
})

test('leaves out ended signals and hidden projects, and goes on at nextOffset', async () => {
  const slugs = [await shipped(100, [2, 4, 6]), await shipped(100, [3, 5, 7]), await shipped(100, [4, 6, 8])]
  await run()
  await hideProject({ slug: String(slugs[0]) }, { database: service.database, now: NOW })
  await renameProject({ slug: String(slugs[1]), newSlug: 'faster' }, { database: service.database, now: NOW })
  const { items, body } = await read('?limit=1&utm=1')
  expect(body).toMatchObject({ total: 2, nextOffset: 1, judged: 2, ignoredParameters: ['utm'] })
  const found = [...items, ...(await read('?limit=1&offset=1')).items].map(
    ({ project }) => (project as { slug: string }).slug,
  )
  expect(found.toSorted()).toEqual(['faster', slugs[2]].toSorted())
  expect((await read('?offset=2')).body).toMatchObject({ items: [], reason: 'past_the_end', total: 2 })
  await sql`update signals set ended_at = ${NOW}`.execute(service.database)
  expect((await read()).body).toMatchObject({ items: [], reason: 'none_accelerating' })
})

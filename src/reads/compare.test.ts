import { beforeAll, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { hideProject, renameProject } from '#operator/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aRanking, storeListed } from '#test/given/listed-project.ts'
import { aProject } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'

const RANKED_AT = toInstant('2026-11-19T11:55:00Z')

const service = await httpServiceOfFile()
beforeAll(async () => {
  await service.database
    .insertInto('radar_state')
    .values({ rule: 'radar@2', ranked_at: RANKED_AT, ranked: 1 })
    .execute()
})

const store = (given: Parameters<typeof storeListed>[0] = {}) => storeListed(given, service.database)
const compare = (...slugs: readonly string[]) => service.get(`/api/compare?slugs=${slugs.join()}`)
const itemsOf = (body: Readonly<Record<string, unknown>>) =>
  body['items'] as readonly (Readonly<Record<string, unknown>> & { readonly slug: string })[]

test('has the values of the card and the dossier byte for byte, in the order asked [contract GET /api/compare]', async () => {
  const known = await store({ evidence: KNOWN, marketCap: 5_000_000, liquidity: 3, volume24h: 9 })
  const dead = await store({ evidence: KNOWN, withheld: 'LIQUIDITY_GONE' })
  const unread = await store({ evidence: NEVER_SCORED })
  for (const slugs of [
    [known, dead, unread],
    [unread, known, dead],
  ]) {
    const { status, body } = await compare(...slugs)
    expect([status, itemsOf(body).map(({ slug }) => slug)]).toEqual([200, slugs])
    for (const { score, coverage, claims, ...card } of itemsOf(body)) {
      const list = await service.get('/api/projects?claims=none&limit=48')
      const shown = itemsOf(list.body).find(({ slug }) => slug === card.slug)
      expect(JSON.stringify(card)).toBe(JSON.stringify(shown))
      const dossier = (await service.get(`/api/projects/${card.slug}`)).body
      expect(JSON.stringify([score, coverage, claims])).toBe(
        JSON.stringify([dossier['score'], dossier['coverage'], dossier['claims']]),
      )
    }
  }
})

test('shows the rank on the Radar, and no rank where there is none', async () => {
  const ranked = await store()
  const { id } = await service.database
    .selectFrom('projects')
    .select('id')
    .where('slug', '=', ranked)
    .executeTakeFirstOrThrow()
  await aRanking({ project_id: id, radar: 87.9, radar_rank: 1 }, service.database)
  const [first, second] = itemsOf((await compare(ranked, await store())).body)
  expect(first?.['radar']).toEqual({ rank: 1, score: 87.9, rankedAt: RANKED_AT })
  expect(second).not.toHaveProperty('radar')
})

test('a project that was never scored is unknown throughout', async () => {
  const { slug } = await aProject({}, service.database)
  const [item] = itemsOf((await compare(String(slug), await store())).body)
  expect(item).toMatchObject({ status: 'UNKNOWN', activityMeasured: false })
  expect(item).not.toHaveProperty('asOf')
})

test('a former slug stands for its project, and two slugs of one project are refused', async () => {
  const other = await store()
  const former = await store()
  await renameProject({ slug: former, newSlug: 'compared-now' }, { database: service.database, now: NOW })
  const { body } = await compare(former, other)
  expect(itemsOf(body).map(({ slug }) => slug)).toEqual(['compared-now', other])
  const twice = await compare(former, other, 'compared-now')
  expect([twice.status, twice.body]).toMatchObject([
    400,
    { error: 'invalid_parameter', detail: { parameter: 'slugs', twice: 'compared-now' } },
  ])
})

test('an unknown and a hidden project are both named as missing', async () => {
  const [shown, hidden] = [await store(), await store()]
  const draft = await aProject({ state: 'draft' }, service.database)
  await hideProject({ slug: hidden }, { database: service.database, now: NOW })
  const { status, body } = await compare('never-stored', shown, hidden, String(draft.slug))
  expect([status, body['error'], body['detail']]).toEqual([
    404,
    'not_found',
    { missing: ['never-stored', hidden, draft.slug] },
  ])
})

test.each([['a'], ['a,a'], ['a,b,c,d,e'], ['a,'], [','], ['A,b'], ['a, b'], ['']])(
  'refuses the slugs %j [contract limit compare]',
  async (slugs) => {
    const { status, body } = await service.get(`/api/compare?slugs=${encodeURIComponent(slugs)}`)
    expect([status, body['detail']]).toMatchObject([400, { parameter: 'slugs' }])
  },
)

test('refuses a comparison without slugs', async () => {
  expect((await service.get('/api/compare')).status).toBe(400)
})

test('claims=none leaves out the claim notes', async () => {
  const { body } = await service.get(`/api/compare?slugs=${await store()},${await store()}&claims=none&x=1`)
  expect(itemsOf(body).map((item) => 'claims' in item)).toEqual([false, false])
  expect(body['ignoredParameters']).toEqual(['x'])
})

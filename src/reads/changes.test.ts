import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { type Instant, toInstant } from '#contract/time.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let lumen: StoredToken
let hidden: StoredToken

let position = 0
async function write(change: {
  readonly of: StoredToken
  readonly type?: 'build.release' | 'market.status_changed'
  readonly op?: 'upsert' | 'retract'
  readonly occurredAt?: Instant
}): Promise<string> {
  position += 1
  const { of, type = 'build.release', op = 'upsert', occurredAt } = change
  const id = `ship:${randomUUID()}`
  const content = { summary: 'Release v1', facts: JSON.stringify({ title: 'v1' }), evidence: [id] }
  await service.database
    .insertInto('changes')
    .values({
      position,
      id,
      revision: 1,
      op,
      type,
      domain: type === 'build.release' ? 'build' : 'market',
      project_id: of.projectId,
      contract: of.address,
      first_position: position,
      recorded_at: NOW,
      detected_at: NOW,
      ...(occurredAt === undefined
        ? { precision: 'OBSERVED' }
        : { precision: 'EXACT', occurred_at: occurredAt }),
      origin: 'live',
      first_seen_live: true,
      content_digest: 'x',
      ...(op === 'upsert' ? content : { retracted_because: 'hidden' }),
    })
    .execute()
  await service.database.updateTable('ledger_state').set({ head: position, last_run_at: NOW }).execute()
  return id
}

beforeEach(async () => {
  lumen = await storeToken({}, service.database)
  hidden = await storeToken({ state: 'hidden' }, service.database)
})

const ids = (body: Record<string, unknown>) =>
  (body['items'] as readonly { id: string }[]).map(({ id }) => id)

test('lists in ledger order continue at nextCursor, also after the last event [contract GET /api/changes] [contract change list nextCursor]', async () => {
  const start = `c1.${position}`
  const written = [await write({ of: lumen }), await write({ of: lumen }), await write({ of: lumen })]
  const first = await service.get(`/api/changes?after=${start}&limit=2`)
  const second = await service.get(`/api/changes?cursor=${first.body['nextCursor']}&limit=2`)
  const third = await service.get(`/api/changes?after=${second.body['nextCursor']}`)
  expect([...ids(first.body), ...ids(second.body)]).toEqual(written)
  expect(third.body).toMatchObject({ items: [], nextCursor: second.body['nextCursor'] })
})

test.each(['after=c1', 'cursor=c1', 'before=c1', 'before=b1', 'cursor=b1'])(
  'refuses a cursor past the head: %s [contract error code invalid_cursor]',
  async (query) => {
    await write({ of: lumen })
    const [parameter] = query.split('=')
    const past = await service.get(`/api/changes?${query}.${position + 1}`)
    expect(past.status).toBe(400)
    expect(past.body).toMatchObject({ error: 'invalid_cursor', detail: { parameter } })
    await write({ of: hidden, op: 'retract' })
    expect((await service.get(`/api/changes?${query}.${position}`)).status).toBe(200)
  },
)

test('browses newest first, and each list continues in the same mode', async () => {
  const written = [await write({ of: lumen }), await write({ of: lumen }), await write({ of: lumen })]
  const first = await service.get(`/api/changes?project=${lumen.slug}&limit=2`)
  const second = await service.get(
    `/api/changes?project=${lumen.slug}&limit=2&cursor=${first.body['nextCursor']}`,
  )
  expect([...ids(first.body), ...ids(second.body)]).toEqual(written.toReversed())
  expect(second.body['nextCursor']).toBeNull()
  const older = await service.get(`/api/changes?project=${lumen.slug}&before=${first.body['nextCursor']}`)
  expect(ids(older.body)).toEqual(ids(second.body))
})

test('an event names its project and page; a former slug finds it like the current one', async () => {
  const id = await write({ of: lumen })
  await service.database
    .insertInto('project_slugs')
    .values({ slug: `former-${lumen.projectId}`, project_id: lumen.projectId, since: NOW, former_since: NOW })
    .execute()
  const { body } = await service.get(`/api/changes?project=former-${lumen.projectId}`)
  expect(body['items']).toEqual([
    expect.objectContaining({
      id,
      op: 'upsert',
      project: { slug: lumen.slug, name: 'Lumen', url: `https://svc.example/projects/${lumen.slug}` },
      contract: `4663:${lumen.address}`,
      occurredAt: null,
      precision: 'OBSERVED',
    }),
  ])
})

test('filters apply to retractions too, which name nothing', async () => {
  const start = `c1.${position}`
  await write({ of: lumen, type: 'market.status_changed' })
  const gone = await write({ of: hidden, op: 'retract' })
  const market = await service.get(`/api/changes?after=${start}&domain=market&type=market.status_changed`)
  expect(ids(market.body)).toHaveLength(1)
  for (const filter of [`project=${hidden.slug}`, `contract=4663:${hidden.address}`]) {
    const { body } = await service.get(`/api/changes?after=${start}&${filter}`)
    expect(body['items']).toEqual([{ id: gone, revision: 1, op: 'retract', recordedAt: NOW }])
  }
})

test('since and until accept an instant, or a date as its start and its end', async () => {
  const [, early, late] = [
    await write({ of: lumen, occurredAt: toInstant('2026-11-09T23:59:59.999Z') }),
    await write({ of: lumen, occurredAt: toInstant('2026-11-10T00:00:00Z') }),
    await write({ of: lumen, occurredAt: toInstant('2026-11-10T23:59:59.999Z') }),
    await write({ of: lumen, occurredAt: toInstant('2026-11-11T00:00:00Z') }),
  ]
  const found = async (query: string) =>
    ids((await service.get(`/api/changes?project=${lumen.slug}&${query}`)).body)
  expect(await found('since=2026-11-10&until=2026-11-10')).toEqual([late, early])
  expect(await found('since=2026-11-10T00:00:00.001Z&until=2026-11-10')).toEqual([late])
  const refused = await service.get('/api/changes?since=yesterday')
  expect([refused.status, refused.body['message']]).toEqual([
    400,
    'Invalid `since`: expected a date (YYYY-MM-DD) or an ISO 8601 instant in UTC, for example 2026-11-20T10:00:00Z.',
  ])
})

test('names a project by its current name', async () => {
  await write({ of: lumen })
  await service.database
    .updateTable('projects')
    .set({ name: 'Lumen Labs' })
    .where('id', '=', lumen.projectId)
    .execute()
  const { body } = await service.get(`/api/changes?project=${lumen.slug}&claims=none`)
  expect(body).toMatchObject({ items: [{ project: { name: 'Lumen Labs' } }], ignoredParameters: ['claims'] })
})

test('gives a hidden project and an unknown one the same answer', async () => {
  await write({ of: hidden })
  const answers = await Promise.all(
    [hidden.slug, 'never-was'].map((slug) => service.get(`/api/changes?project=${slug}`)),
  )
  expect(answers.map(({ text }) => text)).toEqual([answers[0]?.text, answers[0]?.text])
  expect(answers[0]?.body).toEqual({ items: [], nextCursor: null, ignoredParameters: [] })
})

test('the card has the newest builder-side event, not a market event [contract Partner Card latest_change|latest_change_state]', async () => {
  const id = await write({ of: lumen })
  await write({ of: lumen, type: 'market.status_changed' })
  const { body } = await service.get(`/api/v1/builder?token=${lumen.address}`)
  expect(body).toMatchObject({
    latest_change_state: 'recorded',
    latest_change: { id, type: 'build.release', summary: 'Release v1', occurred_at: null, evidence_id: id },
  })
})

test('the service status has the head of the ledger [contract GET /api/status]', async () => {
  const { body } = await service.get('/api/status')
  expect(body['ledger']).toEqual({ cursor: `c1.${position}`, lastRunAt: NOW })
})

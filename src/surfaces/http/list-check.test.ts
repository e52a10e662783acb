import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { fact } from '#contract/claim.ts'
import { addMs, toInstant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN, RELEASE, release, runningWeek } from '#test/given/card-evidence.ts'
import { aProject, aShip, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { type HttpService, NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'
import { SILENT, type Telemetry } from './metrics.ts'

/** Cards that a view cannot read, and cards whose answer does not match its schema. */
const BROKEN_CARDS: Readonly<Record<string, CardEvidence>> = {
  'an empty card': {} as CardEvidence,
  'a card with a negative count': {
    ...KNOWN,
    meaningfulShips30d: { ...KNOWN.meaningfulShips30d, value: -1 } as CardEvidence['meaningfulShips30d'],
  },
  'a card with a day for an instant': {
    ...KNOWN,
    latestMeaningfulShip: fact(
      { ...release, occurredAt: '2026-11-18' as typeof release.occurredAt },
      [RELEASE],
      NOW,
    ),
  },
}

/** A service, in production or not, and the operations whose answers left something out, in order. */
type Watched = { readonly service: HttpService; readonly counted: readonly string[] }

const strict = await httpServiceOfFile()
const watched: ReadonlyMap<boolean, Watched> = new Map([
  [true, await watch(true)],
  [false, await watch(false)],
])

async function watch(production: boolean): Promise<Watched> {
  const counted: string[] = []
  const telemetry: Telemetry = { ...SILENT, leftOut: ({ operation }) => counted.push(operation) }
  const { database } = strict
  return { counted, service: await httpServiceOfFile({ database, production, telemetry }) }
}

/** Asks for a list, and returns its items with what was counted and logged meanwhile. */
async function list(asked: { production: boolean; path: string; headers?: Record<string, string> }) {
  const { production, path, headers } = asked
  const { service, counted } = watched.get(production) as Watched
  const before = { counted: counted.length, errors: service.errors.length }
  const { status, body } = await service.get(path, headers)
  expect([path, status, Object.keys(body).includes('broken')]).toEqual([path, 200, false])
  return {
    body,
    items: body['items'] as readonly Record<string, unknown>[],
    counted: counted.slice(before.counted),
    logged: service.errors.slice(before.errors),
  }
}

const MODES = [{ production: true }, { production: false }]

describe.each(MODES)('[R98] ships, in production: $production', ({ production }) => {
  async function aBuilder() {
    const { id, slug } = await aProject({}, strict.database)
    const source = await aSource({ project_id: String(id) }, strict.database)
    return { slug: String(slug), own: { project_id: String(id), source_id: String(source.id) } }
  }

  test('an odd address is shown percent-encoded or not at all', async () => {
    const { slug, own } = await aBuilder()
    const addresses = [
      ['https://a.example/v[1] of 100%', 'https://a.example/v%5B1%5D%20of%20100%25'],
      ['javascript:alert(1)', undefined],
      ['https://a{b}.example/', undefined],
      ['https://a.example/{x}|y#a#b', 'https://a.example/%7Bx%7D%7Cy#a%23b'],
    ] as const
    for (const [index, [url]] of addresses.entries())
      await aShip({ ...own, url, occurred_at: addMs(NOW, -index * 1000) }, strict.database)
    const { items, logged } = await list({ production, path: `/api/ships?project=${slug}` })
    expect(items.map(({ url }) => url)).toEqual(addresses.map(([, shown]) => shown))
    expect(logged).toEqual([])
  })

  test('a broken ship is left out, logged and counted, and lists go on as before', async () => {
    const { slug, own } = await aBuilder()
    const { codeWeek } = runningWeek
    const weeks = [codeWeek, { weekStart: 'never' }, { ...codeWeek, humanCommits: -1 }, codeWeek]
    const ids: string[] = []
    for (const [index, week] of weeks.entries()) {
      const facts = JSON.stringify({ codeWeek: week })
      const row = { kind: 'code_week', precision: 'WINDOW', facts, occurred_at: addMs(NOW, -index * 1000) }
      ids.push((await aShip({ ...own, ...row }, strict.database)).evidence)
    }
    const [first, second, third, last] = ids
    const path = `/api/ships?project=${slug}`
    const whole = await list({ production, path })
    expect(whole.items.map(({ evidenceId }) => evidenceId)).toEqual([first, last])
    expect(whole.counted).toEqual(['ships', 'ships'])
    const naming = (id = '') => ({ operation: 'ships', err: { message: expect.stringContaining(id) } })
    expect(whole.logged).toMatchObject([naming(second), naming(third)])
    const begun = await list({ production, path: `${path}&limit=3` })
    expect([begun.items.length, begun.body['nextOffset']]).toEqual([1, 3])
    const next = await list({ production, path: `${path}&limit=3&offset=3` })
    expect([next.items.length, next.body['nextOffset'], next.counted]).toEqual([1, null, []])
  })
})

describe.each(MODES)('[R98] cards, in production: $production', ({ production }) => {
  test.each(Object.entries(BROKEN_CARDS))('in a list of projects %s is left out', async (_, evidence) => {
    const name = `Project ${randomUUID()}`
    const sound = await storeToken({ evidence: KNOWN, name }, strict.database)
    await storeToken({ evidence, name }, strict.database)
    const query = `q=${encodeURIComponent(name)}`
    const { body, items, counted, logged } = await list({ production, path: `/api/projects?${query}` })
    expect(items.map(({ slug }) => slug)).toEqual([sound.slug])
    expect([body['total'], body['nextOffset'], counted, logged.length]).toEqual([2, null, ['projects'], 1])
  })

  test.each(Object.entries(BROKEN_CARDS))('in a scan %s keeps its place', async (_, evidence) => {
    const { key } = await issueKey(strict.database)
    const sound = await storeToken({ evidence: KNOWN }, strict.database)
    const broken = await storeToken({ evidence }, strict.database)
    const tokens = [sound, broken, sound].map(({ address }) => address)
    const path = `/api/v1/scan?tokens=${tokens.join()}`
    const { items, counted, logged } = await list({ production, path, headers: { 'x-api-key': key } })
    expect(items.map((item) => [item['found'], item['contract_address']])).toEqual(
      tokens.map((address) => [true, address]),
    )
    const required = ['chain_id', 'contract_address', 'disclaimer', 'found']
    expect(Object.keys(items[1] ?? {}).sort()).toEqual(required)
    expect(items[2]).toHaveProperty('status_label')
    expect([counted, logged.length]).toEqual([['scan'], 1])
  })
})

test.each(MODES)(
  '[R98] a broken event is left out of changes and the cursor goes on, in production: $production',
  async ({ production }) => {
    const token = await storeToken({}, strict.database)
    const sound = await anEvent({ of: token, evidence: [RELEASE] }, strict)
    await anEvent({ of: token, evidence: ['no evidence id'] }, strict)
    const last = await anEvent({ of: token, evidence: [RELEASE] }, strict)
    const path = `/api/changes?project=${token.slug}&after=c1.0`
    const whole = await list({ production, path })
    expect(whole.items.map(({ id }) => id)).toEqual([sound, last])
    expect([whole.counted, whole.logged.length]).toEqual([['changes'], 1])
    const first = await list({ production, path: `${path}&limit=2` })
    const rest = await list({
      production,
      path: `/api/changes?project=${token.slug}&after=${first.body['nextCursor']}`,
    })
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual([sound, last])
  },
)

test('[R98] an answer that is no list and does not match its schema fails outside production', async () => {
  const { address } = await storeToken(
    { evidence: BROKEN_CARDS['a card with a negative count'] as CardEvidence },
    strict.database,
  )
  expect((await strict.get(`/api/v1/scan?token=${address}`)).status).toBe(500)
})

async function anEvent(
  event: { readonly of: StoredToken; readonly evidence: readonly string[] },
  { database }: HttpService,
): Promise<string> {
  const id = `ship:${randomUUID()}`
  const { head } = await database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  await database
    .insertInto('changes')
    .values({
      position: head + 1,
      id,
      revision: 1,
      op: 'upsert',
      type: 'build.release',
      domain: 'build',
      project_id: event.of.projectId,
      contract: event.of.address,
      first_position: head + 1,
      recorded_at: NOW,
      detected_at: NOW,
      precision: 'EXACT',
      occurred_at: toInstant('2026-11-18T00:00:00Z'),
      origin: 'live',
      first_seen_live: true,
      content_digest: 'x',
      summary: 'Release v1',
      facts: JSON.stringify({ title: 'v1' }),
      evidence: [...event.evidence],
    })
    .execute()
  await database
    .updateTable('ledger_state')
    .set({ head: head + 1, last_run_at: NOW })
    .execute()
  return id
}

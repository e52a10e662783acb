import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type HttpService, NOW, openHttpService } from '#test/http-service.ts'
import { addressOf, aLock, aProject, aShip, aSource } from '#test/records.ts'

let service: HttpService
beforeAll(async () => {
  service = await openHttpService()
})
afterAll(() => service[Symbol.asyncDispose]())

const IMAGE = '/api/share/chain-day'
/** The description of the image of the day, which names every count. */
async function countsOf(path = IMAGE): Promise<string | undefined> {
  await using other = await openHttpService({ database: service.database })
  const { text } = await other.get(path)
  return /<desc[^>]*>([^<]*)</.exec(text)?.[1]
}

test('what was not measured is called so, never 0', async () => {
  const { status, headers, text } = await service.get(IMAGE)
  expect([status, headers['content-type']]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  expect(text).toContain('Chain 4663 on 2026-11-18')
  expect(await countsOf()).toBe(
    'Ships that count: not measured. Projects that shipped: not measured. Contract upgrades: not measured. Later deployments: not measured. Token unlocks due: not measured',
  )
})

test('counts the day of published projects, and leaves out what no source dates', async () => {
  const builder = async (state: 'published' | 'hidden') => {
    const project = await aProject({ state }, service.database)
    const source = await aSource({ project_id: String(project.id) }, service.database)
    return { project_id: String(project.id), source_id: String(source.id) }
  }
  const [own, hidden] = [await builder('published'), await builder('hidden')]
  const at = (time: string) => ({ occurred_at: toInstant(time), counts_as: 'release' })
  await aShip({ ...own, ...at('2026-11-18T00:00:00Z') }, service.database)
  await aShip({ ...own, ...at('2026-11-18T23:59:59.999Z'), kind: 'upgrade' }, service.database)
  await aShip({ ...own, ...at('2026-11-19T00:00:00Z') }, service.database)
  await aShip({ ...own, ...at('2026-11-18T10:00:00Z'), counts_as: null }, service.database)
  await aShip({ ...hidden, ...at('2026-11-18T10:00:00Z') }, service.database)
  const undated = { occurred_at: null, precision: 'OBSERVED', detected_at: toInstant('2026-11-18T10:00:00Z') }
  await aShip({ ...own, ...undated, kind: 'upgrade', counts_as: 'upgrade' }, service.database)
  const unlock_at = toInstant('2026-11-18T12:00:00Z')
  await aLock({ ...own, token: addressOf(1), unlock_at }, service.database)
  for (const dimension of ['building', 'contracts'])
    await sql`insert into evaluations (id, project_id, fact, rule, state, value, inputs, evidence, unknown_inputs,
        evaluated_at, confirmed_at)
      values (${randomUUID()}, ${own.project_id}, ${`coverage.${dimension}`}, 'coverage@1', 'MEASURED', '"MEASURED"',
        '{}', '{source:x}', '[]', '2026-11-18T12:00:00Z', '2026-11-18T12:00:00Z')`.execute(service.database)
  expect(await countsOf()).toContain('Ships that count: not measured')
  await service.database.updateTable('ledger_state').set({ last_run_at: NOW }).execute()
  const counts =
    'Ships that count: 2. Projects that shipped: 1. Contract upgrades: 1. Later deployments: 0. Token unlocks due: not measured'
  expect(await countsOf()).toBe(counts)
  expect(await countsOf(`${IMAGE}?day=2026-11-18`)).toBe(counts)
  expect(await countsOf(`${IMAGE}?day=2026-11-17`)).toContain('Ships that count: not measured')
})

test('is a PNG with format=png or by Accept; format counts before Accept', async () => {
  for (const [path, accept] of [
    [`${IMAGE}?format=png`, 'image/svg+xml'],
    [IMAGE, 'image/png'],
  ] as const) {
    const { status, headers } = await service.get(path, { accept })
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    const again = await service.get(path, { accept, 'if-none-match': String(headers['etag']) })
    expect(again.status).toBe(304)
  }
  const { rawPayload } = await service.server.inject({ method: 'GET', url: `${IMAGE}?format=png` })
  expect(rawPayload.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))
  expect([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)]).toEqual([1200, 630])
  const svg = await service.get(`${IMAGE}?format=svg`, { accept: 'image/png' })
  expect(svg.headers['content-type']).toBe('image/svg+xml; charset=utf-8')
})

test.each([
  ['day=2026-11-19', 404],
  ['day=2026-08-11', 404],
  ['day=2026-02-30', 400],
  ['format=gif', 400],
])('%s answers %d', async (query, status) => {
  expect((await service.get(`${IMAGE}?${query}`)).status).toBe(status)
})

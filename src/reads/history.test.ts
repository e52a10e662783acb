import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { HISTORY_SERIES_NAMES } from '#contract/history-series.ts'
import type { Slug } from '#contract/ids.ts'
import { addDays, type CalendarDate, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { saveProjectSlug } from '#records/project/projects.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aFigure, aPoint } from '#test/given/days.ts'
import { anEvaluation } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, openHttpService, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

type Item = { readonly day: string; readonly value: unknown; readonly reason?: string }
type Series = { readonly name: string; readonly items: readonly Item[]; readonly [field: string]: unknown }

async function read(path: string): Promise<{ status: number; body: Record<string, unknown> }> {
  return service.get(`/api/projects/${path}`)
}
const seriesOf = (body: Record<string, unknown>, name: string) =>
  (body['series'] as readonly Series[]).find((series) => series.name === name)
const stored = () => storeToken({ evidence: KNOWN }, service.database)
const on = (day: string) => `2026-11-${day}` as CalendarDate

test('shows recorded days, says why a value was unknown, and leaves other days out [contract GET /api/projects/{slug}/history]', async () => {
  const { slug, projectId: project_id } = await stored()
  await aPoint({ project_id, day: on('10') }, service.database)
  await aPoint({ project_id, day: on('12'), state: 'SOURCE_UNAVAILABLE' }, service.database)
  await aPoint({ project_id, day: on('18'), value: 'SHIPPING' }, service.database)
  const { body } = await read(`${slug}/history?series=status&from=2026-11-11&to=2026-11-18`)
  expect(body).toMatchObject({ from: '2026-11-11', to: '2026-11-18', project: { slug } })
  expect(body['scoringVersion']).toMatch(/./)
  expect(seriesOf(body, 'status')).toMatchObject({
    basis: 'knowledge',
    unit: 'activity status',
    collectedFrom: '2026-11-10',
    items: [
      { day: '2026-11-12', value: null, reason: 'SOURCE_UNAVAILABLE', rule: 'activity.status@2' },
      { day: '2026-11-18', value: 'SHIPPING', rule: 'activity.status@2' },
    ],
  })
})

test('has every series by default, over 30 days that end with the newest day that ended', async () => {
  const { slug, projectId: project_id } = await stored()
  for (const day of ['2026-10-19', '2026-10-20', '2026-11-18'])
    await aPoint({ project_id, day: day as CalendarDate }, service.database)
  const { body } = await read(`${slug}/history`)
  expect(body).toMatchObject({ from: '2026-10-20', to: '2026-11-18' })
  expect((body['series'] as readonly Series[]).map(({ name }) => name)).toEqual(HISTORY_SERIES_NAMES)
  expect(seriesOf(body, 'status')?.items.map(({ day }) => day)).toEqual(['2026-10-20', '2026-11-18'])
})

test.each([
  ['status', 'knowledge'],
  ['price', 'observed'],
  ['valuation', 'observed'],
  ['contract_use', 'reconstructed_from_chain'],
  ['contract_changes', 'reconstructed_from_chain'],
])(
  'each series declares its basis: %s is %s [contract history basis] [contract history basis knowledge|observed|reconstructed_from_chain]',
  async (name, basis) => {
    const { slug } = await stored()
    const { body } = await read(`${slug}/history?series=${name}`)
    expect(body['series']).toMatchObject([{ name, basis }])
  },
)

test('a series without a day says why, and has no item [contract history collectedFrom]', async () => {
  const { slug } = await stored()
  const { body } = await read(`${slug}/history`)
  expect(seriesOf(body, 'status')).toMatchObject({ collectedFrom: null, reason: 'NOT_ENOUGH_YET', items: [] })
  const { slug: silent } = await storeToken({}, service.database)
  await sql`delete from tokens where project_id in (select id from projects where slug = ${silent})`.execute(
    service.database,
  )
  expect(seriesOf((await read(`${silent}/history`)).body, 'price')).toMatchObject({
    collectedFrom: null,
    reason: 'NOT_APPLICABLE',
    items: [],
  })
})

test('a figure has its provider and time, a valuation also its kind', async () => {
  const { slug, projectId: project_id } = await stored()
  await aFigure({ project_id, series: 'price', value: 2 }, service.database)
  await aFigure({ project_id, series: 'valuation', value: 90 }, service.database)
  const { body } = await read(`${slug}/history?series=price,valuation`)
  const rested = { provider: 'dexscreener', observedAt: '2026-11-18T23:00:00.000Z' }
  expect(seriesOf(body, 'price')?.items).toMatchObject([{ value: 2, ...rested }])
  expect(seriesOf(body, 'price')?.items[0]).not.toHaveProperty('kind')
  expect(seriesOf(body, 'valuation')?.items).toMatchObject([{ value: 90, kind: 'fdv', ...rested }])
})

test('[R116] a past day keeps its valuation, whatever becomes of the market', async () => {
  const { slug, projectId: project_id } = await stored()
  const figure = { project_id, series: 'valuation' }
  await aFigure({ ...figure, day: on('17'), value: 90 }, service.database)
  await aPoint({ ...figure, day: on('18'), basis: 'observed', state: 'WITHHELD' }, service.database)
  const valuations = async () =>
    seriesOf((await read(`${slug}/history?series=valuation&to=2026-11-18`)).body, 'valuation')
  const before = await valuations()
  expect(before?.items).toMatchObject([{ value: 90 }, { value: null, reason: 'WITHHELD' }])
  const market = { project_id, fact: 'market.status', rule: 'market.status@7' }
  const value = JSON.stringify({ status: 'NO_TRADING' })
  const [died, unread] = [toInstant('2026-11-18T09:00:00Z'), toInstant('2026-11-19T09:00:00Z')]
  await anEvaluation({ ...market, value, evaluated_at: died, superseded_at: unread }, service.database)
  const unknown = { state: 'STALE', value: null, evidence: [] }
  await anEvaluation({ ...market, ...unknown, evaluated_at: unread }, service.database)
  await using other = await openHttpService({ database: service.database })
  const { body } = await other.get(`/api/projects/${slug}/history?series=valuation&to=2026-11-18`)
  expect(seriesOf(body, 'valuation')).toEqual({ ...before, valuationWithheld: 'NO_TRADING' })
})

describe('parameters', () => {
  const to = on('18')
  test.each([
    ['series=status,nonsense', 'series'],
    ['series=', 'series'],
    ['from=2026-13-01', 'from'],
    ['from=0001-01-01', 'from'],
    ['to=9999-12-31', 'to'],
    ['from=2026-11-19', 'from'],
    ['from=2026-11-02&to=2026-11-01', 'from'],
    [`from=${addDays(to, -400)}&to=${to}`, 'from'],
  ])('%s is 400', async (query, parameter) => {
    const { slug } = await stored()
    const { status, body } = await read(`${slug}/history?${query}`)
    expect([status, body['error'], body['detail']]).toMatchObject([400, 'invalid_parameter', { parameter }])
  })

  test('400 days are answered', async () => {
    const { slug } = await stored()
    const { status } = await read(`${slug}/history?from=${addDays(to, -399)}&to=${to}`)
    expect(status).toBe(200)
  })
})

describe.each(['history', 'diff?from=2026-11-01&to=2026-11-18', 'market'])('%s', (rest) => {
  test('is 404 for a hidden and an unknown project', async () => {
    const { slug: hidden } = await storeToken({ state: 'hidden', evidence: KNOWN }, service.database)
    const answers = await Promise.all([read(`${hidden}/${rest}`), read(`never-there/${rest}`)])
    expect(answers.map(({ status, body }) => [status, body['error']])).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
    ])
  })

  test('is 308 to the current slug, with its query', async () => {
    const { slug, projectId: id } = await stored()
    const renamed = `${slug}-2`.slice(2) as Slug
    await inTransaction(service.database, (writer) =>
      saveProjectSlug({ id, slug: renamed, now: NOW }, writer),
    )
    const { status, headers } = await service.get(`/api/projects/${slug}/${rest}`)
    expect([status, headers['location']]).toEqual([308, `/api/projects/${renamed}/${rest}`])
    expect((await read(`${renamed}/${rest}`)).status).toBe(200)
  })
})

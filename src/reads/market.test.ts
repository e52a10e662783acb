import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { toInstant } from '#contract/time.ts'
import { recordDays } from '#evaluate/days.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aMarketReading } from '#test/given/market-days.ts'
import { anEvaluation, aSource } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()

const at = (text: string) => toInstant(`2026-11-${text}Z`)
type Day = Record<string, unknown> & { readonly day: string; readonly provider: string }

/** A project with readings on the seventeenth, the eighteenth and today. */
async function traded() {
  const { slug, projectId: project_id, address } = await storeToken({ evidence: KNOWN }, service.database)
  const source = await aSource(
    { project_id, kind: 'market', locator: `dexscreener:${address}` },
    service.database,
  )
  const own = { project_id, address, source_id: String(source.id) }
  const valued = { valuation_usd: '90', valuation_kind: 'fdv' }
  const read = (text: string, given: object) =>
    aMarketReading({ ...own, observed_at: at(text), ...given }, service.database)
  await read('17T08:00:00', { price_usd: '2', ...valued })
  await read('18T08:00:00', { price_usd: '3', liquidity_usd: '7000' })
  await read('18T20:00:00', { price_usd: '1', volume_24h_usd: '50', ...valued })
  await read('18T21:00:00', { provider: 'geckoterminal', price_usd: '1.5' })
  await read('19T08:00:00', { price_usd: '4', ...valued })
  await sql`truncate recorded_days`.execute(service.database)
  await anEvaluation({ project_id, evaluated_at: at('17T00:00:00') }, service.database)
  return { slug, project_id, evidenceId: `source:${source.id}` }
}

const record = () =>
  recordDays({ signal: new AbortController().signal }, { database: service.database, clock: () => NOW })
async function marketOf(slug: string, query = '') {
  const { body } = await service.get(`/api/projects/${slug}/market${query}`)
  return { body, items: body['items'] as readonly Day[] }
}

test('gives each day and provider its figures with their times, and marks the running day [contract GET /api/projects/{slug}/market] [contract market day provider|observedAt]', async () => {
  const { slug, evidenceId } = await traded()
  await record()
  const { body, items } = await marketOf(slug)
  expect(body).toMatchObject({
    state: KNOWN.coverage.market.state,
    status: 'LIVE',
    observedAt: '2026-11-19T10:00:00.000Z',
    claims: { marketStatus: { kind: 'DERIVED', rule: 'market.status@2' } },
    collectedFrom: '2026-11-17',
    from: '2026-10-21',
    to: '2026-11-19',
  })
  expect(items.map(({ day, provider, complete }) => [day, provider, complete])).toEqual([
    ['2026-11-17', 'dexscreener', true],
    ['2026-11-18', 'dexscreener', true],
    ['2026-11-18', 'geckoterminal', true],
    ['2026-11-19', 'dexscreener', false],
  ])
  const provider = 'dexscreener'
  expect(items[1]).toEqual({
    day: '2026-11-18',
    complete: true,
    provider,
    evidenceId,
    readings: 2,
    price: { first: 3, highest: 3, lowest: 1, last: 1, provider, observedAt: '2026-11-18T20:00:00.000Z' },
    liquidity: { value: 7000, provider, observedAt: '2026-11-18T08:00:00.000Z' },
    volume24h: { value: 50, provider, observedAt: '2026-11-18T20:00:00.000Z' },
    valuation: { value: 90, kind: 'fdv', provider, observedAt: '2026-11-18T20:00:00.000Z' },
  })
  expect(items[3]).toMatchObject({ price: { last: 4 }, readings: 1 })
  expect(items[2]).not.toHaveProperty('valuation')
  expect(items.map((item) => item['evidenceId'])).toEqual([evidenceId, evidenceId, undefined, evidenceId])
})

test('a market whose first readings are of the running day is collected from it', async () => {
  const { slug, project_id } = await traded()
  const own = service.database.deleteFrom('market_readings').where('project_id', '=', project_id)
  await own.where('observed_at', '<', at('19T00:00:00')).execute()
  const { body, items } = await marketOf(slug)
  expect([body['collectedFrom'], items.map(({ day }) => day)]).toEqual(['2026-11-19', ['2026-11-19']])
  await service.database.deleteFrom('market_readings').where('project_id', '=', project_id).execute()
  expect((await marketOf(slug, '?days=3')).body).toMatchObject({ collectedFrom: null, items: [] })
})

test('[R47] a valuation above 10,000 times the liquidity of the day has its doubt', async () => {
  const { slug, project_id } = await traded()
  const readings = service.database.updateTable('market_readings').where('project_id', '=', project_id)
  await readings.set({ liquidity_usd: '7000', valuation_usd: '70000001', valuation_kind: 'fdv' }).execute()
  await readings.set({ valuation_usd: '70000000' }).where('provider', '=', 'geckoterminal').execute()
  await record()
  const { items } = await marketOf(slug)
  expect(items.map(({ provider, doubt }) => [provider, doubt])).toEqual([
    ['dexscreener', 'implausible_valuation'],
    ['dexscreener', 'implausible_valuation'],
    ['geckoterminal', undefined],
    ['dexscreener', 'implausible_valuation'],
  ])
})

test.each([
  ['1', ['2026-11-19']],
  ['2', ['2026-11-18', '2026-11-18', '2026-11-19']],
  ['400', ['2026-11-17', '2026-11-18', '2026-11-18', '2026-11-19']],
])('days=%s', async (days, shown) => {
  const { slug } = await traded()
  await record()
  const { items } = await marketOf(slug, `?days=${days}`)
  expect(items.map(({ day }) => day)).toEqual(shown)
})

test.each(['0', '401', '1.5', 'x'])('days=%s is 400', async (days) => {
  const { slug } = await storeToken({ evidence: KNOWN }, service.database)
  const { status, body } = await service.get(`/api/projects/${slug}/market?days=${days}`)
  expect([status, body['error']]).toEqual([400, 'invalid_parameter'])
})

test('[R116] withholds the valuation of a day that ended with the market dead, and of today, also while it is unread', async () => {
  const { slug, project_id } = await traded()
  const status = { fact: 'market.status', rule: 'market.status@7' }
  const gone = { ...status, value: JSON.stringify({ status: 'LIQUIDITY_GONE' }) }
  await anEvaluation(
    { project_id, ...gone, evaluated_at: at('17T09:00:00'), superseded_at: at('18T09:00:00') },
    service.database,
  )
  const unread = { state: 'STALE', value: null, evidence: [] }
  await anEvaluation({ project_id, ...status, ...unread, evaluated_at: at('18T09:00:00') }, service.database)
  await record()
  const { body, items } = await marketOf(slug)
  expect(items.map((day) => day['valuationWithheld'])).toEqual([
    'LIQUIDITY_GONE',
    'LIQUIDITY_GONE',
    undefined,
    'LIQUIDITY_GONE',
  ])
  expect(body['valuationWithheld']).toBe('LIQUIDITY_GONE')
  expect(JSON.stringify(body)).not.toContain('90,')
})

test('names the parameters that it does not read', async () => {
  const { slug } = await storeToken({ evidence: KNOWN }, service.database)
  expect((await marketOf(slug, '?days=2&foo=1')).body).toMatchObject({ ignoredParameters: ['foo'] })
  expect((await marketOf(slug)).body).toMatchObject({ ignoredParameters: [] })
  const contracts = await service.get(`/api/projects/${slug}/contracts?foo=1`)
  expect(contracts.body).toMatchObject({ ignoredParameters: ['foo'] })
})

test('a market whose readings are not believed has its status unknown with the reason', async () => {
  const evidence = { ...KNOWN, market: unknown('WITHHELD') }
  const { slug } = await storeToken({ evidence }, service.database)
  const { body } = await marketOf(slug)
  expect(body).toMatchObject({
    state: 'MEASURED',
    status: 'INSUFFICIENT_DATA',
    claims: { marketStatus: { kind: 'UNKNOWN', reason: 'WITHHELD' } },
  })
})

test('a project without a token or a reading has no day, and no zero', async () => {
  const { slug } = await storeToken({ evidence: KNOWN }, service.database)
  expect((await marketOf(slug)).body).toMatchObject({ items: [], collectedFrom: null })
  await sql`delete from tokens`.execute(service.database)
  const { body } = await marketOf(slug)
  expect(body).toMatchObject({ state: 'NOT_APPLICABLE', items: [] })
  expect(body).not.toHaveProperty('token')
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { at, stageDays } from '#test/given/days.ts'
import { aMarketReading } from '#test/given/market-days.ts'
import { addressOf, aSource, aToken } from '#test/given/records.ts'

const { database, record, project, evaluated, pointsOf } = stageDays()

let tokens = 0xa
const listed = async () => {
  const id = await project()
  tokens += 1
  const address = addressOf(tokens)
  await aToken({ project_id: id, address }, database())
  const source = await aSource({ project_id: id, kind: 'market', locator: 'x' }, database())
  const read = (observed: string, given: object) =>
    aMarketReading(
      {
        project_id: id,
        source_id: String(source.id),
        address,
        observed_at: at(observed),
        ...given,
      },
      database(),
    )
  return { id, read }
}
const days = () => database().selectFrom('market_days').selectAll().orderBy('provider').execute()

test('a market day has first, highest, lowest and last price, and the last of each other figure', async () => {
  const { id, read } = await listed()
  await read('11-18T23:59:59.999', { price_usd: '9' })
  await read('11-19T00:00:00', { price_usd: '2', liquidity_usd: '9000' })
  await read('11-19T08:00:00', { price_usd: '4', volume_24h_usd: '500' })
  await read('11-19T20:00:00', { price_usd: '1', valuation_usd: '70', valuation_kind: 'fdv' })
  await read('11-19T22:00:00', { price_usd: '3', valuation_usd: null, valuation_kind: null })
  await read('11-20T00:00:00', { price_usd: '8' })
  await evaluated(id, { at: at('11-19T09:00:00'), fact: 'market.status', value: { status: 'LIVE' } })
  await record()
  expect(await days()).toMatchObject([
    {
      provider: 'dexscreener',
      day: '2026-11-19',
      readings: 4,
      market_status: 'LIVE',
      doubt: null,
      price_first: '2',
      price_highest: '4',
      price_lowest: '1',
      price_last: '3',
      price_at: at('11-19T22:00:00'),
      liquidity_usd: '9000',
      liquidity_at: at('11-19T00:00:00'),
      volume_24h_usd: '500',
      valuation_usd: '70',
      valuation_kind: 'fdv',
      valuation_at: at('11-19T20:00:00'),
    },
  ])
  expect(await pointsOf(id, 'price')).toEqual(['2026-11-19 3'])
  expect(await pointsOf(id, 'valuation')).toEqual(['2026-11-19 70'])
  expect(await pointsOf(id, 'liquidity')).toEqual([])
  await expect(sql`delete from market_days`.execute(database())).rejects.toThrow(/written once/)
})

test('a doubted figure and the valuation of a dead market have a point that says WITHHELD', async () => {
  const { id, read } = await listed()
  await read('11-19T08:00:00', {
    price_usd: '1',
    liquidity_usd: '1000',
    valuation_usd: '5',
    valuation_kind: 'fdv',
  })
  await read('11-19T08:30:00', { provider: 'geckoterminal', price_usd: '9', liquidity_usd: '1000' })
  await record()
  for (const series of ['price', 'liquidity', 'valuation'])
    expect(await pointsOf(id, series)).toEqual(['2026-11-19 (WITHHELD)'])
  expect((await days()).map(({ doubt }) => doubt)).toEqual(['providers_disagree', 'providers_disagree'])
  const dead = await listed()
  await dead.read('11-19T08:00:00', { price_usd: '1', valuation_usd: '5', valuation_kind: 'fdv' })
  await sql`truncate recorded_days`.execute(database())
  const gone = { status: 'LIQUIDITY_GONE' }
  await evaluated(dead.id, { at: at('11-19T07:00:00'), fact: 'market.status', value: gone })
  await record()
  expect(await pointsOf(dead.id, 'valuation')).toEqual(['2026-11-19 (WITHHELD)'])
  expect(await pointsOf(dead.id, 'price')).toEqual(['2026-11-19 1'])
})

test('a day without a reading has no point and no market day', async () => {
  const { id, read } = await listed()
  await evaluated(id, { at: at('11-17T09:00:00'), value: { status: 'ACTIVE' } })
  await read('11-17T08:00:00', { price_usd: '1' })
  await read('11-19T08:00:00', { price_usd: '2' })
  await record()
  expect(await pointsOf(id, 'price')).toEqual(['2026-11-17 1', '2026-11-19 2'])
  expect(await pointsOf(id, 'volume')).toEqual([])
})

test('market readings change no point about building', async () => {
  const points = async (readings: readonly { price: string; at: string }[]) => {
    const { id, read } = await listed()
    await evaluated(id, { at: at('11-18T09:00:00'), value: { status: 'ACTIVE' } })
    await evaluated(id, { at: at('11-18T09:00:00'), fact: 'build.momentum', value: { score: 50 } })
    await evaluated(id, {
      at: at('11-18T09:00:00'),
      fact: 'discovery_gap',
      value: { gap: 9, underTheRadar: 'HELD' },
    })
    for (const one of readings) await read(one.at, { price_usd: one.price })
    await record()
    const { rows } = await sql`select series, day, state, value, rule from history_points
      where project_id = ${id} and series in ('status', 'momentum', 'discovery_gap', 'under_the_radar')
      order by series, day`.execute(database())
    await sql`truncate projects, recorded_days cascade`.execute(database())
    return JSON.stringify(rows)
  }
  const shuffled = await points([
    { price: '900', at: '11-18T01:00:00' },
    { price: '2', at: '11-19T08:00:00' },
  ])
  expect(shuffled).toBe(await points([]))
  expect(shuffled).toContain('HELD')
})

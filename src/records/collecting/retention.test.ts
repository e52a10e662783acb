import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, DAY_MS, dateOf, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { saveMarketReading } from '#records/market/readings.ts'
import { addressOf, aProject, aReading, aSource } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { applyMarketReadingRetention, applyOutageRetention, applyReadingRetention } from './retention.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const daysAgo = (days: number, ms = 0) => addMs(NOW, -days * DAY_MS + ms)

const { database } = await fileDatabase()

const apply = () =>
  inTransaction(database, async (writer) => ({
    ...(await applyReadingRetention({ now: NOW }, writer)),
    ...(await applyMarketReadingRetention({ now: NOW }, writer)),
  }))

test('[R59] deletes attempts after 90 days, except the newest of each stream', async () => {
  const { id } = await aProject({}, database)
  const { id: source } = await aSource({ project_id: id }, database)
  const { id: other } = await aSource({ project_id: id }, database)
  const reading = (attempted_at: Instant, over = {}) =>
    aReading({ source_id: source, attempted_at, ...over }, database)
  const dropped = [await reading(daysAgo(200)), await reading(daysAgo(90, -1))]
  const expected = [
    await reading(daysAgo(90)),
    await reading(NOW),
    await reading(daysAgo(300), { stream: 'tags' }),
    await reading(daysAgo(300), { source_id: other }),
  ]
  expect(await apply()).toEqual({ readings: dropped.length, marketReadings: 0 })
  const left = await database.selectFrom('readings').select('id').execute()
  expect(left.map((row) => row.id).toSorted()).toEqual(expected.map((row) => row.id).toSorted())
})

test('[R59] after three days only the newest market reading of a token, provider and hour is left', async () => {
  const stored = await storeProject({ kind: 'market', locator: 'dexscreener:thinned' }, database)
  const save = async (observedAt: Instant, over: { token?: number; provider?: string } = {}) => {
    const address = addressOf(over.token ?? 1) as ContractAddress
    const { projectId, sourceId } = stored
    const figures = { priceUsd: 1, liquidityUsd: null, volume24hUsd: null, trades24h: null, valuation: null }
    const provider = over.provider ?? 'dexscreener'
    await inTransaction(database, (writer) =>
      saveMarketReading(
        {
          projectId,
          sourceId,
          address,
          provider,
          observedAt,
          ...figures,
          pools: 1,
          poolLiquidityUsd: {},
        },
        writer,
      ),
    )
    return `${address} ${provider} ${observedAt}`
  }
  const minutes = (count: number) => count * 60_000
  await save(daysAgo(3, minutes(-60)))
  await save(daysAgo(3, minutes(-50)))
  const expected = [
    await save(daysAgo(3, minutes(-40))),
    await save(daysAgo(3, minutes(-50)), { provider: 'geckoterminal' }),
    await save(daysAgo(3, minutes(-50)), { token: 2 }),
    await save(daysAgo(3)),
    await save(daysAgo(3, minutes(10))),
  ]
  expect(await apply()).toEqual({ readings: 0, marketReadings: 2 })
  const left = await database
    .selectFrom('market_readings')
    .select(['address', 'provider', 'observed_at'])
    .execute()
  const names = left.map((row) => `${row.address} ${row.provider} ${row.observed_at}`)
  expect(names.toSorted()).toEqual(expected.toSorted())
})

test('deletes outages that ended 90 days ago, and older days except the first of each provider', async () => {
  for (const provider of ['old', 'young']) {
    await database
      .insertInto('provider_budgets')
      .values({ provider, day: dateOf(NOW), used: 1, daily_limit: 1 })
      .execute()
  }
  const day = (provider: string, at: Instant) => ({
    provider,
    day: dateOf(at),
    first_judged_at: at,
    last_judged_at: at,
  })
  const kept = [
    day('old', daysAgo(300)),
    day('old', daysAgo(90)),
    day('old', NOW),
    day('young', daysAgo(200)),
  ]
  await database
    .insertInto('provider_days')
    .values([...kept, day('old', daysAgo(200)), day('old', daysAgo(91))])
    .execute()
  const outage = (provider: string, began_at: Instant, ended_at: Instant | null) => ({
    provider,
    began_at,
    ended_at,
  })
  const lasting = [outage('old', daysAgo(120), daysAgo(90)), outage('young', daysAgo(200), null)]
  await database
    .insertInto('provider_outages')
    .values([...lasting, outage('old', daysAgo(150), daysAgo(90, -1))])
    .execute()
  const removed = await inTransaction(database, (writer) => applyOutageRetention({ now: NOW }, writer))
  expect(removed).toEqual({ outages: 1, providerDays: 2 })
  const days = await database
    .selectFrom('provider_days')
    .selectAll()
    .orderBy('provider')
    .orderBy('day')
    .execute()
  expect(days).toEqual(kept)
  const outages = await database.selectFrom('provider_outages').selectAll().orderBy('provider').execute()
  expect(outages).toEqual(lasting)
})

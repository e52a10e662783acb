import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type StoredProject, storeProject } from '#test/stored-project.ts'
import {
  findTokenSupply,
  getMarketDays,
  getMarketReadings,
  getNewestMarketReadings,
  type MarketReading,
  saveMarketReading,
} from './readings.ts'

const address = (end: string) => `0x${end.padStart(40, '0')}` as ContractAddress
const token = address('a1')
let opened: TestDatabase
let stored: StoredProject

beforeAll(async () => {
  opened = await openTestDatabase()
  stored = await storeProject({ kind: 'market', locator: `dexscreener:${token}` }, opened.database)
})
afterAll(() => opened[Symbol.asyncDispose]())

function reading(change: Partial<MarketReading>): MarketReading {
  return {
    sourceId: stored.sourceId,
    projectId: stored.projectId,
    address: token,
    provider: 'dexscreener',
    observedAt: toInstant('2026-11-20T10:00:00Z'),
    pools: 2,
    priceUsd: 0.000000001234,
    liquidityUsd: 8000.5,
    volume24hUsd: 0,
    trades24h: 0,
    valuation: { usd: 100_000, kind: 'fdv' },
    poolLiquidityUsd: { '0xf1': 8000.5 },
    ...change,
  }
}
const save = (...readings: readonly MarketReading[]) =>
  inTransaction(opened.database, async (writer) => {
    for (const one of readings) await saveMarketReading(one, writer)
  })

test('a reading comes back as it was given; figures that were not given stay null', async () => {
  const bare = reading({
    address: address('b1'),
    pools: 1,
    priceUsd: null,
    liquidityUsd: null,
    volume24hUsd: null,
    trades24h: null,
    valuation: null,
    poolLiquidityUsd: {},
  })
  const full = reading({ address: address('b2') })
  await save(bare, full)
  const since = toInstant('2026-11-20T10:00:00Z')
  const { database } = opened
  expect(await getMarketReadings({ address: address('b1'), since, limit: 9 }, database)).toEqual([bare])
  expect(await getMarketReadings({ address: address('b2'), since, limit: 9 }, database)).toEqual([full])
  expect(await getMarketReadings({ address: address('b3'), since, limit: 9 }, database)).toEqual([])
})

test('the same instant again leaves the first reading', async () => {
  const first = reading({ address: address('c1') })
  await save(first, { ...first, priceUsd: 9 })
  expect(await getNewestMarketReadings({ addresses: [address('c1')] }, opened.database)).toEqual([first])
})

test('the newest reading of each provider, and of each UTC day', async () => {
  const at = (instant: string, provider = 'dexscreener') =>
    reading({ address: address('d1'), provider, observedAt: toInstant(instant) })
  const early = at('2026-11-18T00:00:00Z')
  const late = at('2026-11-18T23:59:59.999Z')
  const other = at('2026-11-18T12:00:00Z', 'geckoterminal')
  const next = at('2026-11-20T00:00:00Z')
  await save(next, early, late, other, at('2026-11-21T00:00:00Z'), at('2026-11-17T23:59:59Z'))
  const { database } = opened
  const days = await getMarketDays(
    { address: address('d1'), from: '2026-11-18' as CalendarDate, to: '2026-11-20' as CalendarDate },
    database,
  )
  expect(days).toEqual([
    { day: '2026-11-18', reading: late },
    { day: '2026-11-18', reading: other },
    { day: '2026-11-20', reading: next },
  ])
  const newest = await getNewestMarketReadings({ addresses: [address('d1'), address('d2')] }, database)
  expect(newest.map(({ provider, observedAt }) => [provider, observedAt])).toEqual([
    ['dexscreener', '2026-11-21T00:00:00.000Z'],
    ['geckoterminal', '2026-11-18T12:00:00.000Z'],
  ])
  expect(await getNewestMarketReadings({ addresses: [] }, database)).toEqual([])
})

test('readings are listed newest first, then by provider, from an instant on and up to a limit', async () => {
  const at = (observedAt: string, provider = 'dexscreener') =>
    reading({ address: address('e1'), provider, observedAt: toInstant(observedAt) })
  const [first, second] = [at('2026-11-18T00:00:00Z'), at('2026-11-19T00:00:00Z')]
  const beside = at('2026-11-19T00:00:00Z', 'geckoterminal')
  await save(beside, at('2026-11-17T23:59:59Z'), second, first)
  const list = (limit: number) =>
    getMarketReadings({ address: address('e1'), since: first.observedAt, limit }, opened.database)
  expect(await list(9)).toEqual([second, beside, first])
  expect(await list(2)).toEqual([second, beside])
})

test.each([
  ['whole tokens', { totalSupply: '10000000000000000000000000', decimals: 18 }, 10_000_000],
  ['a part of one', { totalSupply: '5', decimals: 1 }, 0.5],
  ['no decimals', { totalSupply: '7', decimals: 0 }, 7],
  ['decimals unread: unknown', { totalSupply: '7' }, undefined],
  ['supply unread: unknown', { decimals: 18 }, undefined],
])('supply in %s', async (name, metadata, supply) => {
  const holder = address(Buffer.from(name.slice(0, 16)).toString('hex'))
  await storeProject(
    { kind: 'token', locator: holder, token: { address: holder, ...metadata } },
    opened.database,
  )
  expect(await findTokenSupply({ address: holder }, opened.database)).toBe(supply)
})

test('the supply of a token nobody holds a record of is unknown', async () => {
  expect(await findTokenSupply({ address: address('ff') }, opened.database)).toBeUndefined()
})

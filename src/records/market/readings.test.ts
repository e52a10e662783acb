import { expect, test } from 'vitest'
import { type ContractAddress, evidenceId } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { recordsOf } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { findTokenSupply } from '#records/project/tokens.ts'
import { fileDatabase } from '#test/file-database.ts'
import { storeProject } from '#test/stored-project.ts'
import { getMarketReadings, type MarketReadingDraft, saveMarketReading } from './readings.ts'

const address = (end: string) => `0x${end.padStart(40, '0')}` as ContractAddress
const token = address('a1')
const { database } = await fileDatabase()
const stored = await storeProject({ kind: 'market', locator: `dexscreener:${token}` }, database)

function reading(change: Partial<MarketReadingDraft>): MarketReadingDraft {
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
const save = (...readings: readonly MarketReadingDraft[]) =>
  inTransaction(database, async (writer) => {
    for (const one of readings) await saveMarketReading(one, writer)
  })

const recorded = ({ projectId: _, address: __, sourceId, ...figures }: MarketReadingDraft) => ({
  ...figures,
  sourceId: evidenceId('source', sourceId),
})
/** The market readings of a new project at noon. */
async function readings(given: (projectId: string) => readonly MarketReadingDraft[]) {
  const { projectId } = await storeProject({ kind: 'market', locator: token }, database)
  await save(...given(projectId))
  const now = toInstant('2026-11-20T12:00:00Z')
  return recordsOf(projectId, await getMarketReadings({ ids: [projectId], now }, database))
}

test('returns a reading as it was saved; missing figures stay null', async () => {
  const figures = { priceUsd: null, liquidityUsd: null, volume24hUsd: null, trades24h: null, valuation: null }
  const bare = reading({ address: address('b1'), pools: 1, ...figures, poolLiquidityUsd: {} })
  const full = reading({ address: address('b2') })
  expect(await readings((projectId) => [{ ...bare, projectId }])).toEqual([recorded(bare)])
  expect(await readings((projectId) => [{ ...full, projectId }])).toEqual([recorded(full)])
  expect(await readings(() => [])).toEqual([])
})

test('a second reading of the same instant does not replace the first', async () => {
  const first = reading({ address: address('c1') })
  expect(
    await readings((projectId) => [
      { ...first, projectId },
      { ...first, projectId, priceUsd: 9 },
    ]),
  ).toEqual([recorded(first)])
})

test('returns the last reading of each provider and hour of the 30 days before', async () => {
  const at = (instant: string, provider = 'dexscreener') =>
    reading({ address: address('d1'), provider, observedAt: toInstant(instant) })
  const early = at('2026-11-18T10:00:00Z')
  const late = at('2026-11-18T10:59:59.999Z')
  const next = at('2026-11-18T11:00:00Z')
  const other = at('2026-11-18T10:30:00Z', 'geckoterminal')
  const old = at('2026-10-21T11:59:59Z')
  const found = await readings((projectId) =>
    [next, early, late, other, old].map((one) => ({ ...one, projectId })),
  )
  expect(found).toEqual([late, next, other].map(recorded))
})

test.each([
  ['whole tokens', { totalSupply: '10000000000000000000000000', decimals: 18 }, 10_000_000],
  ['a part of one', { totalSupply: '5', decimals: 1 }, 0.5],
  ['no decimals', { totalSupply: '7', decimals: 0 }, 7],
  ['decimals unread: unknown', { totalSupply: '7' }, undefined],
  ['supply unread: unknown', { decimals: 18 }, undefined],
])('supply in %s', async (name, metadata, supply) => {
  const holder = address(Buffer.from(name.slice(0, 16)).toString('hex'))
  await storeProject({ kind: 'token', locator: holder, token: { address: holder, ...metadata } }, database)
  expect(await findTokenSupply({ address: holder }, database)).toBe(supply)
})

test('the supply of an unrecorded token is unknown', async () => {
  expect(await findTokenSupply({ address: address('ff') }, database)).toBeUndefined()
})

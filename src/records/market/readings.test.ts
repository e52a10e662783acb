import { expect, test } from 'vitest'
import { type ContractAddress, evidenceId } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { type MarketState, marketStatus } from '#domain/market/status.ts'
import { recordsOf } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { findTokenSupply } from '#records/project/tokens.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
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
  return recordsOf(projectId, await getMarketReadings({ projectIds: [projectId], now }, database))
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

const at = (instant: string, given: Partial<MarketReadingDraft> = {}) =>
  reading({ address: address('d1'), observedAt: toInstant(instant), ...given })

test('returns the last reading of each provider and hour of the 30 days before', async () => {
  const early = at('2026-11-16T10:00:00Z')
  const late = at('2026-11-16T10:59:59.999Z')
  const next = at('2026-11-16T11:00:00Z')
  const other = at('2026-11-16T10:30:00Z', { provider: 'geckoterminal' })
  const old = at('2026-10-21T11:59:59Z')
  const found = await readings((projectId) =>
    [next, early, late, other, old].map((one) => ({ ...one, projectId })),
  )
  expect(found).toEqual([late, next, other].map(recorded))
})

test('[R77] returns of the last 72 hours also the first of each hour and the two with the most liquidity', async () => {
  const liquid = (instant: string, liquidityUsd: number | null) => at(instant, { liquidityUsd })
  const before = [liquid('2026-11-17T11:10:00Z', 9e6), liquid('2026-11-17T11:50:00Z', 70)]
  const first = liquid('2026-11-18T10:00:00Z', null)
  const high = [liquid('2026-11-18T10:10:00Z', 50_000), liquid('2026-11-18T10:20:00Z', 60_000)]
  const lower = liquid('2026-11-18T10:15:00Z', 40_000)
  const [drained, last] = [liquid('2026-11-18T10:30:00Z', 100), liquid('2026-11-18T10:50:00Z', 100)]
  const next = [liquid('2026-11-18T11:00:00Z', 100), liquid('2026-11-18T11:50:00Z', 90)]
  const other = liquid('2026-11-18T10:40:00Z', 10)
  const all = [...before, first, ...high, lower, drained, last, ...next]
  const found = await readings((projectId) =>
    [...all, { ...other, provider: 'geckoterminal' }].map((one) => ({ ...one, projectId })),
  )
  const expected = [before[1], first, ...high, last, ...next, { ...other, provider: 'geckoterminal' }]
  expect(found).toEqual(expected.filter((one) => one !== undefined).map(recorded))
})

/** The status of a market at each of these instants, judged in turn from the readings that are stored by then. */
async function statusesAt(instants: readonly string[], given: readonly MarketReadingDraft[]) {
  const { projectId } = await storeProject({ kind: 'market', locator: token }, database)
  let previous: MarketState | null = null
  const statuses = []
  for (const [place, instant] of instants.entries()) {
    const now = toInstant(instant)
    const before = instants[place - 1]
    const isNew = ({ observedAt }: MarketReadingDraft) =>
      observedAt <= now && (before === undefined || observedAt > toInstant(before))
    await save(...given.filter(isNew).map((one) => ({ ...one, projectId })))
    const readings = recordsOf(projectId, await getMarketReadings({ projectIds: [projectId], now }, database))
    const { status, since, lastKnown } = marketStatus({ readings, previous, coverage: 'MEASURED' }, now)
    previous = { status, since, lastKnown }
    statuses.push(status)
  }
  return statuses
}

test.each<[string, Partial<MarketReadingDraft>, Partial<MarketReadingDraft>, readonly string[]]>([
  [
    'that lost its liquidity [R77]',
    { liquidityUsd: 76_274, volume24hUsd: 900, trades24h: 12 },
    { liquidityUsd: 151, volume24hUsd: 0, poolLiquidityUsd: { '0xf1': 1 } },
    ['LIVE', 'LIVE', 'LIVE', 'LIVE', 'LIQUIDITY_GONE'],
  ],
  [
    'that gained liquidity',
    { liquidityUsd: 4_000, volume24hUsd: 900, poolLiquidityUsd: {} },
    { liquidityUsd: 9_000, volume24hUsd: 900, poolLiquidityUsd: {} },
    ['LOW_LIQUIDITY', 'LOW_LIQUIDITY', 'LOW_LIQUIDITY', 'LIVE', 'LIVE'],
  ],
])(
  'a market first read less than an hour ago, %s, does not move on one reading',
  async (name, first, then, expected) => {
    const ofMarket = (instant: string, figures: Partial<MarketReadingDraft>) =>
      at(instant, { address: address(name.includes('lost') ? 'e1' : 'e2'), ...figures })
    const read = [
      ...['23:18:00', '23:22:00', '23:26:43'].map((time) => ofMarket(`2026-11-18T${time}Z`, first)),
      ...['18T23:27:12', '18T23:50:00', '19T00:06:11', '19T00:51:00', '19T11:50:00', '19T12:55:00'].map(
        (time) => ofMarket(`2026-11-${time}Z`, then),
      ),
    ]
    const instants = ['18T23:27:00', '18T23:28:00', '19T00:07:00', '19T00:52:00', '19T12:56:00']
    expect(
      await statusesAt(
        instants.map((time) => `2026-11-${time}Z`),
        read,
      ),
    ).toEqual(expected)
  },
)

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

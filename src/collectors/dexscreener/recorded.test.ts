import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getMarketReadings } from '#records/market/readings.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { useProviderWorld } from '#test/providers/provider-world.ts'
import { answerNamed, expectAllUsed, PROXY_CASES, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { dexscreenerToken } from './token.ts'

const recorded = await recordedAnswers('dexscreener')
const now = toInstant('2026-11-20T10:00:00Z')
const token = `0x${'0'.repeat(38)}a1` as ContractAddress
const canary = `0x${'c'.repeat(40)}` as ContractAddress
const CANARY_PAIRS: Scripted = {
  body: JSON.stringify([
    { chainId: 'robinhood', pairAddress: `0x${'f'.repeat(40)}`, baseToken: { address: canary } },
  ]),
}
const world = useProviderWorld()
let stored: StoredProject

beforeEach(async () => {
  await world.database.deleteFrom('market_readings').execute()
  stored = await storeProject({ kind: 'market', locator: `market:${token}` }, world.database)
})

function read(answer: Scripted, position?: unknown) {
  world.server.answer = ({ url = '' }) => (url.includes(canary) ? CANARY_PAIRS : answer)
  const deps = { providers: { dexscreenerUrl: world.server.url, marketCanaryToken: canary } }
  const one = { collector: dexscreenerToken, stored, locator: `dexscreener:${token}`, now, position }
  return readOnce(one, { deps, database: world.database })
}
const readNamed = (name: string) => read(answerNamed(name, recorded))
const storedRows = () =>
  getOfProject(
    {
      projectId: stored.projectId,
      get: ({ projectIds }, reader) => getMarketReadings({ projectIds, now }, reader),
    },
    world.database,
  )

const UNKNOWN = {
  priceUsd: null,
  liquidityUsd: null,
  volume24hUsd: null,
  trades24h: null,
  valuation: null,
}
const READ: readonly (readonly [name: string, partial: string | undefined, figures: object])[] = [
  [
    'pairs',
    undefined,
    {
      pools: 2,
      priceUsd: 0.001933,
      liquidityUsd: 126_120.6 + 21_871.19,
      trades24h: 865,
      volume24hUsd: 95_461.27 + 2748.14,
    },
  ],
  ['pairs-with-nulls', undefined, { ...UNKNOWN, pools: 1, volume24hUsd: 95_461.27, trades24h: 735 }],
  ['pairs-of-old-day', undefined, { pools: 1, volume24hUsd: 80.27, trades24h: 1 }],
  ['partly-unreadable', 'pools that could not be read: 1', { ...UNKNOWN, pools: 1 }],
  [
    'quote-only',
    'most of the volume is in pools that price another token in this one',
    { ...UNKNOWN, pools: 0 },
  ],
]
const NONE: readonly (readonly [name: string, outcome: string, detail: string])[] = [
  ['none', 'missing', 'no pair with the token as base'],
  ['other-chain', 'missing', 'no pair with the token as base'],
  ['placeholder', 'unavailable', 'none of 1 pools could be read'],
  ['pairs-null', 'unavailable', 'the answer lists no pairs'],
  ['pairs-in-an-object', 'unavailable', 'the answer lists no pairs'],
  ['one-object', 'unavailable', 'the answer lists no pairs'],
  ['cut', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
  ['empty-body', 'unavailable', 'the answer is no JSON, not whole, or too large to read (200)'],
]

test.each([
  [29, undefined],
  [30, 'the provider does not list every pool'],
])('a listing of %d pairs is partial: %s', async (count, partial) => {
  const pair = (number: number) => ({
    chainId: 'robinhood',
    pairAddress: `0x${String(number).padStart(40, '0')}`,
    baseToken: { address: token },
    liquidity: { usd: 1000 },
    volume: { h24: 10 },
  })
  const pairs = Array.from({ length: count }, (_, index) => pair(index))
  expect((await read({ body: JSON.stringify(pairs) })).partial).toBe(partial)
  const liquidityUsd = partial === undefined ? count * 1000 : null
  expect(await storedRows()).toMatchObject([{ pools: count, liquidityUsd }])
})

test('every recorded answer is used, and names its source', () => {
  expectAllUsed(
    [...READ, ...NONE].map(([name]) => name),
    recorded,
  )
})

test.each(READ)('an answer %s is read, partial: %s', async (name, partial, figures) => {
  const collected = await readNamed(name)
  expect(collected).toMatchObject({ outcome: 'fresh' })
  expect(collected.partial).toBe(partial)
  expect(await storedRows()).toMatchObject([figures])
})

test('an answer pairs-in-an-object is read for pairs by address', async () => {
  const pools = [`0x${'7f82'.repeat(16)}`]
  const answer = answerNamed('pairs-in-an-object', recorded)
  expect(await read(answer, { listedAt: now, pools, liquidityUsd: 100_000 })).toMatchObject({
    outcome: 'fresh',
  })
  expect(await storedRows()).toMatchObject([{ pools: 1, liquidityUsd: 126_120.6 }])
})

test.each(NONE)('[R27] [R30] an answer %s is %s and stores no figure', async (name, outcome, detail) => {
  expect(await readNamed(name)).toMatchObject({ outcome, detail })
  expect(await storedRows()).toEqual([])
})

test.each(PROXY_CASES)('[R27] a proxy’s answer %s is %s', async (_, outcome, answer) => {
  expect(await read(answer)).toMatchObject({ outcome })
  expect(await storedRows()).toEqual([])
})

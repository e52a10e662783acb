import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { getMarketReadings } from '#records/market/readings.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { readOnce } from '#test/providers/collected-stream.ts'
import { nextAddress, useProviderWorld } from '#test/providers/provider-world.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { dexscreenerToken } from '../dexscreener/token.ts'
import { geckoterminalToken } from '../geckoterminal/token.ts'

const now = toInstant('2026-11-20T10:00:00Z')
const canary = `0x${'c'.repeat(40)}` as ContractAddress
const world = useProviderWorld()
let stored: StoredProject
let token: ContractAddress

beforeEach(async () => {
  token = nextAddress()
  stored = await storeProject(
    {
      kind: 'market',
      locator: `market:${token}`,
      token: { address: token, totalSupply: '1000', decimals: 1 },
    },
    world.database,
  )
})

const pairOf = (address: string) => ({
  chainId: 'robinhood',
  pairAddress: `0x${'f'.repeat(40)}`,
  baseToken: { address },
  priceUsd: '2.5',
  volume: { h24: 12 },
  liquidity: { usd: 8000 },
  marketCap: 249,
})
const answering = (answers: Readonly<Record<string, Scripted>>) => {
  world.server.answer = ({ url = '' }) => {
    const known = Object.keys(answers).find((part) => url.includes(part))
    return known === undefined ? { status: 404, body: '{}' } : (answers[known] ?? { body: '' })
  }
}
const json = (value: unknown): Scripted => ({ body: JSON.stringify(value) })
const storedRows = () =>
  getOfProject(
    {
      projectId: stored.projectId,
      get: ({ projectIds }, reader) => getMarketReadings({ projectIds, now }, reader),
    },
    world.database,
  )

function readDexscreener(marketCanaryToken: string | undefined) {
  const deps = { providers: { dexscreenerUrl: `${world.server.url}/`, marketCanaryToken } }
  const read = { collector: dexscreenerToken, stored, locator: `dexscreener:${token}`, now }
  return readOnce(read, { deps, database: world.database })
}
function readGeckoterminal() {
  const deps = { providers: { geckoterminalUrl: world.server.url } }
  const read = { collector: geckoterminalToken, stored, locator: `geckoterminal:${token}`, now }
  return readOnce(read, { deps, database: world.database })
}

test('DEX Screener: stores figures with the time of receipt, and derives the valuation from the supply on chain', async () => {
  answering({ [`/token-pairs/v1/robinhood/${token}`]: json([pairOf(token)]) })
  expect((await readDexscreener(canary)).outcome).toBe('fresh')
  expect(await storedRows()).toEqual([
    {
      sourceId: stored.evidenceId,
      provider: 'dexscreener',
      observedAt: now,
      pools: 1,
      priceUsd: 2.5,
      liquidityUsd: 8000,
      volume24hUsd: 12,
      trades24h: null,
      valuation: { usd: 249, kind: 'fdv' },
      poolLiquidityUsd: { [`0x${'f'.repeat(40)}`]: 8000 },
    },
  ])
})

test('DEX Screener: an empty answer is missing while the canary has a pair', async () => {
  answering({ [token]: json([]), [canary]: json([pairOf(canary)]) })
  expect(await readDexscreener(canary)).toMatchObject({ outcome: 'missing' })
  expect(await storedRows()).toEqual([])
})

test('DEX Screener [case 29] [case 30]: pairs of another chain or token are ignored', async () => {
  const elsewhere = { ...pairOf(token), chainId: 'solarnet' }
  answering({ [token]: json([elsewhere, pairOf(canary)]), [canary]: json([pairOf(canary)]) })
  expect(await readDexscreener(canary)).toMatchObject({ outcome: 'missing' })
  expect(await storedRows()).toEqual([])
})

test.each<[string, Readonly<Record<string, Scripted>>, string, boolean]>([
  ['empty for the canary too', { '/': json([]) }, 'unavailable', true],
  [
    'empty, the canary limited',
    { [canary]: { status: 429, headers: { 'retry-after': '9' }, body: '' }, '/': json([]) },
    'rate_limited',
    true,
  ],
  ['empty without a canary', { '/': json([]) }, 'error', false],
  ['a body cut short', { '/': { body: '[{"chainId":"robin' } }, 'unavailable', true],
  ['an error object', { '/': json({ error: 'x' }) }, 'unavailable', true],
  [
    'a challenge',
    { '/': { status: 403, headers: { 'content-type': 'text/html' }, body: '<html>' } },
    'unavailable',
    true,
  ],
  ['refused', { '/': { status: 401, body: '{}' } }, 'error', true],
  ['a server error', { '/': { status: 502, body: '' } }, 'unavailable', true],
])('DEX Screener: %s', async (_, answers, outcome, withCanary) => {
  answering(answers)
  const collected = await readDexscreener(withCanary ? canary : undefined)
  expect(collected).toMatchObject({ outcome, detail: expect.any(String) })
  expect(collected.coolOffUntil !== undefined).toBe(outcome === 'rate_limited')
  expect(await storedRows()).toEqual([])
})

test('an empty answer for the canary proves nothing', async () => {
  answering({ '/': json([]) })
  expect(await readDexscreener(token)).toMatchObject({ outcome: 'unavailable' })
})

const poolOf = (number: number) => ({
  attributes: {
    address: `0x${String(number).padStart(40, '0')}`,
    base_token_price_usd: '2.5',
    reserve_in_usd: '10',
    volume_usd: { h24: null },
    fdv_usd: '250',
    market_cap_usd: null,
  },
  relationships: { base_token: { data: { id: `robinhood_${token}` } } },
})
const partOf = (from: number, length: number) =>
  json({ data: Array.from({ length }, (_, index) => poolOf(from + index)) })

test('GeckoTerminal: sums all parts; a figure that no pool reports is unknown', async () => {
  answering({ 'page=2': partOf(21, 5), [`/api/v2/networks/robinhood/tokens/${token}/pools`]: partOf(1, 20) })
  expect((await readGeckoterminal()).outcome).toBe('fresh')
  expect(await storedRows()).toMatchObject([
    { pools: 25, liquidityUsd: 250, volume24hUsd: null, valuation: { usd: 250, kind: 'fdv' } },
  ])
})

test('GeckoTerminal: a failed part makes no partial sum', async () => {
  answering({ 'page=2': { status: 503, body: '' }, [token]: partOf(1, 20) })
  expect(await readGeckoterminal()).toMatchObject({ outcome: 'unavailable' })
  expect(await storedRows()).toEqual([])
})

test('GeckoTerminal: the listing ends at its tenth part', async () => {
  answering({ [token]: partOf(1, 20) })
  const before = world.server.asked.length
  expect(await readGeckoterminal()).toMatchObject({ partial: 'the provider does not list every pool' })
  expect(world.server.asked.length - before).toBe(10)
  expect(await storedRows()).toMatchObject([{ pools: 20, liquidityUsd: null, priceUsd: null }])
})

test('GeckoTerminal: a token that other tokens are priced in has no market of its own there', async () => {
  const { base_token } = poolOf(1).relationships
  const turned = { base_token: { data: { id: 'robinhood_0xb2' } }, quote_token: base_token }
  const one = { ...poolOf(1), relationships: turned }
  const traded = { ...one, attributes: { ...one.attributes, volume_usd: { h24: '1917405' } } }
  answering({ [token]: json({ data: [traded] }) })
  const partial = 'most of the volume is in pools that price another token in this one'
  expect(await readGeckoterminal()).toMatchObject({ outcome: 'fresh', partial })
  expect(await storedRows()).toMatchObject([{ pools: 0, liquidityUsd: null, volume24hUsd: null }])
})

test.each<[string, Scripted, string]>([
  ['404 with its own body', { status: 404, body: '{"errors":[{"status":"404"}]}' }, 'missing'],
  ['404 with another body', { status: 404, body: '<html>' }, 'unavailable'],
  ['an empty listing for the token as for everything', { body: '{"data":[]}' }, 'unavailable'],
  ['no listing', { body: '{}' }, 'unavailable'],
  ['a body cut short', { body: '{"data":[' }, 'unavailable'],
])('GeckoTerminal: %s', async (_, answer, outcome) => {
  answering({ '/': answer })
  expect(await readGeckoterminal()).toMatchObject({ outcome })
  expect(await storedRows()).toEqual([])
})

test('[R27] GeckoTerminal, an empty listing counts when the provider answers about the token too', async () => {
  const known = { data: { id: `robinhood_${token}`, attributes: { coingecko_coin_id: null } } }
  const empty = { '/pools': json({ data: [] }), '/tokens/multi/': json({ data: [] }) }
  answering({ ...empty, [`/tokens/${token}`]: json(known) })
  expect(await readGeckoterminal()).toMatchObject({ outcome: 'missing' })
  answering({
    ...empty,
    [`/tokens/${token}`]: { status: 404, body: '{"errors":[{"status":"404","title":"Not Found"}]}' },
  })
  expect(await readGeckoterminal()).toMatchObject({ outcome: 'missing' })
})

test('[R31] GeckoTerminal, a pool that cannot be read makes the reading partial and its sums unknown', async () => {
  const odd = { ...poolOf(1), attributes: { ...poolOf(1).attributes, address: 'unknown' } }
  answering({ [token]: json({ data: [poolOf(2), odd] }) })
  expect(await readGeckoterminal()).toMatchObject({
    outcome: 'fresh',
    partial: 'pools that could not be read: 1',
  })
  expect(await storedRows()).toMatchObject([
    { pools: 1, liquidityUsd: null, priceUsd: null, valuation: null },
  ])
})

test('[R31] DEX Screener, pairs none of which can be read are no proof that there is none', async () => {
  answering({ '/': json([{ ...pairOf(token), pairAddress: '?' }]) })
  expect(await readDexscreener(canary)).toMatchObject({ outcome: 'unavailable' })
  expect(await storedRows()).toEqual([])
})

test.each([
  ['0', '2026-11-20T10:00:00.000Z'],
  ['300', '2026-11-20T10:05:00.000Z'],
])('GeckoTerminal: 429 with retry-after %s cools off until %s', async (seconds, until) => {
  answering({ '/': { status: 429, headers: { 'retry-after': seconds }, body: '' } })
  expect(await readGeckoterminal()).toMatchObject({ outcome: 'rate_limited', coolOffUntil: until })
})

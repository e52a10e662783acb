import { describe, expect, test } from 'vitest'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { addressAt, manyTokensOfFile, pairOf, poolAt, poolOf } from '#test/given/many-tokens.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import { dexscreenerToken } from '../dexscreener/token.ts'
import { geckoterminalToken } from '../geckoterminal/token.ts'

const CADENCE_MS = 600_000
const world = await manyTokensOfFile()

const [FIRST, SECOND, STRANGER] = [addressAt('token', 1), addressAt('token', 2), addressAt('token', 99)]
const OWN = { [FIRST]: 1001, [SECOND]: 1002 }
const nextRead = (afterMs = CADENCE_MS) => {
  world.now = addMs(world.now, afterMs)
  return world.read()
}

/** The collector of a provider, and the form of the provider's answers. */
type Market = {
  readonly collector: typeof dexscreenerToken | typeof geckoterminalToken
  readonly isShared: (path: string) => boolean
  /** The key of the entries in a shared answer. */
  readonly entries: string
  /** An entry about a pool of the token. */
  readonly entryOf: (token: string) => object
}
const MARKETS: readonly (readonly [provider: string, Market])[] = [
  [
    'dexscreener',
    {
      collector: dexscreenerToken,
      isShared: (path) => path.startsWith('/latest/dex/pairs/'),
      entries: 'pairs',
      entryOf: (token) => pairOf(token, poolAt(99, 9_000_000)),
    },
  ],
  [
    'geckoterminal',
    {
      collector: geckoterminalToken,
      isShared: (path) => path.includes('/pools/multi/'),
      entries: 'data',
      entryOf: (token) => poolOf(token, poolAt(99, 9_000_000)),
    },
  ],
]

const fresh = (provider: string, count: number) => ({ [`${provider}.fresh`]: count })
/** Stores two tokens and lists their pools. */
const listed = async ({ collector }: Market) => {
  await world.store(2, [collector])
  return world.read()
}

describe.each(MARKETS)('%s, a token’s pools', (provider, market) => {
  const { collector, isShared } = market

  test('[R54] [R57] pools are listed for each token alone, and then read together', async () => {
    const tokens = await world.store(60, [collector])
    const first = await world.read()
    expect(first.counts).toEqual(fresh(provider, 60))
    expect(first.asked.filter(isShared)).toEqual([])
    expect(first.asked).toHaveLength(60)
    for (const [index, token] of tokens.entries()) world.pools.set(token, [poolAt(index + 1, 5000 + index)])
    const second = await nextRead()
    expect(second.counts).toEqual(fresh(provider, 60))
    expect(second.asked.filter((path) => !isShared(path))).toEqual([])
    expect(second.asked.length).toBeLessThan(30)
    expect(await world.liquidity(world.now)).toEqual(
      Object.fromEntries(tokens.map((token, index) => [token, 5000 + index])),
    )
  })

  test('every pool of a token counts, listed and read together', async () => {
    await world.store(2, [collector])
    world.pools.set(SECOND, [poolAt(2, 400), poolAt(7, 500), poolAt(8, 600)])
    await world.read()
    expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1500 })
    world.pools.set(SECOND, [poolAt(2, 401), poolAt(7, 501), poolAt(8, 601)])
    const { asked } = await nextRead()
    expect(asked.every(isShared)).toBe(true)
    expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1503 })
  })

  test('a listing is relied on for two hours', async () => {
    await listed(market)
    expect((await nextRead(2 * HOUR_MS - 1)).asked.every(isShared)).toBe(true)
    const after = await nextRead()
    expect(after.asked.some(isShared)).toBe(false)
    expect(after.asked).toHaveLength(2)
  })
})

describe.each(MARKETS)('%s, pools that change', (provider, market) => {
  const { isShared } = market

  test('a token whose known pool is left out is listed again, and the others are not', async () => {
    await listed(market)
    world.pools.set(SECOND, [poolAt(7, 700)])
    const { asked, counts } = await nextRead()
    expect(counts).toEqual(fresh(provider, 2))
    expect(asked.filter((path) => !isShared(path))).toEqual([expect.stringContaining(SECOND)])
    expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 700 })
  })

  test('liquidity that has moved to a new pool is found at once', async () => {
    await listed(market)
    world.pools.set(SECOND, [poolAt(2, 100), poolAt(8, 900)])
    await nextRead()
    expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1000 })
    const { asked } = await nextRead()
    expect(asked.every(isShared)).toBe(true)
    expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1000 })
  })

  test('a token without a pool left is missing, and its former pools are not asked for again', async () => {
    await listed(market)
    world.pools.set(SECOND, [])
    expect((await nextRead()).counts).toEqual({ ...fresh(provider, 1), [`${provider}.missing`]: 1 })
    world.pools.set(SECOND, [poolAt(2, 100)])
    const { asked } = await nextRead()
    expect(asked.filter((path) => path.includes(addressAt('pool', 2)))).toEqual([])
    expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 100 })
  })
})

describe.each(MARKETS)('%s, shared answers', (provider, market) => {
  const { isShared, entries, entryOf } = market

  test.each<[string, unknown, number]>([
    ['a pool of a token that nobody asked for', entryOf(STRANGER), 0],
    ['a pool of a token that the listing does not have', entryOf(FIRST), 0],
    ['an entry that is no pool', null, 2],
    ['an entry that names no token', {}, 2],
  ])('[R54] %s in a shared answer changes no figure', async (_, entry, alone) => {
    await listed(market)
    world.change = (path, answer) => {
      if (!isShared(path)) return answer
      return { body: JSON.stringify({ [entries]: [entry, ...JSON.parse(String(answer.body))[entries]] }) }
    }
    const { asked, counts } = await nextRead()
    expect(counts).toEqual(fresh(provider, 2))
    expect(asked.filter((path) => !isShared(path))).toHaveLength(alone)
    expect(await world.liquidity(world.now)).toEqual(OWN)
  })

  test.each<[string, Scripted]>([
    ['cut short', { body: `{"${entries}":[{"chainId":"robin` }],
    ['too long', { body: `[${' '.repeat(8 * 1024 * 1024)}]` }],
    ['of another form', { body: '[]' }],
    ['without a pool', { body: JSON.stringify({ schemaVersion: '1.0.0', [entries]: null, pair: null }) }],
  ])('a shared answer that is %s: each token is listed alone', async (_, answer) => {
    await listed(market)
    world.change = (path, own) => (isShared(path) ? answer : own)
    const { asked, counts } = await nextRead()
    expect(counts).toEqual(fresh(provider, 2))
    expect(asked.filter((path) => !isShared(path))).toHaveLength(2)
    expect(await world.liquidity(world.now)).toEqual(OWN)
  })

  test.each<[string, Scripted, string]>([
    ['a server error', { status: 503, body: '' }, 'unavailable'],
    ['a limit', { status: 429, headers: { 'retry-after': '300' }, body: '' }, 'rate_limited'],
    ['a refusal', { status: 400, body: '{"errors":[{"status":"400"}]}' }, 'error'],
  ])(
    'a shared request that ends in %s is a failed reading of each token, and no fact',
    async (_, answer, outcome) => {
      await listed(market)
      world.change = () => answer
      const { asked, counts } = await nextRead()
      expect(counts).toEqual({ [`${provider}.${outcome}`]: 2 })
      expect(asked).toHaveLength(1)
      expect(await world.liquidity(world.now)).toEqual({})
    },
  )
})

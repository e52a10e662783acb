import { afterEach, beforeEach, expect, test } from 'vitest'
import { addMs, HOUR_MS } from '#contract/time.ts'
import type { Scripted } from '#test/answering-server.ts'
import { addressAt, type ManyTokens, manyTokensOfFile, poolAt } from '#test/many-tokens.ts'
import { geckoterminalRegistry } from './registry.ts'
import { geckoterminalToken } from './token.ts'

const CADENCE_MS = 600_000
const openManyTokens = await manyTokensOfFile()
let world: ManyTokens
beforeEach(async () => {
  world = await openManyTokens()
})
afterEach(() => world[Symbol.asyncDispose]())

const isShared = (path: string) => path.includes('/multi/')
const [FIRST, SECOND] = [addressAt('token', 1), addressAt('token', 2)]
const nextRead = (afterMs = CADENCE_MS) => {
  world.now = addMs(world.now, afterMs)
  return world.read()
}
/** Stores two tokens and lists their pools. */
const listed = async () => {
  await world.store(2, [geckoterminalToken])
  return world.read()
}

test('[R54] [R57] pools are listed for each token alone, and then read together', async () => {
  const tokens = await world.store(60, [geckoterminalToken])
  const first = await world.read()
  expect(first.counts).toEqual({ 'geckoterminal.fresh': 60 })
  expect(first.asked.filter(isShared)).toEqual([])
  expect(first.asked).toHaveLength(60)
  for (const [index, token] of tokens.entries()) world.pools.set(token, [poolAt(index + 1, 5000 + index)])
  const second = await nextRead()
  expect(second.counts).toEqual({ 'geckoterminal.fresh': 60 })
  expect(second.asked.filter((path) => !isShared(path))).toEqual([])
  expect(second.asked.length).toBeLessThan(30)
  expect(await world.liquidity(world.now)).toEqual(
    Object.fromEntries(tokens.map((token, index) => [token, 5000 + index])),
  )
})

test('a listing is relied on for two hours', async () => {
  await listed()
  const before = await nextRead(2 * HOUR_MS - 1)
  expect(before.asked.every(isShared)).toBe(true)
  const after = await nextRead(CADENCE_MS)
  expect(after.asked.some(isShared)).toBe(false)
  expect(after.asked).toHaveLength(2)
})

test('a token whose known pool is left out is listed again, and the others are not', async () => {
  await listed()
  world.pools.set(SECOND, [poolAt(7, 700)])
  const { asked, counts } = await nextRead()
  expect(counts).toEqual({ 'geckoterminal.fresh': 2 })
  expect(asked.filter((path) => !isShared(path))).toEqual([
    expect.stringContaining(`/tokens/${SECOND}/pools`),
  ])
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 700 })
})

test('liquidity that has moved to a new pool is found at once', async () => {
  await listed()
  world.pools.set(SECOND, [poolAt(2, 100), poolAt(8, 900)])
  await nextRead()
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1000 })
  const { asked } = await nextRead()
  expect(asked.every(isShared)).toBe(true)
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1000 })
})

test('a token that is gone is missing in its own words, and is listed anew when it is back', async () => {
  await listed()
  world.pools.delete(SECOND)
  expect((await nextRead()).counts).toEqual({ 'geckoterminal.fresh': 1, 'geckoterminal.missing': 1 })
  world.pools.set(SECOND, [poolAt(2, 100)])
  const { asked } = await nextRead()
  expect(asked.filter((path) => path.includes('/pools/multi/'))).toEqual([
    expect.not.stringContaining(addressAt('pool', 2)),
  ])
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 100 })
})

test('a token without a pool left is missing, and its former pools are not asked for again', async () => {
  await listed()
  world.pools.set(SECOND, [])
  expect((await nextRead()).counts).toEqual({ 'geckoterminal.fresh': 1, 'geckoterminal.missing': 1 })
  const { asked } = await nextRead()
  expect(asked.filter((path) => path.includes(addressAt('pool', 2)))).toEqual([])
})

test('more pools than one request takes are listed each time', async () => {
  await world.store(1, [geckoterminalToken])
  world.pools.set(
    FIRST,
    Array.from({ length: 31 }, (_, index) => poolAt(index + 1, 10)),
  )
  world.change = (path, answer) => {
    if (!path.includes('/pools')) return answer
    const page = Number(/page=(\d+)/.exec(path)?.[1] ?? 1)
    const { data } = JSON.parse(String(answer.body))
    return { body: JSON.stringify({ data: data.slice((page - 1) * 20, page * 20) }) }
  }
  await world.read()
  const { asked } = await nextRead()
  expect(asked).toHaveLength(2)
  expect(asked.some(isShared)).toBe(false)
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 310 })
})

test.each<[string, (data: unknown[]) => unknown]>([
  ['a pool of a stranger without a base', (data) => [{ attributes: { address: '?' } }, ...data]],
  ['an entry that is no pool', (data) => [...data, null]],
  ['another form', () => ({})],
])('[R54] %s in a shared answer: each token is listed alone', async (_, changed) => {
  await listed()
  world.change = (path, answer) => {
    if (!isShared(path)) return answer
    return { body: JSON.stringify({ data: changed(JSON.parse(String(answer.body)).data) }) }
  }
  const { asked, counts } = await nextRead()
  expect(counts).toEqual({ 'geckoterminal.fresh': 2 })
  expect(asked.filter((path) => !isShared(path))).toHaveLength(2)
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 1001, [SECOND]: 1002 })
})

test.each<[string, Scripted, string]>([
  ['a server error', { status: 502, body: '' }, 'unavailable'],
  ['a limit', { status: 429, headers: { 'retry-after': '300' }, body: '' }, 'rate_limited'],
  ['a refusal', { status: 400, body: '{"errors":[{"status":"400"}]}' }, 'error'],
])(
  'a shared request that ends in %s is a failed reading of each token, and no fact',
  async (_, answer, outcome) => {
    await listed()
    world.change = () => answer
    const { asked, counts } = await nextRead()
    expect(counts).toEqual({ [`geckoterminal.${outcome}`]: 2 })
    expect(asked).toHaveLength(1)
    expect(await world.liquidity(world.now)).toEqual({})
  },
)

test('[R54] whether CoinGecko lists a token is asked for many tokens at once', async () => {
  await world.store(60, [geckoterminalRegistry])
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'geckoterminal.fresh': 60 })
  expect(asked.every((path) => path.includes('/tokens/multi/'))).toBe(true)
  expect(asked.length).toBeLessThan(30)
})

test('a token that the shared answer leaves out is asked for alone', async () => {
  await world.store(2, [geckoterminalRegistry])
  world.pools.delete(SECOND)
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'geckoterminal.fresh': 1, 'geckoterminal.missing': 1 })
  expect(asked.filter((path) => !isShared(path))).toEqual([
    expect.stringMatching(new RegExp(`/tokens/${SECOND}$`)),
  ])
})

test('a token that the shared answer names twice is asked for alone', async () => {
  await world.store(1, [geckoterminalRegistry])
  world.change = (path, answer) => {
    if (!isShared(path)) return answer
    const { data } = JSON.parse(String(answer.body))
    return { body: JSON.stringify({ data: [...data, ...data] }) }
  }
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'geckoterminal.fresh': 1 })
  expect(asked.filter((path) => !isShared(path))).toHaveLength(1)
})

import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Scripted } from '#test/answering-server.ts'
import { addressAt, type ManyTokens, manyTokensOfFile, pairOf, poolAt } from '#test/many-tokens.ts'
import { dexscreenerToken } from './token.ts'

const openManyTokens = await manyTokensOfFile()
let world: ManyTokens
beforeEach(async () => {
  world = await openManyTokens()
})
afterEach(() => world[Symbol.asyncDispose]())

const isAlone = (path: string) => !path.includes(',')
const list = (pairs: readonly unknown[]): Scripted => ({ body: JSON.stringify(pairs) })
const [FIRST, SECOND] = [addressAt('token', 1), addressAt('token', 2)]
const OWN = { [FIRST]: 1001, [SECOND]: 1002 }

test('[R54] [R57] a hundred tokens are read by few requests, and each has its own pair', async () => {
  const tokens = await world.store(100, [dexscreenerToken])
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'dexscreener.fresh': 100 })
  expect(asked.filter(isAlone)).toEqual([])
  expect(asked.length).toBeLessThan(50)
  expect(await world.liquidity(world.now)).toEqual(
    Object.fromEntries(tokens.map((token, index) => [token, 1001 + index])),
  )
})

test('a token that is left out beside the canary has no pair, and costs no request of its own', async () => {
  await world.store(2, [dexscreenerToken])
  world.pools.delete(SECOND)
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'dexscreener.fresh': 1, 'dexscreener.missing': 1 })
  expect(asked.filter(isAlone)).toEqual([])
})

test('[R27] an answer without any pair proves nothing about a token', async () => {
  await world.store(2, [dexscreenerToken])
  world.change = () => list([])
  const { counts } = await world.read()
  expect(counts).toEqual({ 'dexscreener.unavailable': 2 })
})

test('an answer that is full can lack pairs, so each token is asked for alone', async () => {
  await world.store(2, [dexscreenerToken])
  const pairsOf = (token: string, from: number, count: number) =>
    Array.from({ length: count }, (_, index) => pairOf(token, poolAt(from + index, 10)))
  const all = [...pairsOf(FIRST, 1, 25), ...pairsOf(SECOND, 101, 20)]
  world.change = (path, answer) => {
    if (!isAlone(path)) return list(all.slice(0, 30))
    if (path.includes(FIRST)) return list(all.slice(0, 25))
    return path.includes(SECOND) ? list(all.slice(25)) : answer
  }
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'dexscreener.fresh': 2 })
  expect(asked.filter(isAlone)).toHaveLength(2)
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 250, [SECOND]: 200 })
})

const STRANGER = addressAt('token', 99)
test.each<[string, unknown, number]>([
  ['a pair of a token that nobody asked for', pairOf(STRANGER, poolAt(99, 9_000_000)), 0],
  ['a pair of another chain with the address', { ...pairOf(FIRST, poolAt(99, 9)), chainId: 'solarnet' }, 0],
  ['a pair with a broken address', { ...pairOf(STRANGER, poolAt(99)), pairAddress: '?' }, 0],
  ['a pair that names no base', { ...pairOf(STRANGER, poolAt(99)), baseToken: {} }, 2],
  ['an entry that is no pair', null, 2],
])('[R54] %s changes nothing for the tokens of the request', async (_, stranger, alone) => {
  await world.store(2, [dexscreenerToken])
  world.change = (path, answer) =>
    isAlone(path) ? answer : list([stranger, ...JSON.parse(String(answer.body))])
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'dexscreener.fresh': 2 })
  expect(asked.filter(isAlone)).toHaveLength(alone)
  expect(await world.liquidity(world.now)).toEqual(OWN)
})

test.each<[string, Scripted]>([
  ['cut short', { body: '[{"chainId":"robin' }],
  ['too long', { body: `[${' '.repeat(8 * 1024 * 1024)}]` }],
  ['of another form', { body: '{"pairs":null}' }],
])('a shared answer that is %s is asked for again, for each token alone', async (_, answer) => {
  await world.store(2, [dexscreenerToken])
  world.change = (path, own) => (isAlone(path) ? own : answer)
  const { asked, counts } = await world.read()
  expect(counts).toEqual({ 'dexscreener.fresh': 2 })
  expect(asked.filter(isAlone)).toHaveLength(2)
  expect(await world.liquidity(world.now)).toEqual(OWN)
})

test.each<[string, Scripted, string]>([
  ['a server error', { status: 503, body: '' }, 'unavailable'],
  ['a limit', { status: 429, headers: { 'retry-after': '300' }, body: '' }, 'rate_limited'],
  ['a refusal', { status: 400, body: '{"error":"too many"}' }, 'error'],
  ['a 404 of somebody else', { status: 404, body: '{}' }, 'unavailable'],
])(
  'a shared request that ends in %s is a failed reading of each token, and no fact',
  async (_, answer, outcome) => {
    await world.store(2, [dexscreenerToken])
    world.change = () => answer
    const { asked, counts } = await world.read()
    expect(counts).toEqual({ [`dexscreener.${outcome}`]: 2 })
    expect(asked).toHaveLength(1)
    expect(await world.liquidity(world.now)).toEqual({})
  },
)

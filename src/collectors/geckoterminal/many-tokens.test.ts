import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { addressAt, manyTokensOfFile, poolAt } from '#test/given/many-tokens.ts'
import { geckoterminalRegistry } from './registry.ts'
import { geckoterminalToken } from './token.ts'

const CADENCE_MS = 600_000
const world = await manyTokensOfFile()

const isShared = (path: string) => path.includes('/multi/')
const [FIRST, SECOND] = [addressAt('token', 1), addressAt('token', 2)]
const nextRead = () => {
  world.now = addMs(world.now, CADENCE_MS)
  return world.read()
}
/** Stores two tokens and lists their pools. */
const listed = async () => {
  await world.store(2, [geckoterminalToken])
  return world.read()
}

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

test('more pools than one request takes are listed each time', async () => {
  await world.store(1, [geckoterminalToken])
  world.pools.set(
    FIRST,
    Array.from({ length: 31 }, (_, index) => poolAt(index + 1, 10)),
  )
  world.change = (path, answer) => {
    if (!path.includes('/pools')) return answer
    const number = Number(/page=(\d+)/.exec(path)?.[1] ?? 1)
    const { data } = JSON.parse(String(answer.body))
    return { body: JSON.stringify({ data: data.slice((number - 1) * 20, number * 20) }) }
  }
  await world.read()
  const { asked } = await nextRead()
  expect(asked).toHaveLength(2)
  expect(asked.some(isShared)).toBe(false)
  expect(await world.liquidity(world.now)).toEqual({ [FIRST]: 310 })
})

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

import { expect, test } from 'vitest'
import { addMs, HOUR_MS } from '#contract/time.ts'
import { addressAt, manyTokensOfFile } from '#test/given/many-tokens.ts'
import { dexscreenerToken } from './token.ts'

const CADENCE_MS = 600_000
const world = await manyTokensOfFile()

const nextCounts = async (afterMs: number) => {
  world.now = addMs(world.now, afterMs)
  return (await world.read()).counts
}

test('a token that was missing twice in a row is read hourly', async () => {
  await world.store(2, [dexscreenerToken])
  world.pools.delete(addressAt('token', 2))
  const BOTH = { 'dexscreener.fresh': 1, 'dexscreener.missing': 1 }
  expect(await nextCounts(0)).toEqual(BOTH)
  expect(await nextCounts(CADENCE_MS)).toEqual(BOTH)
  expect(await nextCounts(HOUR_MS - 1)).toEqual({ 'dexscreener.fresh': 1 })
  expect(await nextCounts(1)).toEqual({ 'dexscreener.missing': 1 })
})

test('[R27] a listing without any pair proves nothing about a token', async () => {
  await world.store(2, [dexscreenerToken])
  world.change = () => ({ body: '[]' })
  expect(await nextCounts(0)).toEqual({ 'dexscreener.unavailable': 2 })
})

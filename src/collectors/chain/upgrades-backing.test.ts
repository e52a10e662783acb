import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestChain } from '#test/chain/node.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { type ChainWorld, openChainWorld } from '#test/chain/world.ts'

let chain: TestChain
let world: ChainWorld
let proxies: ReturnType<typeof openProxies>
beforeAll(async () => {
  world = await openChainWorld()
  chain = world.chain
  proxies = openProxies(world)
})
afterAll(() => world[Symbol.asyncDispose]())

test('gives earlier upgrades the backing of a source that is established anew', async () => {
  const { b, proxy, upgrade } = await proxies.proxied()
  const read = await proxies.source(proxy)
  await upgrade(b)
  await chain.mine(3)
  await read.read()
  const backings = async () => (await proxies.shipsOf(read.projectId)).map(({ backing }) => backing)
  expect(await backings()).toEqual(['source-linked'])
  await read.establish('self_reported')
  await read.read()
  expect(await backings()).toEqual(['self-reported'])
})

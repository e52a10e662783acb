import { expect, test } from 'vitest'
import { openProxies } from '#test/chain/proxies.ts'
import { fileChainWorld } from '#test/chain/world.ts'

const world = await fileChainWorld()
const { chain } = world
const proxies = openProxies(world)

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

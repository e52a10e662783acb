import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

describe('upgrades and reorganisations', () => {
  it('[case 35] an upgrade whose block is replaced is withdrawn, with its ship', async () => {
    const { b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    const before = await chain.client.snapshot()
    await upgrade(b)
    await chain.mine(1)
    await read.read()
    expect(await proxies.standing(proxy)).toHaveLength(2)
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(4)
    await read.read()
    const records = await proxies.history(proxy)
    expect(records).toMatchObject([{ withdrawn: null }, { withdrawn: { reason: 'reorged' } }])
    expect((await proxies.shipsOf(read.projectId))[0]?.withdrawn_at).not.toBeNull()
  })

  it('[case 35] an upgrade that moved to another block is a new record, and the old one is withdrawn', async () => {
    const { a, b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    const before = await chain.client.snapshot()
    await upgrade(b)
    await chain.mine(1)
    await read.read()
    const [, moved] = await proxies.standing(proxy)
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(2)
    await upgrade(b)
    await chain.mine(3)
    await read.read()
    const [, found, ...more] = await proxies.standing(proxy)
    expect(more).toEqual([])
    expect(found).toMatchObject({ implementation: b, previousImplementation: a, settled: true })
    expect(found?.key).not.toBe(moved?.key)
  })

  it('steps back when a block that was reported final is replaced', async () => {
    const { b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(2)
    const before = await chain.client.snapshot()
    await upgrade(b)
    await chain.mine(6)
    await read.read()
    expect(await proxies.standing(proxy)).toMatchObject([{}, { settled: true }])
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(9)
    await read.read()
    expect(await proxies.standing(proxy)).toMatchObject([{ initial: true }])
    expect(await proxies.history(proxy)).toHaveLength(2)
  })
})

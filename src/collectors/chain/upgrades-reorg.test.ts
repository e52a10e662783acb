import { describe, expect, it } from 'vitest'
import { HOUR_MS, instantOfMs } from '#contract/time.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { fileChainWorld } from '#test/chain/world.ts'

const world = await fileChainWorld()
const { chain } = world
const proxies = openProxies(world)
/** A time after every block: the tests move the chain's clock ahead. */
const later = () => instantOfMs(Date.now() + HOUR_MS)

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

describe('changes that only the storage slot shows', () => {
  it('[case 33] one that was switched back is two changes, which stand', async () => {
    const { a, b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read({ now: later() })
    await upgrade(b, 'set')
    await chain.mine(1)
    await read.read({ now: later() })
    await upgrade(a, 'set')
    await chain.mine(1)
    await read.read({ now: later() })
    const expected = [
      { implementation: a, initial: true },
      { implementation: b, previousImplementation: a },
      { implementation: a, previousImplementation: b, initial: false },
    ]
    expect(await proxies.history(proxy)).toMatchObject(expected)
    await chain.mine(3)
    await read.read({ now: later() })
    expect(await proxies.history(proxy)).toMatchObject(
      expected.map((one) => ({ ...one, settled: true, withdrawn: null })),
    )
    expect(await proxies.shipsOf(read.projectId)).toMatchObject([
      { withdrawn_at: null },
      { withdrawn_at: null },
    ])
  })

  it('[case 35] one whose block is replaced is withdrawn, with its ship', async () => {
    const { b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read({ now: later() })
    const before = await chain.client.snapshot()
    await upgrade(b, 'set')
    await chain.mine(1)
    await read.read({ now: later() })
    expect(await proxies.standing(proxy)).toHaveLength(2)
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(4)
    await read.read({ now: later() })
    expect(await proxies.history(proxy)).toMatchObject([
      { withdrawn: null },
      { implementation: b, withdrawn: { reason: 'reorged' } },
    ])
    expect((await proxies.shipsOf(read.projectId))[0]?.withdrawn_at).not.toBeNull()
  })
})

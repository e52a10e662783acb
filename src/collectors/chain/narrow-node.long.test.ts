import { describe, expect, it } from 'vitest'
import { rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { forFile } from '#test/run/for-file.ts'

const world = await fileChainWorld()
const { chain } = world
const faulty = await forFile(startFaultyNode(chain.url))
const proxies = openProxies(world)

/**
 * Lets a node refuse log queries wider than `blocks` with this message. Returns the widths of all queries from now on.
 */
function narrowTo(
  blocks: number,
  node = faulty,
  words = `You can make eth_getLogs requests with up to a ${blocks} block range.`,
): readonly number[] {
  const widths: number[] = []
  node.fault = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    const width = Number.parseInt(toBlock, 16) - Number.parseInt(fromBlock, 16) + 1
    widths.push(width)
    return width > blocks ? rpcError(-32600, words) : undefined
  }
  return widths
}

describe('[R39] a node that answers ten blocks a query', () => {
  it('is asked for more once; then every reading of every stream keeps to ten', async () => {
    const [one, other] = [await proxies.proxied(), await proxies.proxied()]
    await one.upgrade(one.b)
    await chain.mine(60)
    const widths = narrowTo(10)
    const readings = [await proxies.source(one.proxy), await proxies.source(other.proxy)]
    for (const { read } of readings)
      expect(await read({ url: faulty.url })).toMatchObject({ outcome: 'fresh' })
    await chain.mine(60)
    for (const { read } of readings) await read({ url: faulty.url })
    expect(widths.filter((width) => width > 10)).toHaveLength(1)
    expect(widths.length).toBeGreaterThan(24)
    expect((await proxies.standing(one.proxy)).map(({ implementation }) => implementation)).toEqual([
      one.a,
      one.b,
    ])
  })
})

describe('[R39] a node that refuses wide queries and names no width', () => {
  it('is asked by the width that it accepted last, from the next reading on', async () => {
    // A node of its own, because no other test may have found out its width.
    await using unnamed = await startFaultyNode(chain.url)
    const { proxy } = await proxies.proxied()
    const { read } = await proxies.source(proxy)
    const widthsOfReading = async () => {
      await chain.mine(30)
      const widths = narrowTo(10, unnamed, 'block range is too large')
      await read({ url: unnamed.url })
      return widths
    }
    expect((await widthsOfReading()).filter((width) => width > 10)).not.toEqual([])
    const next = await widthsOfReading()
    expect(next.length).toBeGreaterThan(2)
    expect(next.filter((width) => width > 10)).toEqual([])
  })
})

describe('[R43] a node with which a stream cannot keep up', () => {
  it('leaves a reading that is complete up to its last block, says how far it is behind, and goes on', async () => {
    const { proxy, b, upgrade } = await proxies.proxied()
    await chain.client.mine({ blocks: 450, interval: 1 })
    await upgrade(b)
    await chain.mine(3)
    narrowTo(1)
    const { read } = await proxies.source(proxy)
    const { number, timestamp } = await chain.client.getBlock({ blockTag: 'safe' })
    const behind = await read({ url: faulty.url })
    expect(behind).toMatchObject({
      outcome: 'fresh',
      continues: true,
      partial: expect.stringMatching(new RegExp(`^blocks \\d+ to \\d+ of ${number} read, at this pace`)),
    })
    expect(Date.parse(behind.readUpTo ?? '')).toBeLessThan(Number(timestamp) * 1000)
    expect(behind.coversFrom).toBeUndefined()
    const level = await read({ url: faulty.url })
    expect(level).toMatchObject({ outcome: 'fresh', coversFrom: expect.any(String) })
    expect([level.continues, level.readUpTo, level.partial]).toEqual([undefined, undefined, undefined])
    expect(await proxies.standing(proxy)).toHaveLength(2)
  })
})

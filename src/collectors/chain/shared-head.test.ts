import { beforeEach, describe, expect, it } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { startFaultyNode } from '#test/chain/faulty.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { forFile } from '#test/run/for-file.ts'
import { ChainFailure } from './failure.ts'
import type { BlockHeads } from './head.ts'
import type { Block } from './parse.ts'
import { contractProxy } from './proxy.ts'
import { openChain } from './rpc.ts'
import { shareHead } from './shared-head.ts'
import { contractUpgrades } from './upgrades.ts'

const AT = toInstant('2026-11-20T10:00:00Z')
const world = await fileChainWorld()
const node = await forFile(startFaultyNode(world.chain.url))

/** A client of a chain whose head moves on with every reading of it, and a timer that a test sets. */
function openWatched() {
  const state = { read: 0, nowMs: 0, fork: 'a', failure: undefined as ChainFailure | undefined }
  const block = (number: number): Block => ({
    number,
    hash: `0x${state.fork}${number}` as const,
    at: addMs(AT, number * 1000),
  })
  const chain = shareHead(
    {
      async head(): Promise<BlockHeads> {
        state.read += 1
        if (state.failure !== undefined) throw state.failure
        const latest = block(100 + state.read)
        return { latest, safe: block(50), finalized: block(10), basis: 'tags' }
      },
      block: async (at: unknown) => (typeof at === 'number' && at <= 100 ? block(at) : null),
    },
    () => state.nowMs,
  )
  return Object.assign(state, { chain })
}

describe('shareHead', () => {
  it('serves one reading of the heads for ten seconds', async () => {
    const watched = openWatched()
    const [first, second] = await Promise.all([watched.chain.head(), watched.chain.head()])
    watched.nowMs = 9_999
    expect([second, await watched.chain.head(), watched.read]).toEqual([first, first, 1])
    watched.nowMs = 10_000
    expect((await watched.chain.head()).latest.number).toBe(102)
  })

  it.each([
    ['the safe block has another hash', 'b', 50, 2],
    ['the safe block has its hash', 'a', 50, 1],
    ['another block has another hash', 'b', 49, 1],
    ['the node has no block there', 'b', 101, 1],
  ])('reads the heads anew only after a reorganisation: %s', async (_name, fork, number, read) => {
    const watched = openWatched()
    await watched.chain.head()
    watched.fork = fork
    await watched.chain.block(number)
    await watched.chain.head()
    expect(watched.read).toBe(read)
  })

  it('reads the heads anew after a failure', async () => {
    const watched = openWatched()
    watched.failure = new ChainFailure('unavailable', 'no answer in time')
    await expect(watched.chain.head()).rejects.toBe(watched.failure)
    watched.failure = undefined
    expect((await watched.chain.head()).safe.number).toBe(50)
  })
})

describe('readings that share the heads', () => {
  beforeEach(() => {
    node.asked.length = 0
  })

  const open = () =>
    shareHead(
      openChain({ urls: [node.url], userAgent: 'test', timeoutMs: 5000, maxInFlight: 4, clock: () => AT }),
      () => 0,
    )
  const tagsAsked = () =>
    node.asked.filter(({ params }) => ['latest', 'safe', 'finalized'].includes(String(params[0]))).length

  it('ask the node for them once', async () => {
    const proxies = openProxies(world)
    const read = [
      { collector: contractUpgrades, locator: (await proxies.proxied()).proxy },
      { collector: contractProxy, locator: (await proxies.proxied()).proxy },
    ]
    await world.chain.mine(3)
    const client = open()
    for (const one of read) {
      const source = await storeChainSource(one, world)
      expect(await source.read({ client })).toMatchObject({ outcome: 'fresh' })
      expect(await source.read({ client })).toMatchObject({ outcome: expect.stringMatching(/fresh|not_mod/) })
    }
    expect(tagsAsked()).toBe(3)
  })

  it('record nothing of a chain that was reorganised between them, and read it from the next one on', async () => {
    const proxies = openProxies(world)
    const { b, proxy, upgrade } = await proxies.proxied()
    const before = await world.chain.client.snapshot()
    const source = await proxies.source(proxy)
    await upgrade(b)
    await world.chain.mine(3)
    const client = open()
    await client.head()
    await world.chain.client.revert({ id: before })
    await world.chain.client.increaseTime({ seconds: 5 })
    await world.chain.mine(12)
    expect(await source.read({ client })).toMatchObject({ outcome: 'unavailable' })
    expect(await proxies.history(proxy)).toEqual([])
    expect(await source.read({ client })).toMatchObject({ outcome: 'fresh' })
    expect(await proxies.history(proxy)).toMatchObject([{ initial: true, settled: true }])
  })
})

import { fromNumber } from 'ox/Hex'
import { expect, it } from 'vitest'
import { HOUR_MS, instantOfMs } from '#contract/time.ts'
import { answering, type FaultyNode, rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { tokenCreation } from './creation.ts'
import { addressWord } from './locate.ts'
import type { Hex } from './parse.ts'
import { IMPLEMENTATION_SLOT } from './proxy-reading.ts'

const world = await fileChainWorld()
const { chain } = world
const proxies = openProxies(world)
const height = async () => Number((await chain.client.getBlockNumber({ cacheTime: 0 })).toString())
const timeOf = async (block: number) => {
  const { timestamp } = await chain.client.getBlock({ blockNumber: BigInt(block) })
  return instantOfMs(Number(timestamp) * 1000)
}
/** A time after every block. */
const later = () => instantOfMs(Date.now() + HOUR_MS)
const NO_LOGS = answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result: [] }))
const NO_STATE = rpcError(-32000, 'missing trie node d74423b54378a6d4 (path )')
const STATE = /^eth_(getCode|getStorageAt|call)$/

type Pruned = { readonly before: number; readonly state: 'kept' | 'pruned'; readonly logs?: typeof NO_LOGS }

/**
 * A proxy of the node that has no logs of the blocks before this one. With `state: 'pruned'` it has no state of them
 * either.
 */
async function prunedNode({ before, state, logs = NO_LOGS }: Pruned): Promise<FaultyNode> {
  const node = await startFaultyNode(chain.url)
  node.fault = ({ method, params }) => {
    if (method === 'eth_getLogs') {
      const [query] = params as [{ readonly fromBlock: string }]
      return Number.parseInt(query.fromBlock, 16) < before ? logs : undefined
    }
    const at = params.at(-1)
    const isOld = typeof at === 'string' && Number.parseInt(at, 16) < before
    return state === 'pruned' && STATE.test(method) && isOld ? NO_STATE : undefined
  }
  return node
}

/** A proxy that was created on `a` and upgraded to `b` and then to `c`. The last upgrade is final. */
async function upgradedTwice() {
  const { a, b, c, proxy, upgrade } = await proxies.proxied()
  const created = await height()
  await upgrade(b)
  await upgrade(c)
  await chain.mine(3)
  const source = await proxies.source(proxy)
  return { a, b, c, proxy, upgrade, source, created, kept: (await height()) - 1 }
}

const partialBefore = (at: string) => `no archive node: what the contract ran before ${at} is unknown`

it('[R40] upgrades whose logs a node answers with an empty list are unknown, and a node that has them gives them', async () => {
  const { a, b, c, proxy, source, created, kept } = await upgradedTwice()
  await using node = await prunedNode({ before: kept, state: 'kept' })
  const until = await timeOf(kept)
  expect(await source.read({ url: node.url, now: later() })).toMatchObject({
    outcome: 'fresh',
    partial: partialBefore(until),
    coversFrom: until,
    position: { unreadFrom: created },
  })
  const [seen, ...more] = await proxies.standing(proxy)
  expect(more).toEqual([])
  expect(seen).toMatchObject({ implementation: c, previousImplementation: a, initial: false, log: null })
  const whole = await source.read({ now: later() })
  expect(whole).toMatchObject({ outcome: 'fresh', coversFrom: await timeOf(created) })
  expect(whole).not.toHaveProperty('partial')
  expect(whole.position).not.toHaveProperty('unreadFrom')
  const records = await proxies.standing(proxy)
  const inOrder = records.toSorted((x, y) => (x.log?.blockNumber ?? 0) - (y.log?.blockNumber ?? 0))
  expect(inOrder).toMatchObject([
    { implementation: a, initial: true },
    { implementation: b, previousImplementation: a, initial: false },
    { key: seen?.key, implementation: c, previousImplementation: b, initial: false },
  ])
  expect(inOrder.every(({ log }) => log !== null)).toBe(true)
  expect(await proxies.shipsOf(source.projectId)).toMatchObject([
    { precision: 'EXACT' },
    { precision: 'EXACT' },
  ])
})

it.each([
  ['answers with an empty list', NO_LOGS],
  ['refuses', rpcError(4444, 'pruned history unavailable')],
])('[R40] a node without old state, which %s for old logs, is read from there on', async (_, logs) => {
  const { b, c, proxy, upgrade, source, created, kept } = await upgradedTwice()
  await using node = await prunedNode({ before: kept, state: 'pruned', logs })
  const until = await timeOf(kept)
  const cut = { partial: partialBefore(until), coversFrom: until }
  expect(await source.read({ url: node.url, now: later() })).toMatchObject({ outcome: 'fresh', ...cut })
  expect(await proxies.standing(proxy)).toMatchObject([{ implementation: c, initial: true, log: null }])
  expect(await proxies.shipsOf(source.projectId)).toEqual([])
  await upgrade(b)
  await chain.mine(3)
  expect(await source.read({ url: node.url, now: later() })).toMatchObject({ outcome: 'fresh', ...cut })
  expect(await source.read({ url: node.url, now: later() })).toMatchObject({
    outcome: 'not_modified',
    ...cut,
  })
  expect((await proxies.standing(proxy)).map((one) => [one.implementation, one.initial])).toEqual([
    [c, true],
    [b, false],
  ])
  const whole = await source.read({ now: later() })
  expect(whole).toMatchObject({ outcome: 'fresh', coversFrom: await timeOf(created) })
  expect(whole).not.toHaveProperty('partial')
  expect((await proxies.standing(proxy)).filter(({ initial }) => !initial)).toHaveLength(3)
})

it('[R40] a first log after the creation is no proof that none is missing, where no node keeps the state before it', async () => {
  const { a, b, proxy, upgrade } = await proxies.proxied()
  const created = await height()
  await chain.mine(3)
  await upgrade(b)
  const kept = await height()
  await chain.mine(3)
  const source = await proxies.source(proxy)
  const { projectId } = source
  const creation = { collector: tokenCreation, locator: proxy, token: proxy, projectId }
  await (await storeChainSource(creation, world)).read()
  const query = { address: proxy, fromBlock: fromNumber(kept), toBlock: fromNumber(kept) }
  const answer = await fetch(chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getLogs', params: [query] }),
  })
  const body = await answer.text()
  await using node = await prunedNode({ before: kept, state: 'pruned', logs: answering(200, body) })
  const until = await timeOf(kept)
  expect(await source.read({ url: node.url, now: later() })).toMatchObject({
    partial: partialBefore(until),
    coversFrom: until,
  })
  expect(await proxies.standing(proxy)).toMatchObject([{ implementation: b, initial: true }])
  expect(await source.read({ now: later() })).toMatchObject({ coversFrom: await timeOf(created) })
  const records = await proxies.standing(proxy)
  const told = records.map((one) => [one.implementation, one.previousImplementation, one.initial])
  expect(new Set(told)).toEqual(
    new Set([
      [a, null, true],
      [b, a, false],
    ]),
  )
})

it('reads no old state of a proxy whose creation logs its implementation', async () => {
  const { proxy, source } = await upgradedTwice()
  await using node = await startFaultyNode(chain.url)
  const safe = (await height()) - 1
  expect(await source.read({ url: node.url })).not.toHaveProperty('partial')
  const storage = node.asked.filter(({ method }) => method === 'eth_getStorageAt')
  expect(storage.every(({ params }) => Number.parseInt(String(params.at(-1)), 16) === safe)).toBe(true)
  expect(node.asked.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(1)
  expect(await proxies.standing(proxy)).toHaveLength(3)
})

it('asks once a reading for the log of the creation of a proxy that logged none', async () => {
  const [a, proxy] = [await proxies.plain(4), await proxies.plain(6)]
  const index = IMPLEMENTATION_SLOT
  await chain.client.setStorageAt({ address: proxy as string as Hex, index, value: addressWord(a) })
  await chain.mine(3)
  const source = await proxies.source(proxy)
  await using node = await prunedNode({ before: (await height()) - 1, state: 'pruned' })
  expect(await source.read({ url: node.url })).toHaveProperty('partial')
  await chain.mine(3)
  await using whole = await startFaultyNode(chain.url)
  expect(await source.read({ url: whole.url })).toHaveProperty('partial')
  expect(whole.asked.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(2)
  expect(await proxies.standing(proxy)).toMatchObject([{ implementation: a, initial: true, log: null }])
})

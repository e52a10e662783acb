import { describe, expect, it } from 'vitest'
import { HOUR_MS, instantOfMs, toInstant } from '#contract/time.ts'
import { answering, startFaultyNode } from '#test/chain/faulty.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { openEndpoints, rememberNothing, type StateCall } from './endpoints.ts'
import { ChainFailure, type ChainFailureKind } from './failure.ts'
import { openChain } from './rpc.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const HEAD = 1_000_000
const hex = (number: number) => `0x${number.toString(16)}`

/** A node that keeps the logs of these blocks, and answers for older ones with an empty list. */
function nodeWith(url: string, blocks: readonly number[]) {
  const node = {
    url,
    asked: [] as string[],
    fails: undefined as ChainFailureKind | undefined,
    exchange: async ({ method, logsFrom = 0, to = HEAD }: StateCall): Promise<unknown> => {
      if (method === 'eth_chainId') return '0x1237'
      if (method === 'eth_getBlockByNumber') return { number: hex(HEAD), timestamp: hex(1_000_000) }
      node.asked.push(`${logsFrom}-${to}`)
      if (node.fails !== undefined) throw new ChainFailure(node.fails, node.fails)
      return blocks.filter((at) => at >= logsFrom && at <= to).map((at) => ({ blockNumber: hex(at) }))
    },
  }
  return node
}

const open = (...nodes: readonly ReturnType<typeof nodeWith>[]) => {
  const { ask } = openEndpoints(nodes, { memory: rememberNothing(), clock: () => NOW })
  return async (logsFrom: number, to: number, all?: true) => {
    const call: StateCall = { method: 'eth_getLogs', params: [], blocks: 2, logsFrom, to }
    const answer = (await ask(all ? { ...call, allLogs: true } : call)) as { blockNumber: string }[]
    return answer.map(({ blockNumber }) => Number(blockNumber))
  }
}

describe('[R42] logs of old blocks', () => {
  it('are asked of the next node when the first one has none', async () => {
    const [pruned, archive] = [nodeWith('a', []), nodeWith('b', [10, 20])]
    const logs = open(pruned, archive)
    expect(await logs(10, 100)).toEqual([10, 20])
    expect(await logs(101, 200)).toEqual([])
    expect(pruned.asked).toEqual(['10-100'])
  })

  it('are those of all nodes while none has one as old as the query', async () => {
    const [pruned, archive] = [nodeWith('a', [30]), nodeWith('b', [20, 30])]
    expect(await open(pruned, archive)(10, 100)).toEqual([30, 20, 30])
  })

  it('are asked of the first node alone once it has one as old', async () => {
    const [archive, other] = [nodeWith('a', [10, 20]), nodeWith('b', [])]
    const logs = open(archive, other)
    expect(await logs(10, 100)).toEqual([10, 20])
    expect(await logs(50, 100)).toEqual([])
    expect(other.asked).toEqual([])
  })

  it('are none only when every node has none', async () => {
    const [one, other] = [nodeWith('a', []), nodeWith('b', [])]
    expect(await open(one, other)(10, 100, true)).toEqual([])
    expect(other.asked).toEqual(['10-100'])
  })

  it.each<[ChainFailureKind, boolean]>([
    ['unavailable', true],
    ['rate_limited', true],
    ['late', true],
    ['not_yet', true],
    ['no_state', false],
    ['error', false],
  ])('a second node that fails: %s', async (kind, isAwaited) => {
    const [pruned, archive] = [nodeWith('a', []), nodeWith('b', [10])]
    archive.fails = kind
    const logs = open(pruned, archive)
    expect(await logs(10, 100)).toEqual([])
    archive.fails = kind
    const fresh = open(pruned, archive)
    if (isAwaited) await expect(fresh(10, 100, true)).rejects.toMatchObject({ kind })
    else expect(await fresh(10, 100, true)).toEqual([])
  })

  it('of new blocks are asked of the first node alone', async () => {
    const [first, other] = [nodeWith('a', []), nodeWith('b', [])]
    expect(await open(first, other)(HEAD - 72_000, HEAD, true)).toEqual([])
    expect(other.asked).toEqual([])
  })
})

const world = await fileChainWorld()
const { chain } = world
const proxies = openProxies(world)

it('[R40] [R42] upgrades that the first node answers with an empty list are read from the second', async () => {
  const { a, b, proxy, upgrade } = await proxies.proxied()
  await upgrade(b)
  await chain.mine(3)
  const source = await proxies.source(proxy)
  await using pruned = await startFaultyNode(chain.url)
  const asked = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
  })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(chain.url, { method: 'POST', headers, body: asked })
  const { result: latest } = (await answer.json()) as { readonly result: Record<string, unknown> }
  // The chain of the test is too short for old logs, so the node names a head that is far ahead of it.
  const far = { ...latest, number: hex(HEAD) }
  const answered = (result: unknown) => answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
  pruned.fault = ({ method, params }) => {
    if (method === 'eth_getLogs') return answered([])
    return method === 'eth_getBlockByNumber' && params[0] === 'latest' ? answered(far) : undefined
  }
  const now = instantOfMs(Date.now() + HOUR_MS)
  const client = openChain({
    urls: [pruned.url, chain.url],
    userAgent: 'test',
    timeoutMs: 5000,
    maxInFlight: 8,
    clock: () => now,
  })
  const read = await source.read({ client, now })
  expect(read).toMatchObject({ outcome: 'fresh' })
  expect(read).not.toHaveProperty('partial')
  expect(await proxies.standing(proxy)).toMatchObject([
    { implementation: a, initial: true },
    {
      implementation: b,
      previousImplementation: a,
      initial: false,
      log: { blockNumber: expect.any(Number) },
    },
  ])
})

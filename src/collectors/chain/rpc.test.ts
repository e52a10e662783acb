import type { ServerResponse } from 'node:http'
import { numberToHex } from 'viem'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { findChainHead } from '#records/collecting/rpc-endpoints.ts'
import { answering, type FaultyNode, rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { forFile } from '#test/run/for-file.ts'
import { rememberNothing } from './endpoints.ts'
import { openChain } from './rpc.ts'

const world = await fileChainWorld()
const { chain } = world
const faulty = await forFile(startFaultyNode(chain.url))
beforeEach(() => {
  faulty.fault = () => undefined
})

/**
 * The default time limit is long: a slow machine takes seconds for an answer of 17 MB. A test may need a shorter one.
 */
const open = ({ timeoutMs = 60_000, url = faulty.url } = {}) =>
  openChain({
    urls: [url],
    userAgent: 'svc-test/1',
    timeoutMs,
    maxInFlight: 4,
    clock: () => toInstant('2026-11-20T10:00:00Z'),
  })
/** A request that the service does not send. Its answer comes after every request that arrived before it. */
const chainIdBy = async (url: string) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] })
  await (await fetch(url, { method: 'POST', body })).text()
}
const contract = `0x${'11'.repeat(20)}` as ContractAddress

const html = { 'content-type': 'text/html' }
const cases: readonly [string, (response: ServerResponse) => void, object][] = [
  [
    'a limit by status',
    answering(429, '{}', { 'retry-after': '30' }),
    { kind: 'rate_limited', retryAfterSeconds: 30 },
  ],
  ['a limit by error', rpcError(-32005, 'too many requests'), { kind: 'rate_limited' }],
  ['a server error', answering(500, 'oops', html), { kind: 'unavailable' }],
  ['half an answer', answering(200, '{"jsonrpc":"2.0","id":1,"resu'), { kind: 'unavailable' }],
  ['a challenge page', answering(200, '<html>are you human</html>', html), { kind: 'unavailable' }],
  ['an empty list for every request', answering(200, '[]'), { kind: 'unavailable' }],
  ['neither result nor error', answering(200, '{"jsonrpc":"2.0","id":1}'), { kind: 'unavailable' }],
  [
    'a result of another form',
    answering(200, '{"jsonrpc":"2.0","id":1,"result":5}'),
    { kind: 'unavailable' },
  ],
  ['a closed connection', (response) => response.destroy(), { kind: 'unavailable' }],
  [
    'an answer cut off',
    (response) => response.writeHead(200, { 'content-length': '500' }).write('{', () => response.destroy()),
    { kind: 'unavailable' },
  ],
  [
    'a redirect',
    (response) => answering(307, '', { location: chain.url })(response),
    { kind: 'unavailable' },
  ],
  ['a refused key', answering(401, '{}'), { kind: 'error' }],
  ['an answer over the size limit', answering(200, `"${'x'.repeat(17 * 1024 * 1024)}"`), { kind: 'error' }],
]

describe('a failing node', () => {
  it.each(cases)('gives a failure: %s', async (_name, fault, failure) => {
    faulty.fault = ({ method }) => (method === 'eth_chainId' ? undefined : fault)
    await expect(open().code({ address: contract, block: 0 })).rejects.toMatchObject({
      name: 'ChainFailure',
      ...failure,
      message: expect.not.stringContaining('127.0.0.1'),
    })
  })

  it.each([
    ['nothing is answered', () => {}],
    ['a body never ends', (response: ServerResponse) => void response.writeHead(200).write(' ')],
  ])('is not waited for beyond its time: %s', async (_name, fault) => {
    faulty.fault = () => fault
    await expect(open({ timeoutMs: 200 }).code({ address: contract, block: 0 })).rejects.toMatchObject({
      kind: 'unavailable',
    })
  })

  it('is refused when it serves another chain', async () => {
    faulty.fault = ({ method }) =>
      method === 'eth_chainId' ? answering(200, '{"jsonrpc":"2.0","id":1,"result":"0x1"}') : undefined
    await expect(open().head()).rejects.toMatchObject({ kind: 'error', message: /chain 1, not 4663/ })
  })

  it('gets the user agent of the service, and the credentials of its address as a header', async () => {
    const seen: (string | undefined)[] = []
    faulty.fault = ({ headers }) => {
      seen.push(headers['user-agent'], headers.authorization)
      return undefined
    }
    await open().code({ address: contract, block: 0 })
    expect(seen).toEqual(['svc-test/1', undefined, 'svc-test/1', undefined])
    await open({ url: faulty.url.replace('://', '://user:p%40ss@') }).code({ address: contract, block: 0 })
    expect(seen.at(-1)).toBe(`Basic ${Buffer.from('user:p@ss').toString('base64')}`)
  })

  it('gets a limited number of parallel requests', async () => {
    const waiting: (() => void)[] = []
    let arrived = 0
    const node = open()
    await node.code({ address: contract, block: 0 })
    faulty.fault = ({ headers }) =>
      headers['user-agent'] === 'svc-test/1'
        ? (response) => {
            arrived += 1
            waiting.push(() => response.writeHead(200).end('{"jsonrpc":"2.0","id":1,"result":"0x"}'))
          }
        : undefined
    const calls = Promise.all(Array.from({ length: 12 }, () => node.code({ address: contract, block: 0 })))
    for (const expected of [4, 8, 12]) {
      await expect.poll(() => arrived).toBe(expected)
      // A request beyond the limit left before these, so it would have arrived before them.
      for (let sent = 0; sent < 20; sent += 1) await chainIdBy(faulty.url)
      expect(arrived).toBe(expected)
      for (const answer of waiting.splice(0)) answer()
    }
    await calls
  })

  it('distinguishes a reverted call from an unanswered one', async () => {
    const node = open()
    await node.code({ address: contract, block: 0 })
    faulty.fault = () => rpcError(3, 'execution reverted')
    expect(await node.call({ to: contract, data: '0x', block: 0 })).toBeNull()
    faulty.fault = () => rpcError(-32000, 'header not found')
    await expect(node.call({ to: contract, data: '0x', block: 0 })).rejects.toMatchObject({
      kind: 'not_yet',
    })
  })
})

describe('a node that is slow with logs', () => {
  it('[R39] answers too late for a log query of several blocks, and then for none', async () => {
    await chain.mine(1)
    faulty.fault = ({ method }) => (method === 'eth_getLogs' ? () => {} : undefined)
    const node = open({ timeoutMs: 1000 })
    const asking = (to: number) => node.logs({ addresses: [contract], topics: [], from: 0, to })
    await expect(asking(1)).rejects.toMatchObject({ kind: 'late' })
    await expect(asking(0)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('[R42] a second node', () => {
  const MILLIONS = 5_000_000
  const openTwo = (urls: readonly string[], maxHeadAgeMs?: number) =>
    openChain({
      urls,
      userAgent: 'svc-test/1',
      timeoutMs: 60_000,
      maxInFlight: 4,
      clock: () => toInstant('2026-11-20T10:00:00Z'),
      ...(maxHeadAgeMs === undefined ? {} : { maxHeadAgeMs }),
    })
  const empty = answering(200, '{"jsonrpc":"2.0","id":1,"result":[]}')
  const failed = answering(503, '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"oops"}}')
  /** A node that reports this latest block with a time in 1970, and answers log queries with `logs`. */
  const startAt = async (latest: number, logs = empty) => {
    const node = await startFaultyNode(chain.url)
    const hash = `0x${'11'.repeat(32)}`
    const result = { number: numberToHex(latest), hash, timestamp: '0x1' }
    node.fault = ({ method, params }) => {
      if (method === 'eth_getLogs') return logs
      const isLatest = method === 'eth_getBlockByNumber' && params[0] === 'latest'
      return isLatest ? answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result })) : undefined
    }
    return node
  }
  const methodsOf = (node: FaultyNode) => node.asked.map(({ method }) => method)
  const query = { addresses: [contract], topics: [], from: 0, to: MILLIONS }
  const ASKED = ['eth_chainId', 'eth_getBlockByNumber']

  it('is asked for logs at once when the first fails, however wide the range is', async () => {
    await using first = await startAt(MILLIONS, failed)
    await using second = await startAt(MILLIONS)
    expect(await openTwo([first.url, second.url]).logs(query)).toEqual([])
    expect(methodsOf(first)).toEqual([...ASKED, 'eth_getLogs'])
    expect(methodsOf(second)).toEqual([...ASKED, 'eth_getLogs'])
  })

  it('that is behind gives no logs, whatever it answers', async () => {
    await using first = await startAt(MILLIONS, failed)
    await using behind = await startAt(MILLIONS - 1)
    const asked = openTwo([first.url, behind.url]).logs(query)
    await expect(asked).rejects.toMatchObject({ kind: 'unavailable' })
    expect(methodsOf(behind)).toEqual(ASKED)
  })

  it('gives the heads when the first stands still', async () => {
    await using first = await startAt(MILLIONS)
    const latestOf = async (maxHeadAgeMs?: number) =>
      (await openTwo([first.url, faulty.url], maxHeadAgeMs).block('latest'))?.number
    expect(await latestOf(1_800_000)).toBeLessThan(MILLIONS)
    expect(await latestOf()).toBe(MILLIONS)
  })
})

describe('[R41] a node that does not know the safe block', () => {
  it('is read up to a fixed number of blocks before the latest, which the status shows', async () => {
    faulty.fault = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && (params[0] === 'safe' || params[0] === 'finalized')
        ? rpcError(-32602, 'invalid argument 0: hex string without 0x prefix')
        : undefined
    const { proxy } = await openProxies(world).proxied()
    await chain.mine(3)
    const { read } = await openProxies(world).source(proxy)
    expect(await read({ url: faulty.url })).toMatchObject({ outcome: 'fresh' })
    const height = Number((await chain.client.getBlockNumber({ cacheTime: 0 })).toString())
    expect(await findChainHead(world.database)).toMatchObject({
      basis: 'fallback',
      latestBlock: height,
      safeBlock: 0,
      finalizedBlock: 0,
    })
  })
})

it('keeps the heads for the status at most once a minute', async () => {
  const kept: Instant[] = []
  let now = toInstant('2026-11-20T10:00:00Z')
  const node = openChain({
    urls: [chain.url],
    userAgent: 'svc-test/1',
    timeoutMs: 2000,
    maxInFlight: 4,
    clock: () => now,
    memory: { ...rememberNothing(), saveHead: async ({ readAt }) => void kept.push(readAt) },
  })
  for (const second of ['00:00', '00:59', '01:00', '01:30', '02:00']) {
    now = toInstant(`2026-11-20T10:${second}Z`)
    await node.head()
  }
  expect(kept).toEqual(['00:00', '01:00', '02:00'].map((at) => toInstant(`2026-11-20T10:${at}Z`)))
})

describe('[case 36] a log query that fails halfway', () => {
  it('leaves the cursor at a complete block, so that the next reading has no gap and no duplicate', async () => {
    const proxies = openProxies(world)
    const { proxy, b, c, upgrade } = await proxies.proxied()
    for (const to of [b, c, b, c]) {
      await upgrade(to)
      await chain.mine(6)
    }
    let failFrom = Number.POSITIVE_INFINITY
    faulty.fault = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const [from, to] = [Number.parseInt(fromBlock, 16), Number.parseInt(toBlock, 16)]
      if (to - from >= 5) return rpcError(-32062, 'Block range is too large')
      return to >= failFrom ? answering(503, '{}') : undefined
    }
    const read = await proxies.source(proxy)
    const height = Number.parseInt((await chain.client.getBlockNumber({ cacheTime: 0 })).toString(), 10)
    failFrom = height - 8
    expect(await read.read({ url: faulty.url })).toMatchObject({ outcome: 'unavailable' })
    const before = await proxies.standing(proxy)
    expect(before.length).toBeGreaterThan(1)
    expect(before.length).toBeLessThan(5)
    failFrom = Number.POSITIVE_INFINITY
    const from = faulty.asked.length
    expect(await read.read({ url: faulty.url })).toMatchObject({ outcome: 'fresh' })
    expect((await proxies.standing(proxy)).map((one) => one.implementation).slice(1)).toEqual([b, c, b, c])
    const queries = faulty.asked.slice(from).filter(({ method }) => method === 'eth_getLogs')
    const first = queries[0]?.params[0] as { fromBlock: string }
    expect(Number.parseInt(first.fromBlock, 16)).toBeGreaterThan(before.at(-1)?.log?.blockNumber ?? 0)
    expect((await proxies.shipsOf(read.projectId)).length).toBe(4)
  })
})

describe('a reorganisation during the reading', () => {
  it('ends the reading and records nothing, because the answers are of two chains', async () => {
    const proxies = openProxies(world)
    const { proxy } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    const { number } = await chain.client.getBlock({ blockTag: 'safe' })
    const other = { number: numberToHex(number), hash: `0x${'ff'.repeat(32)}`, timestamp: '0x1' }
    faulty.fault = ({ method, params }) =>
      method === 'eth_getBlockByNumber' && params[0] === other.number
        ? answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result: other }))
        : undefined
    expect(await read.read({ url: faulty.url })).toMatchObject({ outcome: 'unavailable' })
    expect(await proxies.history(proxy)).toEqual([])
  })
})

describe('a node whose logs lag behind its state', () => {
  it('withdraws nothing while the node lags: a missing log proves nothing if its block is still there', async () => {
    const proxies = openProxies(world)
    const { proxy, b, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await upgrade(b)
    await chain.mine(1)
    await read.read({ url: faulty.url })
    faulty.fault = ({ method }) =>
      method === 'eth_getLogs' ? answering(200, '{"jsonrpc":"2.0","id":1,"result":[]}') : undefined
    const before = await proxies.history(proxy)
    await read.read({ url: faulty.url })
    expect(before).toHaveLength(2)
    expect(await proxies.history(proxy)).toEqual(before)
  })

  it('[case 33] finds the log of a slot change after any number of final blocks', async () => {
    const proxies = openProxies(world)
    const { proxy, b, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    await upgrade(b)
    await chain.mine(5)
    faulty.fault = ({ method }) =>
      method === 'eth_getLogs' ? answering(200, '{"jsonrpc":"2.0","id":1,"result":[]}') : undefined
    await read.read({ url: faulty.url })
    const [, seen] = await proxies.standing(proxy)
    expect(seen).toMatchObject({ implementation: b, log: null })
    await chain.mine(5)
    await read.read({ url: faulty.url })
    faulty.fault = () => undefined
    await read.read({ url: faulty.url })
    const [, dated, ...more] = await proxies.standing(proxy)
    expect(more).toEqual([])
    expect(dated).toMatchObject({ key: seen?.key, log: expect.objectContaining({ logIndex: 0 }) })
    expect(await proxies.shipsOf(read.projectId)).toMatchObject([{ precision: 'EXACT' }])
  })
})

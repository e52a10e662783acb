import { keccak256, stringToBytes } from 'viem'
import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { getLaunchLogsOf } from '#records/contracts/launch-logs.ts'
import { answering, rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { forFile } from '#test/run/for-file.ts'
import { tokenLaunch } from './launch-stage.ts'

const topic = (signature: string) => keccak256(stringToBytes(signature))
const stages = {
  curve: topic('Opened(address,address)'),
  trade: topic('Traded(address,address,uint256)'),
  graduation: topic('Graduated(address,address)'),
}
type Covered = { readonly coversFrom: string }
const NO_POOL = `0x${'00'.repeat(20)}` as ContractAddress

const world = await fileChainWorld()
const { chain } = world
const faulty = await forFile(startFaultyNode(chain.url))
const factory = await chain.deploy('CurveFactory')
const other = await chain.deploy('CurveFactory')

const launcher = (address: ContractAddress, stageTopics = stages) => ({
  address,
  launchTopic: undefined,
  stageTopics,
})

/** A token with its own pool, calls that make the factory log, and the reading of the token's launch. */
async function launched({ factories = [launcher(factory)] } = {}) {
  faulty.fault = () => undefined
  const token = await chain.deploy('Token', ['Burrow', 'BRRW'])
  const pool = await chain.deploy('CurvePool')
  const source = await storeChainSource(
    {
      collector: tokenLaunch,
      locator: token,
      token,
      factories,
    },
    world,
  )
  const asksOf =
    (to: ContractAddress) =>
    (name: string, ...args: readonly unknown[]) =>
      chain.send({ to, contract: 'CurveFactory', name }, [token, ...args])
  return {
    token,
    pool,
    asks: asksOf(factory),
    asksOther: asksOf(other),
    sourceId: source.sourceId,
    fund: (name = 'fund') => chain.send({ to: pool, contract: 'CurvePool', name }),
    read: async () => (await source.read({ url: faulty.url })).outcome,
    readWith: async (configured: typeof factories) =>
      (await source.read({ url: faulty.url, factories: configured })).outcome,
    collect: (node = faulty) => source.read({ url: node.url }),
    kinds: async () => (await logsOf(token)).map(({ kind }) => kind),
  }
}

async function logsOf(token: ContractAddress) {
  const logs = await getLaunchLogsOf({ token }, world.database)
  return logs.toSorted((a, b) => a.blockNumber - b.blockNumber || a.logIndex - b.logIndex)
}

const askedLogs = () => faulty.asked.filter(({ method }) => method === 'eth_getLogs').length

test('records each log of a launch once its block is final, with its place and its time', async () => {
  const { token, pool, asks, fund, read, kinds, sourceId } = await launched()
  await asks('open')
  await chain.mine(1)
  await read()
  expect(await kinds()).toEqual([])
  await chain.mine(1)
  expect(await read()).toBe('fresh')
  expect(await kinds()).toEqual(['curve_opened'])
  const trade = await asks('trade', 5n)
  await asks('trade', 6n)
  await chain.mine(2)
  await read()
  await asks('graduate', pool)
  await chain.mine(2)
  await read()
  expect(await kinds()).toEqual(['curve_opened', 'curve_traded', 'graduated'])
  await fund()
  await chain.mine(2)
  expect(await read()).toBe('fresh')
  const receipt = await chain.client.getTransactionReceipt({ hash: trade })
  const { timestamp } = await chain.client.getBlock({ blockHash: receipt.blockHash })
  expect(await logsOf(token)).toMatchObject([
    { kind: 'curve_opened', contract: factory, pool: null, sourceId: `source:${sourceId}` },
    {
      kind: 'curve_traded',
      contract: factory,
      txHash: trade,
      blockHash: receipt.blockHash,
      blockNumber: Number(receipt.blockNumber),
      txIndex: 0,
      logIndex: 0,
      blockTime: new Date(Number(timestamp) * 1000).toISOString(),
    },
    { kind: 'graduated', contract: factory, pool },
    { kind: 'pool_funded', contract: pool, pool: null },
  ])
})

test('reading again finds nothing new, and a launch that has ended is asked for no more', async () => {
  const { token, pool, asks, fund, read } = await launched()
  await asks('open')
  await asks('graduate', pool)
  await fund()
  await asks('trade', 5n)
  await chain.mine(2)
  expect(await read()).toBe('fresh')
  const before = await logsOf(token)
  await chain.mine(2)
  expect(await read()).toBe('not_modified')
  expect(await logsOf(token)).toEqual(before)
  const asked = askedLogs()
  await chain.mine(2)
  expect(await read()).toBe('not_modified')
  expect(askedLogs()).toBe(asked)
})

test('keeps to the own token, and to the pool that its graduation names', async () => {
  const [own, other] = [await launched(), await launched()]
  await own.asks('open')
  await other.asks('open')
  await other.asks('trade', 5n)
  await own.fund()
  await own.asks('graduate', own.pool)
  await other.fund()
  await chain.mine(2)
  await own.read()
  expect(await own.kinds()).toEqual(['curve_opened', 'graduated'])
  await own.fund('fundTicks')
  await chain.mine(2)
  await own.read()
  expect(await own.kinds()).toEqual(['curve_opened', 'graduated', 'pool_funded'])
})

test('liquidity of the graduation itself counts, though its log comes first', async () => {
  const { pool, asks, read, kinds } = await launched()
  await asks('open')
  await asks('graduateWith', pool)
  await chain.mine(2)
  await read()
  expect(await kinds()).toEqual(['curve_opened', 'pool_funded', 'graduated'])
})

test('a graduation that names no pool is recorded without one', async () => {
  const { token, asks, read } = await launched()
  await asks('open')
  await asks('graduate', NO_POOL)
  await chain.mine(2)
  expect(await read()).toBe('fresh')
  expect(await logsOf(token)).toMatchObject([{ kind: 'curve_opened' }, { kind: 'graduated', pool: null }])
  await chain.mine(2)
  expect(await read()).toBe('not_modified')
})

test.each([
  ['refuses the logs of the factory', () => true, 'error', []],
  ['does not answer for logs', () => true, 'unavailable', []],
  ['refuses the logs of the pool', (address: string) => address !== factory, 'error', ['curve_opened']],
] as const)(
  'a node that %s says nothing about the launch; the next reading goes on',
  async (_, hits, outcome, stored) => {
    const { pool, asks, fund, read, kinds } = await launched()
    await asks('open')
    await chain.mine(1)
    await asks('graduate', pool)
    await fund()
    await chain.mine(2)
    faulty.fault = ({ method, params }) => {
      const [filter] = params as readonly { address?: readonly string[] }[]
      if (method !== 'eth_getLogs' || !hits(String(filter?.address?.[0]))) return undefined
      return outcome === 'error' ? rpcError(-32000, 'broken') : answering(503, 'down')
    }
    expect(await read()).toBe(outcome)
    expect(await kinds()).toEqual(stored)
    faulty.fault = () => undefined
    expect(await read()).toBe('fresh')
    expect(await kinds()).toEqual(['curve_opened', 'graduated', 'pool_funded'])
  },
)

test('a node that answers ten blocks a query is asked block range by block range', async () => {
  const { pool, asks, fund, read, kinds } = await launched()
  await asks('open')
  await chain.mine(40)
  await asks('graduate', pool)
  await chain.mine(30)
  await fund()
  await chain.mine(2)
  faulty.fault = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    const width = Number(toBlock) - Number(fromBlock) + 1
    const words = 'You can make eth_getLogs requests with up to a 10 block range.'
    return width > 10 ? rpcError(-32600, words) : undefined
  }
  expect(await read()).toBe('fresh')
  expect(await kinds()).toEqual(['curve_opened', 'graduated', 'pool_funded'])
})

test('a node that names no width is asked by the one that it accepted last, from the next reading on', async () => {
  // A node of its own, because no other test may have found out its width.
  await using unnamed = await startFaultyNode(chain.url)
  const { asks, collect } = await launched()
  await asks('open')
  const widthsOfReading = async () => {
    const widths: number[] = []
    unnamed.fault = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const width = Number(toBlock) - Number(fromBlock) + 1
      widths.push(width)
      return width > 10 ? rpcError(-32000, 'block range is too large') : undefined
    }
    await chain.mine(30)
    await collect(unnamed)
    return widths
  }
  expect((await widthsOfReading()).filter((width) => width > 10)).not.toEqual([])
  const next = await widthsOfReading()
  expect(next.length).toBeGreaterThan(2)
  expect(next.filter((width) => width > 10)).toEqual([])
})

test('a reading that its number of requests cuts off covers nothing; the next one reads to the end', async () => {
  const { asks, collect } = await launched()
  await asks('open')
  // A second a block, so that the first block of each reading has another time.
  await chain.client.mine({ blocks: 410, interval: 1 })
  await asks('trade', 5n)
  await chain.mine(2)
  faulty.fault = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    const words = 'You can make eth_getLogs requests with up to a 1 block range.'
    return Number(toBlock) > Number(fromBlock) ? rpcError(-32600, words) : undefined
  }
  const cut = await collect()
  expect(cut).toMatchObject({ outcome: 'fresh' })
  expect(cut).not.toHaveProperty('coversFrom')
  expect(await collect()).toMatchObject({
    outcome: 'fresh',
    coversFrom: (cut.position as Covered).coversFrom,
  })
})

test('a launch that is read again from its beginning keeps its logs', async () => {
  const { token, pool, asks, fund, read } = await launched()
  await asks('open')
  await asks('graduate', pool)
  await fund()
  await chain.mine(2)
  await read()
  const before = await logsOf(token)
  expect(before).toHaveLength(3)
  await world.database.deleteFrom('chain_progress').execute()
  expect(await read()).toBe('fresh')
  expect(await logsOf(token)).toEqual(before)
})

test('without the topics of stages nothing is asked, and nothing is known', async () => {
  const { asks, read, kinds } = await launched({ factories: [] })
  await asks('open')
  await chain.mine(2)
  const asked = faulty.asked.length
  expect(await read()).toBe('missing')
  expect(faulty.asked).toHaveLength(asked)
  expect(await kinds()).toEqual([])
})

test('[R52] of two factories, the one with the first log launched the token, and the other says nothing of it', async () => {
  const factories = [launcher(factory), launcher(other)]
  const [one, two] = [await launched({ factories }), await launched({ factories })]
  await one.asks('open')
  await one.asksOther('trade', 5n)
  await two.asksOther('open')
  await two.asks('open')
  await chain.mine(2)
  await one.read()
  await two.read()
  expect(await logsOf(one.token)).toMatchObject([{ kind: 'curve_opened', contract: factory }])
  expect(await logsOf(two.token)).toMatchObject([{ kind: 'curve_opened', contract: other }])
  await one.asksOther('graduate', one.pool)
  await two.asks('trade', 5n)
  await two.asksOther('trade', 6n)
  await chain.mine(2)
  expect(await one.read()).toBe('not_modified')
  await two.read()
  expect(await one.kinds()).toEqual(['curve_opened'])
  expect(await logsOf(two.token)).toMatchObject([
    { kind: 'curve_opened', contract: other },
    { kind: 'curve_traded', contract: other },
  ])
})

test('[R52] each factory has its own topics', async () => {
  const swapped = { ...stages, curve: stages.trade, trade: stages.curve }
  const factories = [launcher(factory), launcher(other, swapped)]
  const [one, two] = [await launched({ factories }), await launched({ factories })]
  await one.asks('trade', 5n)
  await two.asksOther('trade', 5n)
  await chain.mine(2)
  await one.read()
  await two.read()
  expect([await one.kinds(), await two.kinds()]).toEqual([['curve_traded'], ['curve_opened']])
})

test('[R52] a factory that is added later is read from the beginning, and the order of factories changes nothing', async () => {
  const { asksOther, readWith, kinds } = await launched()
  await asksOther('open')
  await chain.mine(2)
  await readWith([launcher(factory)])
  expect(await kinds()).toEqual([])
  const both = [launcher(factory), launcher(other)]
  expect(await readWith(both)).toBe('fresh')
  expect(await kinds()).toEqual(['curve_opened'])
  await chain.mine(2)
  expect(await readWith(both.toReversed())).toBe('not_modified')
})

import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { ChainFailure } from './failure.ts'
import { type LogScan, readLogs } from './logs.ts'
import type { ChainLog, Hex } from './parse.ts'

const address = `0x${'a1'.repeat(20)}` as ContractAddress
const word = (n: number): Hex => `0x${n.toString(16).padStart(64, '0')}`

function logAt(blockNumber: number): ChainLog {
  return {
    address,
    topics: [],
    data: '0x',
    blockNumber,
    blockHash: word(blockNumber),
    txHash: word(blockNumber),
    txIndex: 0,
    logIndex: 0,
  }
}

type Limits = {
  maxSpan?: number
  refusal?: 'range' | 'late'
  maxLogs?: number
  failAt?: number
  named?: number
  known?: number
}

/** A node with one log in each given block. It refuses ranges as real nodes do and counts requests. */
function nodeWith(blocks: readonly number[], limits: Limits) {
  const asked: [number, number][] = []
  return {
    asked,
    widestLogs: async () => limits.known ?? null,
    logs: async ({ from, to }: { from: number; to: number }) => {
      asked.push([from, to])
      const found = blocks.filter((block) => block >= from && block <= to)
      if (to - from + 1 > (limits.maxSpan ?? Number.POSITIVE_INFINITY))
        throw new ChainFailure(limits.refusal ?? 'range', 'too wide', { maxBlocks: limits.named ?? null })
      if (found.length > (limits.maxLogs ?? Number.POSITIVE_INFINITY))
        throw new ChainFailure('range', 'too many')
      if (limits.failAt !== undefined && to >= limits.failAt) throw new ChainFailure('unavailable', 'gone')
      return found.map(logAt)
    },
  }
}

const every = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const scan = (over: Partial<LogScan> = {}): LogScan => ({
  filter: { addresses: [address], topics: [] },
  from: 1,
  to: 1000,
  span: null,
  maxRequests: 500,
  ...over,
})

describe('readLogs', () => {
  const cases: readonly [string, Limits][] = [
    ['in one request if the node allows it', {}],
    ['halving on a limit by width', { maxSpan: 37 }],
    ['halving on a limit by count', { maxLogs: 11 }],
    ['down to single blocks', { maxSpan: 1 }],
  ]
  it.each(cases)('reads every block once, %s', async (_name, limits) => {
    const node = nodeWith(every(200), limits)
    const read = await readLogs(scan({ to: 200, maxRequests: 600 }), node)
    expect(read.failure).toBeNull()
    expect(read.readTo).toBe(200)
    expect(read.logs.map((log) => log.blockNumber)).toEqual(every(200))
  })

  it('[case 36] stops at the last complete block when a window fails, and continues from there without gap or duplicate', async () => {
    const first = await readLogs(scan(), nodeWith(every(1000), { maxSpan: 100, failAt: 400 }))
    expect(first.failure?.kind).toBe('unavailable')
    expect(first.readTo).toBeLessThan(400)
    expect(first.logs.at(-1)?.blockNumber).toBe(first.readTo)
    const second = await readLogs(
      scan({ from: first.readTo + 1, span: first.span }),
      nodeWith(every(1000), { maxSpan: 100 }),
    )
    expect([...first.logs, ...second.logs].map((log) => log.blockNumber)).toEqual(every(1000))
  })
})

describe('the range of a query to a node that can be slow', () => {
  it('[R39] [R43] is at first at most 100,000 blocks, also where a wider one was kept', async () => {
    const node = nodeWith([], {})
    const read = await readLogs(scan({ to: 5_000_000, span: 5_000_000 }), node)
    expect(read).toMatchObject({ readTo: 5_000_000, span: 100_000, failure: null })
    expect(new Set(node.asked.map(([from, to]) => to - from + 1))).toEqual(new Set([100_000]))
  })

  it('[R39] is halved while the answer is late, until it is in time', async () => {
    const node = nodeWith(every(300), { maxSpan: 80, refusal: 'late' })
    const read = await readLogs(scan({ to: 300 }), node)
    expect(read).toMatchObject({ readTo: 300, failure: null })
    expect(read.logs).toHaveLength(300)
    expect(node.asked.map(([from, to]) => to - from + 1)).toEqual([300, 150, 75, 75, 75, 75])
  })
})

describe('the range of a query', () => {
  it('starts with the last width that the node accepted', async () => {
    const node = nodeWith([], { maxSpan: 100 })
    await readLogs(scan({ span: 100, to: 300 }), node)
    expect(node.asked).toEqual([
      [1, 100],
      [101, 200],
      [201, 300],
    ])
  })

  it('[R39] asks for the range that a refusal names, and never for more', async () => {
    const node = nodeWith([], { maxSpan: 10, named: 10 })
    const read = await readLogs(scan({ to: 300 }), node)
    expect(read).toMatchObject({ readTo: 300, failure: null })
    const widths = node.asked.map(([from, to]) => to - from + 1)
    expect(widths).toEqual([300, ...Array.from({ length: 30 }, () => 10)])
  })

  it('[R39] starts within the range that the endpoint is known to answer', async () => {
    const node = nodeWith([], { maxSpan: 10, known: 10 })
    await readLogs(scan({ to: 200, span: 150 }), node)
    expect(node.asked.map(([from, to]) => to - from + 1)).toEqual(Array.from({ length: 20 }, () => 10))
  })

  it('[R38] a limit ends the reading and does not narrow the range', async () => {
    const asked: number[] = []
    const limited = {
      widestLogs: async () => null,
      logs: async ({ from, to }: { from: number; to: number }) => {
        asked.push(to - from + 1)
        throw new ChainFailure('rate_limited', 'slow down', { retryAfterSeconds: 7 })
      },
    }
    const read = await readLogs(scan({ span: 100 }), limited)
    expect(asked).toEqual([100])
    expect(read).toMatchObject({
      readTo: 0,
      span: 100,
      failure: { kind: 'rate_limited', retryAfterSeconds: 7 },
    })
  })

  it('stops at a complete block after its maximum of requests', async () => {
    const read = await readLogs(scan({ span: 10, maxRequests: 3 }), nodeWith(every(1000), {}))
    expect(read).toMatchObject({ readTo: 30, failure: null })
    expect(read.logs).toHaveLength(30)
  })

  it('returns an error when a single block is refused', async () => {
    const read = await readLogs(scan({ from: 5, to: 9 }), nodeWith(every(10), { maxSpan: 0 }))
    expect(read).toMatchObject({ readTo: 4, logs: [] })
    expect(read.failure?.kind).toBe('error')
  })

  it('sends no request for an empty range', async () => {
    const node = nodeWith(every(10), {})
    expect(await readLogs(scan({ from: 11, to: 10 }), node)).toMatchObject({
      readTo: 10,
      logs: [],
      failure: null,
    })
    expect(node.asked).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { addMs, type Instant, msOf, toInstant } from '#contract/time.ts'
import { getRpcEndpoints } from '#records/collecting/rpc-endpoints.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { rememberEndpoints } from './endpoint-memory.ts'
import { openEndpoints, rememberNothing, type StateCall } from './endpoints.ts'
import { ChainFailure, type ChainFailureKind } from './failure.ts'

const test = await fileDatabase()

const START = toInstant('2026-11-20T10:00:00Z')
const CODE: StateCall = { method: 'eth_getCode', params: [] }
const codeAt = (stateAt: number): StateCall => ({ ...CODE, stateAt })
type Advice = ConstructorParameters<typeof ChainFailure>[2]

const blockOf = ({ latest, latestAt }: { readonly latest: number; readonly latestAt: Instant }) => ({
  number: `0x${latest.toString(16)}`,
  timestamp: `0x${(msOf(latestAt) / 1000).toString(16)}`,
})

/** A node that answers with its name until it is told to fail. */
function openNode(url: string, chainId = '0x1237') {
  const node = {
    url,
    latest: 0,
    latestAt: START,
    asked: [] as string[],
    fail: (_call: StateCall): ChainFailure | undefined => undefined,
    exchange: async (call: StateCall): Promise<unknown> => {
      node.asked.push(call.method)
      const failure = node.fail(call)
      if (failure !== undefined) throw failure
      if (call.method === 'eth_getBlockByNumber') return blockOf(node)
      return call.method === 'eth_chainId' ? chainId : url
    },
  }
  return node
}
type Node = ReturnType<typeof openNode>

const failing = (kind: ChainFailureKind, advice?: Advice) => () => new ChainFailure(kind, kind, advice)

function openTwo(nodes: readonly Node[] = [openNode('first'), openNode('second')]) {
  const time = { now: START }
  const clock = () => time.now
  const { ask } = openEndpoints(nodes, { memory: rememberNothing(), clock })
  const [first, second] = nodes
  if (first === undefined || second === undefined) throw new Error('two nodes are needed')
  return { ask, first, second, wait: (ms: number) => (time.now = addMs(time.now, ms)) }
}

describe('an endpoint that is late', () => {
  it('[R39] asks the next one after a late answer, and is late as long as none answers', async () => {
    const { ask, first, second } = openTwo()
    first.fail = failing('late')
    const wide: StateCall = { method: 'eth_getLogs', params: [], blocks: 2 }
    expect(await ask(wide)).toBe('second')
    for (const kind of ['unavailable', 'rate_limited', 'late', 'error'] as const) {
      second.fail = failing(kind)
      await expect(ask(wide)).rejects.toMatchObject({ kind: 'late' })
    }
  })
})

describe('[R42] several endpoints', () => {
  it('asks the first alone while it answers', async () => {
    const { ask, first, second } = openTwo()
    expect(await ask(CODE)).toBe('first')
    expect(await ask(CODE)).toBe('first')
    expect(first.asked).toEqual(['eth_chainId', 'eth_getCode', 'eth_getCode'])
    expect(second.asked).toEqual([])
  })

  it.each(['unavailable', 'error', 'not_yet', 'rate_limited'] as const)(
    'asks the next one after a failure: %s',
    async (kind) => {
      const { ask, first } = openTwo()
      first.fail = failing(kind)
      expect(await ask(CODE)).toBe('second')
    },
  )

  it.each(['range', 'reverted'] as const)('takes a refusal for an answer: %s', async (kind) => {
    const { ask, first, second } = openTwo()
    await ask(CODE)
    first.fail = failing(kind)
    await expect(ask(CODE)).rejects.toMatchObject({ kind })
    expect(second.asked).toEqual([])
  })

  it('[R39] asks the next one when a query of a single block is refused', async () => {
    const { ask, first, second } = openTwo()
    const one: StateCall = { method: 'eth_getLogs', params: [], blocks: 1 }
    first.fail = failing('range')
    expect(await ask(one)).toBe('second')
    await expect(ask({ ...one, blocks: 2 })).rejects.toMatchObject({ kind: 'range' })
    second.fail = failing('range')
    await expect(ask(one)).rejects.toMatchObject({ kind: 'range' })
    second.fail = failing('unavailable')
    await expect(ask(one)).rejects.toMatchObject({ kind: 'unavailable' })
  })

  it('asks one that failed last for half a minute, and first again after it', async () => {
    const { ask, first, second, wait } = openTwo()
    first.fail = failing('unavailable')
    await ask(CODE)
    first.fail = () => undefined
    expect(await ask(CODE)).toBe('second')
    second.fail = failing('unavailable')
    expect(await ask(CODE)).toBe('first')
    second.fail = () => undefined
    wait(30_000)
    expect(await ask(CODE)).toBe('first')
  })

  it('passes over an endpoint of another chain', async () => {
    const { ask } = openTwo([openNode('first', '0x1'), openNode('second')])
    expect(await ask(CODE)).toBe('second')
    const alone = openEndpoints([openNode('first', '0x1')], { memory: rememberNothing(), clock: () => START })
    await expect(alone.ask(CODE)).rejects.toMatchObject({ kind: 'error', message: /chain 1, not 4663/ })
  })
})

describe('[R42] logs up to a block', () => {
  const HEAD: StateCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const logsTo = (to: number): StateCall => ({ method: 'eth_getLogs', params: [], blocks: 10, to })

  it('cost no other call where the head was named', async () => {
    const { ask, first } = openTwo()
    first.latest = 100
    await ask(HEAD)
    expect([await ask(logsTo(90)), await ask(logsTo(100))]).toEqual(['first', 'first'])
    expect(first.asked).toEqual(['eth_chainId', 'eth_getBlockByNumber', 'eth_getLogs', 'eth_getLogs'])
  })

  it('are taken from an endpoint that has the block, and not from one that is behind', async () => {
    const { ask, first, second } = openTwo()
    first.latest = 100
    await ask(HEAD)
    first.fail = failing('unavailable')
    second.latest = 99
    await expect(ask(logsTo(100))).rejects.toMatchObject({ kind: 'unavailable' })
    expect(second.asked).toEqual(['eth_chainId', 'eth_getBlockByNumber'])
    second.latest = 200
    expect([await ask(logsTo(100)), await ask(logsTo(200))]).toEqual(['second', 'second'])
    expect(second.asked.slice(2)).toEqual(['eth_getBlockByNumber', 'eth_getLogs', 'eth_getLogs'])
  })

  it('are not there yet when every endpoint is behind', async () => {
    const { ask, first, second } = openTwo()
    first.latest = 99
    await expect(ask(logsTo(100))).rejects.toMatchObject({
      kind: 'not_yet',
      message: 'the node does not have block 100 yet',
    })
    expect([...first.asked, ...second.asked]).not.toContain('eth_getLogs')
  })
})

describe('[R42] a node that stands still', () => {
  const HEAD: StateCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }
  const AGE_MS = 1_800_000
  const openStill = (maxHeadAgeMs?: number) => {
    const [first, second] = [openNode('first'), openNode('second')]
    const time = { now: START }
    const known = { memory: rememberNothing(), clock: () => time.now }
    const age = maxHeadAgeMs === undefined ? {} : { maxHeadAgeMs }
    const { ask } = openEndpoints([first, second], { ...known, ...age })
    return { ask, first, second, wait: (ms: number) => (time.now = addMs(time.now, ms)) }
  }

  it('does not answer once its latest block is half an hour old, and the next one is asked for ten minutes', async () => {
    const { ask, first, second, wait } = openStill(AGE_MS)
    wait(AGE_MS)
    expect(await ask(HEAD)).toEqual(blockOf(first))
    wait(1000)
    second.latest = 7
    second.latestAt = addMs(START, AGE_MS)
    expect(await ask(HEAD)).toEqual(blockOf(second))
    const asked = first.asked.length
    wait(599_000)
    expect(await ask(CODE)).toBe('second')
    expect(first.asked).toHaveLength(asked)
    wait(1000)
    expect(await ask(CODE)).toBe('first')
  })

  it('is said of all, and a reading waits', async () => {
    const { ask, wait } = openStill(AGE_MS)
    wait(3 * 86_400_000)
    await expect(ask(HEAD)).rejects.toMatchObject({
      kind: 'unavailable',
      message: 'the node stands still: its latest block is 4320 min old',
      retryAfterSeconds: 600,
    })
  })

  it('answers at any age where none is given', async () => {
    const { ask, first, wait } = openStill()
    wait(3 * 86_400_000)
    expect(await ask(HEAD)).toEqual(blockOf(first))
  })
})

describe('[R42] endpoints that keep different state', () => {
  it('asks for old state where it is kept, and for everything else at the first', async () => {
    const { ask, first } = openTwo()
    first.fail = ({ stateAt }) => (stateAt !== undefined && stateAt < 100 ? failing('no_state')() : undefined)
    expect(await ask(codeAt(50))).toBe('second')
    const asked = first.asked.length
    expect(await ask(codeAt(40))).toBe('second')
    expect(first.asked).toHaveLength(asked)
    expect(await ask(codeAt(100))).toBe('first')
    expect(await ask(CODE)).toBe('first')
  })

  it('[R40] says that no endpoint keeps the state, and does not ask for it again', async () => {
    const { ask, first, second } = openTwo()
    for (const node of [first, second]) {
      node.fail = ({ stateAt }) => (stateAt === undefined ? undefined : failing('no_state')())
    }
    await expect(ask(codeAt(50))).rejects.toMatchObject({ kind: 'no_state' })
    const asked = first.asked.length + second.asked.length
    await expect(ask(codeAt(49))).rejects.toMatchObject({ kind: 'no_state' })
    expect(first.asked.length + second.asked.length).toBe(asked)
  })

  it('[R40] takes a state for missing only when it is missing twice in a row', async () => {
    const { ask, first, second } = openTwo()
    await ask(CODE)
    const failures = [failing('no_state')()]
    first.fail = () => failures.pop()
    expect(await ask(codeAt(50))).toBe('first')
    expect(await ask(codeAt(40))).toBe('first')
    failures.push(failing('no_state')(), failing('no_state')())
    expect(await ask(codeAt(50))).toBe('second')
    expect(await ask(codeAt(40))).toBe('second')
    expect(await ask(codeAt(60))).toBe('first')
    expect(second.asked).toHaveLength(3)
  })

  it('concludes nothing from one without state while the other may answer later', async () => {
    const { ask, first, second } = openTwo()
    await ask(CODE)
    first.fail = failing('no_state')
    second.fail = failing('unavailable')
    await expect(ask(codeAt(50))).rejects.toMatchObject({ kind: 'unavailable' })
    second.fail = failing('rate_limited')
    await expect(ask(codeAt(50))).rejects.toMatchObject({ kind: 'rate_limited' })
    await expect(ask(codeAt(50))).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 30 })
  })
})

describe('[R38] a limited endpoint', () => {
  it('is not asked until its pause ends, and pauses longer after each limit in a row', async () => {
    const { ask, first, wait } = openTwo()
    await ask(CODE)
    first.fail = failing('rate_limited')
    for (const pauseMs of [30_000, 60_000, 120_000]) {
      expect(await ask(CODE)).toBe('second')
      const asked = first.asked.length
      wait(pauseMs - 1)
      expect(await ask(CODE)).toBe('second')
      expect(first.asked).toHaveLength(asked)
      wait(1)
    }
    first.fail = () => undefined
    expect(await ask(CODE)).toBe('first')
    first.fail = failing('rate_limited')
    await ask(CODE)
    first.fail = () => undefined
    wait(30_000)
    expect(await ask(CODE)).toBe('first')
  })

  it('pauses as long as it asks for', async () => {
    const { ask, first, second, wait } = openTwo()
    first.fail = failing('rate_limited', { retryAfterSeconds: 600 })
    second.fail = failing('rate_limited', { retryAfterSeconds: 300 })
    await expect(ask(CODE)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 300 })
    wait(100_000)
    await expect(ask(CODE)).rejects.toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 200 })
  })

  it('counts calls that meet the same limit once', async () => {
    const node = openNode('alone')
    const time = { now: START }
    const { ask } = openEndpoints([node], { memory: rememberNothing(), clock: () => time.now })
    await ask(CODE)
    node.fail = failing('rate_limited')
    const ended = await Promise.allSettled([ask(CODE), ask(CODE), ask(CODE)])
    expect(ended.map((one) => one.status)).toEqual(['rejected', 'rejected', 'rejected'])
    await expect(ask(CODE)).rejects.toMatchObject({ retryAfterSeconds: 30 })
  })
})

describe('what is learned of an endpoint', () => {
  const openAt = (now: Instant, node = openNode('https://node.example/key')) => ({
    node,
    ...openEndpoints([node], { memory: rememberEndpoints(test.database), clock: () => now }),
  })

  it('[R39] is kept for all processes for a day, without its address', async () => {
    const { ask, node, widestLogs } = openAt(START)
    expect(await widestLogs()).toBeNull()
    await ask(CODE)
    node.fail = failing('range', { maxBlocks: 10 })
    await expect(ask({ method: 'eth_getLogs', params: [], blocks: 500 })).rejects.toMatchObject({
      kind: 'range',
    })
    expect(await widestLogs()).toBe(10)
    expect(await openAt(addMs(START, 86_399_000)).widestLogs()).toBe(10)
    expect(await openAt(addMs(START, 86_400_000)).widestLogs()).toBeNull()
    expect(await openAt(START, openNode('https://node.example/other')).widestLogs()).toBeNull()
    const [stored] = await getRpcEndpoints(test.database)
    expect(stored).toMatchObject({ place: 1, maxBlocks: 10, lastAnsweredAt: START })
    expect(JSON.stringify(stored)).not.toContain('node.example')
  })

  it('[R40] has the newest block without state, for an hour', async () => {
    const { ask, node } = openAt(START)
    await ask(CODE)
    node.fail = failing('no_state')
    await expect(ask(codeAt(70))).rejects.toMatchObject({ kind: 'no_state' })
    const later = openAt(addMs(START, 3_599_000))
    await expect(later.ask(codeAt(70))).rejects.toMatchObject({ kind: 'no_state' })
    expect(later.node.asked).toEqual([])
    expect(await later.ask(codeAt(71))).toBe('https://node.example/key')
    expect(await openAt(addMs(START, 3_600_000)).ask(codeAt(70))).toBe('https://node.example/key')
  })
})

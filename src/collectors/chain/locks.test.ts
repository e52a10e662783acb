import { describe, expect, it } from 'vitest'
import type { Collected } from '#collectors/collector.ts'
import type { ContractAddress } from '#contract/ids.ts'
import { getOfProject } from '#records/by-project.ts'
import { getLocks } from '#records/contracts/locks.ts'
import { answering, rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { lockerLocks, parseLock, parseLockIds } from './locks.ts'
import type { Hex } from './parse.ts'

const hex = (value: bigint) => value.toString(16).padStart(64, '0')
const words = (...values: readonly bigint[]): Hex => `0x${values.map(hex).join('')}`
const locker = `0x${'11'.repeat(20)}` as ContractAddress
const [owner, token] = [BigInt(`0x${'22'.repeat(20)}`), BigInt(`0x${'33'.repeat(20)}`)]
const at = { locker, id: words(5n) }

describe('parseLockIds', () => {
  const cases: readonly [string, Hex | null, number | undefined][] = [
    ['two', words(32n, 2n, 0n, 7n), 2],
    ['an empty list: no locks', words(32n, 0n), 0],
    ['a revert: unknown', null, undefined],
    ['no answer: unknown', '0x', undefined],
    ['a list cut short', words(32n, 3n, 1n), undefined],
    ['an unexpected layout', words(64n, 1n, 1n), undefined],
  ]
  it.each(cases)('%s', (_name, answer, count) => {
    expect(parseLockIds(answer)?.length).toBe(count)
  })
})

describe('parseLock', () => {
  it('reads a lock', () => {
    expect(parseLock(words(owner, token, 10n ** 30n, 1_800_000_000n, 0n), at)).toEqual({
      locker,
      lockId: '5',
      token: `0x${'33'.repeat(20)}`,
      owner: `0x${'22'.repeat(20)}`,
      amount: `1${'0'.repeat(30)}`,
      unlockAt: '2027-01-15T08:00:00.000Z',
      withdrawn: false,
    })
  })
  it.each([
    [253_402_300_799n, '9999-12-31T23:59:59.000Z'],
    [253_402_300_800n, '9999-12-31T23:59:59.000Z'],
    [2n ** 256n - 1n, '9999-12-31T23:59:59.000Z'],
    [0n, '1970-01-01T00:00:00.000Z'],
  ])('reads an unlock time of %s', (seconds, unlockAt) => {
    expect(parseLock(words(owner, token, 1n, seconds, 1n), at)).toMatchObject({ unlockAt, withdrawn: true })
  })
  it.each([
    ['a revert', null],
    ['no answer', '0x'],
    ['too few words', words(owner, token, 1n, 1n)],
    ['no owner', words(0n, token, 1n, 1n, 0n)],
    ['an owner that is not an address', words(2n ** 255n, token, 1n, 1n, 0n)],
  ] as const)('reads no lock from %s', (_name, answer) => {
    expect(parseLock(answer, at)).toBeUndefined()
  })
})

const world = await fileChainWorld()
const { chain } = world

describe('locks', () => {
  it('are stored as read [case 39]: an extension moves the unlock, and a withdrawal is recorded', async () => {
    const [locker, token, other] = [
      await chain.deploy('Locker'),
      await chain.deploy('Token', ['Lumen', 'LUM']),
      await chain.deploy('Token', ['Other', 'OTH']),
    ]
    const call = (name: string, args: readonly unknown[]) =>
      chain.send({ to: locker, contract: 'Locker', name }, args)
    await call('lock', [other, 5n, 1_800_000_000n])
    await call('lock', [token, 10n ** 30n, 1_800_000_000n])
    await call('lock', [token, 7n, 2n ** 255n])
    await chain.mine(3)
    const source = await storeChainSource(
      { collector: lockerLocks, locator: `${locker}:${token}`, token },
      world,
    )
    const locks = async () => getOfProject({ projectId: source.projectId, get: getLocks }, world.database)
    await source.read()
    const first = await locks()
    expect(first).toMatchObject([
      {
        id: `lock:4663:${locker}:1`,
        owner: chain.account(0).address,
        amount: `1${'0'.repeat(30)}`,
        unlockAt: '2027-01-15T08:00:00.000Z',
        withdrawn: false,
      },
      { lockId: '2', amount: '7', unlockAt: '9999-12-31T23:59:59.000Z' },
    ])
    await call('extend', [1n, 1_900_000_000n])
    await call('withdraw', [2n])
    await chain.mine(1)
    await source.read()
    const extended = { unlockAt: '2030-03-17T17:46:40.000Z', detectedAt: first[0]?.detectedAt }
    expect(await locks()).toMatchObject([extended, { withdrawn: false }])
    await chain.mine(1)
    await source.read()
    expect(await locks()).toMatchObject([extended, { withdrawn: true }])
  })
})

describe('two lockers', () => {
  it('[R52] have their own locks of a token, also under the same number', async () => {
    const [one, other, token] = [
      await chain.deploy('Locker'),
      await chain.deploy('Locker'),
      await chain.deploy('Token', ['Lumen', 'LUM']),
    ]
    const lock = (to: ContractAddress, amount: bigint) =>
      chain.send({ to, contract: 'Locker', name: 'lock' }, [token, amount, 1_800_000_000n])
    await lock(one, 5n)
    await lock(other, 7n)
    await lock(other, 9n)
    await chain.mine(3)
    const sourceAt = (at: ContractAddress, projectId?: string) =>
      storeChainSource(
        {
          collector: lockerLocks,
          locator: `${at}:${token}`,
          token,
          ...(projectId !== undefined && { projectId }),
        },
        world,
      )
    const first = await sourceAt(one)
    const second = await sourceAt(other, first.projectId)
    await first.read()
    await second.read()
    const locks = await getOfProject({ projectId: first.projectId, get: getLocks }, world.database)
    const shown = locks.map(({ locker, lockId, amount, sourceId }) => [locker, lockId, amount, sourceId])
    expect(shown.toSorted()).toEqual(
      [
        [one, '0', '5', `source:${first.sourceId}`],
        [other, '0', '7', `source:${second.sourceId}`],
        [other, '1', '9', `source:${second.sourceId}`],
      ].toSorted(),
    )
  })
})

describe('[R31] a locker with locks that are not read', () => {
  it('is read in part, the newest locks first, until all of them are read', async () => {
    const [token, locker] = [await chain.deploy('Token', ['Lumen', 'LUM']), await chain.deploy('Locker')]
    await chain.mine(3)
    await using long = await startFaultyNode(chain.url)
    const result = (answer: Hex) => answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result: answer }))
    const numbered = ({ from, to, odd }: { from: number; to: number; odd?: bigint }) => {
      long.fault = ({ method, params }) => {
        const [call] = params as readonly { data?: string }[]
        const data = method === 'eth_call' ? call?.data : undefined
        const ids = Array.from({ length: to - from }, (_, place) => BigInt(from + place))
        if (data?.startsWith('0x03091773')) return result(words(32n, BigInt(ids.length), ...ids))
        if (!data?.startsWith('0xd68f4dd1')) return undefined
        const id = BigInt(`0x${data.slice(10)}`)
        return result(id === odd ? '0x' : words(owner, BigInt(token), id, 1_900_000_000n, 0n))
      }
    }
    const source = await storeChainSource(
      { collector: lockerLocks, locator: `${locker}:${token}`, token },
      world,
    )
    const reading = async () => {
      const { outcome, partial, position } = await source.read({ url: long.url })
      const locks = await getOfProject({ projectId: source.projectId, get: getLocks }, world.database)
      return { outcome, partial, position, ids: new Set(locks.map(({ lockId }) => lockId)) }
    }
    numbered({ from: 0, to: 502 })
    const first = await reading()
    expect(first).toMatchObject({ outcome: 'fresh', partial: '2 of 502 locks were not read' })
    expect(first.position).toEqual({ unreadLocks: 2 })
    expect([first.ids.size, first.ids.has('501'), first.ids.has('1')]).toEqual([500, true, false])
    numbered({ from: 2, to: 502, odd: 7n })
    const odd = await reading()
    expect(odd).toMatchObject({ partial: '1 of 500 locks were not read', position: { unreadLocks: 1 } })
    numbered({ from: 2, to: 502 })
    const whole = await reading()
    expect([whole.partial, whole.position, whole.ids.size]).toEqual([undefined, {}, 500])
  })
})

type AnswerOf = (token: bigint) => Hex | null

/** Reads a lock of 9 units, then again while the locker lists `listed` and gives each of these answers about it. */
async function readAgain(answersOf: readonly AnswerOf[], listed: readonly bigint[] = []) {
  const [token, at] = [await chain.deploy('Token', ['Lumen', 'LUM']), await chain.deploy('Locker')]
  await chain.mine(3)
  const source = await storeChainSource({ collector: lockerLocks, locator: `${at}:${token}`, token }, world)
  await using node = await startFaultyNode(chain.url)
  const read = (list: readonly bigint[], answerOf: AnswerOf) => {
    node.fault = ({ method, params }) => {
      const [call] = params as readonly { data?: string }[]
      if (method !== 'eth_call' || call?.data === undefined) return undefined
      const isList = call.data.startsWith('0x03091773')
      const result = isList ? words(32n, BigInt(list.length), ...list) : answerOf(BigInt(token))
      if (result === null) return rpcError(3, 'execution reverted')
      return answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result }))
    }
    return source.read({ url: node.url })
  }
  await read([4n], (of) => words(owner, of, 9n, 1_900_000_000n, 0n))
  const readings: Collected[] = []
  for (const answerOf of answersOf) readings.push(await read(listed, answerOf))
  const { outcome, partial, position } = readings.at(-1) ?? {}
  const locks = await getOfProject({ projectId: source.projectId, get: getLocks }, world.database)
  const isShown = locks.every(({ observedAt, detectedAt }) => observedAt > detectedAt)
  return { outcome, partial, position, locks, isShown }
}

describe('a recorded lock that a whole list lacks', () => {
  const stored = { amount: '9', unlockAt: '2030-03-17T17:46:40.000Z' }
  const LATER = '2033-05-18T03:33:20.000Z'
  const DELETED = () => words(0n, 0n, 0n, 0n, 0n)
  const emptiedOf = (token: bigint) => words(owner, token, 0n, 1_900_000_000n, 0n)
  const whole = { outcome: 'fresh', partial: undefined, position: {} }

  it.each<[string, AnswerOf, object]>([
    ['withdrawn', (t) => words(owner, t, 9n, 1_900_000_000n, 1n), { ...stored, withdrawn: true }],
    ['without an amount', emptiedOf, { ...stored, withdrawn: true }],
    ['deleted', DELETED, { ...stored, withdrawn: true }],
    [
      'still locked, and longer',
      (t) => words(owner, t, 9n, 2_000_000_000n, 0n),
      { amount: '9', unlockAt: LATER, withdrawn: false },
    ],
  ])('is asked for, and the locker keeps it as %s', async (_name, answer, expected) => {
    expect(await readAgain([answer])).toMatchObject({ ...whole, locks: [expected], isShown: true })
  })

  it.each<[string, AnswerOf]>([
    ['a revert', () => null],
    ['nothing', () => '0x'],
    ['zeros of another form', () => words(0n, 0n)],
    ['a lock of another token', () => words(owner, 7n, 9n, 1_900_000_000n, 0n)],
    ['a lock without an owner', (t) => words(0n, t, 9n, 1_900_000_000n, 0n)],
  ])('is not read when the locker answers %s', async (_name, answer) => {
    expect(await readAgain([answer])).toMatchObject({
      outcome: 'fresh',
      partial: '1 of 1 locks were not read',
      position: { unreadLocks: 1 },
      locks: [{ ...stored, withdrawn: false }],
      isShown: false,
    })
  })

  it('is not asked for any more once it is withdrawn', async () => {
    const gone = await readAgain([DELETED, () => null])
    expect(gone).toMatchObject({ ...whole, locks: [{ ...stored, withdrawn: true }] })
  })

  it('stays withdrawn while the locker goes on to list it without an amount', async () => {
    const emptied = await readAgain([emptiedOf, emptiedOf], [4n])
    expect(emptied).toMatchObject({ ...whole, locks: [{ ...stored, withdrawn: true }], isShown: true })
  })
})

describe('a locker with an odd list', () => {
  it('gives no locks of another token, whatever the locker lists', async () => {
    const [token, other] = [
      await chain.deploy('Token', ['Lumen', 'LUM']),
      await chain.deploy('Token', ['Other', 'OTH']),
    ]
    const locker = await chain.deploy('Locker')
    const lock = (of: ContractAddress, amount: bigint) =>
      chain.send({ to: locker, contract: 'Locker', name: 'lock' }, [of, amount, 1_800_000_000n])
    await lock(other, 5n)
    await lock(token, 7n)
    await chain.mine(3)
    await using listsAll = await startFaultyNode(chain.url)
    const word = (value: bigint) => value.toString(16).padStart(64, '0')
    listsAll.fault = ({ method, params }) => {
      const [call] = params as readonly { data?: string }[]
      const isList = method === 'eth_call' && call?.data?.startsWith('0x03091773') === true
      const result = `0x${[32n, 2n, 0n, 1n].map(word).join('')}`
      return isList ? answering(200, JSON.stringify({ jsonrpc: '2.0', id: 1, result })) : undefined
    }
    const source = await storeChainSource(
      { collector: lockerLocks, locator: `${locker}:${token}`, token },
      world,
    )
    expect(await source.read({ url: listsAll.url })).toMatchObject({ outcome: 'fresh' })
    const locks = await getOfProject({ projectId: source.projectId, get: getLocks }, world.database)
    expect(locks.map(({ lockId, amount }) => ({ lockId, amount }))).toEqual([{ lockId: '1', amount: '7' }])
  })

  it('is an error, never an empty list', async () => {
    const token = await chain.deploy('Token', ['Lumen', 'LUM'])
    const notLocker = await chain.deploy('Plain', [1])
    await chain.mine(3)
    const source = await storeChainSource(
      { collector: lockerLocks, locator: `${notLocker}:${token}`, token },
      world,
    )
    expect(await source.read()).toMatchObject({ outcome: 'error' })
  })

  it('is missing where the address has no code', async () => {
    const token = await chain.deploy('Token', ['Lumen', 'LUM'])
    const { address } = chain.account(5)
    const source = await storeChainSource(
      { collector: lockerLocks, locator: `${address}:${token}`, token },
      world,
    )
    expect(await source.read()).toMatchObject({ outcome: 'missing' })
  })
})

import { keccak256, numberToHex, stringToBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { ChainFailure } from './failure.ts'
import { addressWord } from './locate.ts'
import type { ChainLog, Hex } from './parse.ts'
import { BEACON_SLOT, BEACON_UPGRADED, IMPLEMENTATION_SLOT, UPGRADED } from './proxy-reading.ts'
import type { Chain } from './rpc.ts'
import { readImplementations } from './upgrade-logs.ts'

const address = (digit: string) => `0x${digit.repeat(40)}` as ContractAddress
const [contract, one, two] = [address('9'), address('1'), address('2')]
const [a, b, c] = [address('a'), address('b'), address('c')]

let places = 0
function log(from: ContractAddress, topic: Hex, argument: ContractAddress, blockNumber: number): ChainLog {
  places += 1
  const hash = numberToHex(blockNumber, { size: 32 })
  return {
    address: from,
    topics: [topic, addressWord(argument)],
    data: '0x',
    blockNumber,
    blockHash: hash,
    txHash: hash,
    txIndex: 0,
    logIndex: places,
  }
}

/** A chain on which a beacon points to `a` before block 10 and to `c` from block 10 on. */
const chain = {
  block: async (at: number | string) => ({
    number: Number(at),
    hash: numberToHex(Number(at), { size: 32 }),
    at: toInstant('2026-11-01T00:00:00Z'),
  }),
  call: async ({ block }: { block: number }) => addressWord(block < 10 ? a : c),
} as unknown as Chain

const cases: readonly [string, ContractAddress | null, readonly ChainLog[], readonly unknown[]][] = [
  ['none', null, [], []],
  ['its own', null, [log(contract, UPGRADED, a, 5)], [[a, null]]],
  ['a beacon that the contract does not use', null, [log(one, UPGRADED, a, 5)], []],
  ['a beacon that the contract used before', one, [log(one, UPGRADED, b, 5)], [[b, one]]],
  [
    'a beacon that never changed: its implementation at the head',
    null,
    [log(contract, BEACON_UPGRADED, one, 5)],
    [[c, one]],
  ],
  [
    'a beacon that changed before',
    null,
    [log(one, UPGRADED, b, 4), log(contract, BEACON_UPGRADED, one, 5)],
    [[b, one]],
  ],
  [
    'a beacon that changed later',
    null,
    [log(contract, BEACON_UPGRADED, one, 5), log(one, UPGRADED, c, 10)],
    [
      [a, one],
      [c, one],
    ],
  ],
  [
    'a beacon that changed later in the block',
    null,
    [log(contract, BEACON_UPGRADED, one, 10), log(one, UPGRADED, c, 10)],
    [
      [a, one],
      [c, one],
    ],
  ],
  [
    'a move to another beacon',
    one,
    [
      log(one, UPGRADED, b, 4),
      log(two, UPGRADED, a, 5),
      log(contract, BEACON_UPGRADED, two, 6),
      log(one, UPGRADED, c, 7),
    ],
    [
      [b, one],
      [a, two],
    ],
  ],
  ['away from beacons', one, [log(contract, UPGRADED, b, 4), log(one, UPGRADED, c, 7)], [[b, null]]],
]

describe('readImplementations', () => {
  it.each(cases)('%s', async (_name, beacon, logs, expected) => {
    const { found } = await readImplementations({ contract, logs, beacon, head: 20 }, chain)
    expect(found.map((entry) => [entry.implementation, entry.beacon])).toEqual(expected)
  })

  it('takes an argument that is not indexed from the data', async () => {
    const plain = { ...log(contract, UPGRADED, a, 5), topics: [UPGRADED], data: addressWord(b) }
    expect(
      await readImplementations({ contract, logs: [plain], beacon: null, head: 20 }, chain),
    ).toMatchObject({ found: [{ implementation: b }], unread: 0 })
  })

  it('[R40] counts what is unknown because no node keeps the state of its block', async () => {
    const pruned = {
      ...chain,
      call: () => Promise.reject(new ChainFailure('no_state', 'missing trie node')),
    }
    const logs = [log(contract, BEACON_UPGRADED, one, 5), log(one, UPGRADED, c, 10)]
    expect(await readImplementations({ contract, logs, beacon: null, head: 20 }, pruned)).toMatchObject({
      found: [{ implementation: c }],
      unread: 1,
    })
  })

  it('refuses a log whose block was replaced since', async () => {
    const moved = { ...log(contract, UPGRADED, a, 5), blockHash: numberToHex(6, { size: 32 }) }
    const read = readImplementations({ contract, logs: [moved], beacon: null, head: 20 }, chain)
    await expect(read).rejects.toMatchObject({ kind: 'unavailable' })
  })
})

describe('EIP-1967', () => {
  const hash = (text: string) => keccak256(stringToBytes(text))
  it('has its slots and topics', () => {
    const slot = (text: string) => numberToHex(BigInt(hash(text)) - 1n, { size: 32 })
    expect(IMPLEMENTATION_SLOT).toBe(slot('eip1967.proxy.implementation'))
    expect(BEACON_SLOT).toBe(slot('eip1967.proxy.beacon'))
    expect(UPGRADED).toBe(hash('Upgraded(address)'))
    expect(BEACON_UPGRADED).toBe(hash('BeaconUpgraded(address)'))
  })
})

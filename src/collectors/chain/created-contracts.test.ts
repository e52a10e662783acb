import { describe, expect, it, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { readCreatedBy } from './created-contracts.ts'
import { ChainFailure } from './failure.ts'
import { createdAddress } from './locate.ts'
import type { Chain } from './rpc.ts'

const account = `0x${'11'.repeat(20)}` as ContractAddress
const start = toInstant('2026-11-01T00:00:00Z')
const hash = (kind: string, number: number) => `0x${kind}${number}`

/**
 * A chain on which the account sent its nth transaction in block `blocks[n]`. The transactions in `created` created a
 * contract each.
 */
function chainOf(blocks: readonly number[], created: readonly number[], sent = true): Chain {
  const addresses = new Set<string>(created.map((nonce) => createdAddress(account, nonce)))
  const chain = {
    nonce: async ({ block }: { block: number }) => blocks.filter((at) => at <= block).length,
    code: async ({ address }: { address: string }) => (addresses.has(address) ? '0x60' : '0x'),
    block: async (number: number) => ({ number, hash: hash('b', number), at: addMs(start, number * 1000) }),
    transactionsOf: async (number: number) =>
      blocks.flatMap((at, nonce) =>
        at !== number || !sent
          ? []
          : [
              { from: createdAddress(account, 0), nonce, hash: hash('f', nonce), index: 0 },
              { from: account, nonce, hash: hash('a', nonce), index: 1 },
            ],
      ),
  }
  return chain as unknown as Chain
}
const read = (
  from: number,
  to: number,
  chain: Chain,
  countBefore?: number,
  recorded: readonly string[] = [],
) =>
  readCreatedBy(
    { account, from, to, countBefore, isRecorded: (address) => recorded.includes(address) },
    chain,
  )
/** The chain on a node that has pruned the state of the blocks before this one. */
const keptFrom = (block: number, chain: Chain): Chain => ({
  ...chain,
  nonce: (asked) =>
    asked.block < block
      ? Promise.reject(new ChainFailure('no_state', 'missing trie node'))
      : chain.nonce(asked),
})

describe('readCreatedBy', () => {
  it('finds each contract in the block of its transaction, from the first block to the last', async () => {
    const chain = chainOf([9, 10, 10, 15, 20, 21], [0, 1, 2, 4, 5])
    expect(await read(10, 20, chain)).toEqual({
      countAfter: 5,
      readFrom: 10,
      readTo: 20,
      created: [
        [1, 10],
        [2, 10],
        [4, 20],
      ].map(([nonce = 0, block = 0]) => ({
        address: createdAddress(account, nonce),
        creation: {
          block,
          blockHash: hash('b', block),
          at: addMs(start, block * 1000),
          tx: { hash: hash('a', nonce), index: 1 },
        },
      })),
    })
  })

  it('reads from the first block of the chain', async () => {
    const { created } = await read(0, 5, chainOf([0, 5], [0, 1]))
    expect(created.map(({ creation }) => creation.block)).toEqual([0, 5])
  })

  it('finds no transaction if the account is a contract', async () => {
    const { created } = await read(0, 5, chainOf([3], [0], false))
    expect(created).toMatchObject([{ creation: { block: 3, tx: null } }])
  })

  it('reads a thousand transactions', async () => {
    const blocks = Array.from({ length: 1000 }, (_, nonce) => nonce + 1)
    const { created, readTo } = await read(0, 2000, chainOf(blocks, [999]))
    expect([created.map(({ creation }) => creation.block), readTo]).toEqual([[1000], 2000])
  })

  it('leaves the transaction after the thousandth to the next reading', async () => {
    const blocks = Array.from({ length: 1001 }, (_, nonce) => nonce + 1)
    expect(await read(0, 2000, chainOf(blocks, [1000]))).toMatchObject({
      created: [],
      readFrom: 0,
      readTo: 1000,
    })
  })

  it('ends before the block of the thousand and first transaction, so that no block is read in part', async () => {
    const blocks = Array.from({ length: 1002 }, (_, nonce) => (nonce < 998 ? nonce + 1 : 1100))
    const chain = chainOf(blocks, [997, 998, 999, 1001])
    const first = await read(0, 2000, chain)
    expect([first.created.map(({ creation }) => creation.block), first.readTo]).toEqual([[998], 1099])
    const second = await read(first.readTo + 1, 2000, chain)
    expect(second.readTo).toBe(2000)
    expect(second.created.map(({ address }) => address)).toEqual(
      [998, 999, 1001].map((nonce) => createdAddress(account, nonce)),
    )
  })
})

describe('[R40] without the state of the first blocks', () => {
  const blocks = [5, 12, 14, 25]
  test.each<[string, number | undefined, readonly number[], readonly string[], number]>([
    ['without a count from before them, it reads what is kept', undefined, [], [], 21],
    ['with a count, blocks whose transactions created no contract are whole', 1, [0, 3], [], 10],
    ['with a count, blocks that hide a contract are not whole', 1, [2, 3], [], 21],
    ['with a count, a recorded contract hides nothing', 1, [2, 3], [createdAddress(account, 2)], 10],
    ['with a count of long ago, too many transactions are not asked for', -1000, [], [], 21],
  ])('%s', async (_, count, created, recorded, readFrom) => {
    const chain = keptFrom(20, chainOf(blocks, created))
    const found = await read(10, 30, chain, count, recorded)
    expect(found).toMatchObject({ readFrom, readTo: 30 })
    expect(found.created.map(({ creation }) => creation.block)).toEqual(created.includes(3) ? [25] : [])
  })

  test('an account that sent nothing since the count is asked for no old state', async () => {
    const asked: number[] = []
    const chain = chainOf([5, 9], [1])
    const noting: Chain = {
      ...chain,
      nonce: (at) => {
        asked.push(at.block)
        return chain.nonce(at)
      },
    }
    expect(await read(10, 30, noting, 2)).toEqual({
      created: [],
      readFrom: 10,
      readTo: 30,
      countAfter: 2,
    })
    expect(asked).toEqual([30])
  })
})

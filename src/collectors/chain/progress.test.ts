import { describe, expect, it } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import type { Block, Hex } from './parse.ts'
import { findResume, saveResume } from './progress.ts'
import type { Chain } from './rpc.ts'

const test = await fileDatabase()

const now = toInstant('2026-11-01T00:00:00Z')
const block = (number: number, fork = 'a'): Block => ({ number, hash: `0x${fork}${number}` as Hex, at: now })
/** A chain that ends at `head` and whose blocks differ from `forked` on. */
const chainOf = (forked: number, head = 1_000_000) =>
  ({
    block: async (at: number) => (at > head ? null : block(at, at >= forked ? 'b' : 'a')),
  }) as unknown as Chain

async function readTo(name: string, blocks: readonly number[]) {
  for (const number of blocks) {
    const before = await findResume(name, { reader: test.database, chain: chainOf(2_000_000) })
    const cursor = block(number)
    await inTransaction(test.database, (writer) => saveResume({ name, cursor, before, now }, writer))
  }
}
const resume = (name: string, chain: Chain) => findResume(name, { reader: test.database, chain })

describe('findResume', () => {
  it('is undefined before the first complete reading', async () => {
    expect(await resume('none', chainOf(0))).toBeUndefined()
  })

  it('continues at the cursor while its block is unchanged', async () => {
    await readTo('stands', [100, 200, 300])
    expect(await resume('stands', chainOf(301))).toMatchObject({
      after: { blockNumber: 300 },
      steppedBack: false,
    })
  })

  it('continues at the cursor if the node does not have that block', async () => {
    await readTo('lags', [100, 300])
    expect(await resume('lags', chainOf(0, 99))).toMatchObject({ after: { blockNumber: 300 } })
  })

  it('steps back to the checkpoint when the cursor was replaced', async () => {
    await readTo('back', [100, 200, 300])
    expect(await resume('back', chainOf(250))).toMatchObject({
      after: { blockNumber: 100 },
      steppedBack: true,
    })
  })

  it('starts over when the checkpoint was replaced too', async () => {
    await readTo('over', [100, 200, 300])
    expect(await resume('over', chainOf(50))).toBeUndefined()
  })

  it.each([
    ['an hour of blocks ahead', 36_100, 30_000],
    ['one block less ahead', 36_099, 100],
  ])(
    'moves the checkpoint to the cursor before when the next cursor is %s',
    async (name, cursor, expected) => {
      await readTo(name, [100, 30_000, cursor])
      expect(await resume(name, chainOf(cursor))).toMatchObject({
        after: { blockNumber: expected },
        steppedBack: true,
      })
    },
  )

  it('moves the checkpoint, at least an hour of blocks behind the cursor', async () => {
    await readTo('along', [100, 30_000, 60_000, 60_100])
    expect(await resume('along', chainOf(60_050))).toMatchObject({ after: { blockNumber: 30_000 } })
  })
})

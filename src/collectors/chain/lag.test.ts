import { describe, expect, it } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import type { BlockTag } from './head.ts'
import { readLag } from './lag.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
/** A block of a chain that makes ten blocks a second. Its safe block is number 100,000. */
const block = (number: number) => ({
  number,
  hash: `0x${number}` as const,
  at: addMs(NOW, (number - 100_000) * 100),
})
const chain = { block: async (at: number | BlockTag) => block(Number(at)) }
const lag = (start: number, readTo: number, readingMs: number) =>
  readLag({ start, readTo, safe: block(100_000), began: NOW }, { chain, clock: () => addMs(NOW, readingMs) })

describe('[R43] a reading that stopped before the safe block', () => {
  it('is complete up to its last block, and goes on', async () => {
    expect(await lag(1, 4000, 40_000)).toMatchObject({ continues: true, readUpTo: block(4000).at })
  })

  it.each([
    ['within minutes', 88_001, 96_000, 50_000, 'in 1 min'],
    ['within hours', 1, 1000, 40_000, 'in 3 h'],
    ['in days', 1, 501, 40_000, 'in 58 days'],
    ['never, as it reads more slowly than the chain grows', 1, 400, 40_000, 'never'],
  ])('says when it is level with the chain: %s', async (_name, first, last, readingMs, words) => {
    const { partial } = await lag(first, last, readingMs)
    expect(partial).toContain(`blocks ${first} to ${last} of 100000 read`)
    expect(partial).toContain(words)
  })

  it('does not go on at once when it read no block', async () => {
    const { continues, ...said } = await lag(4000, 3999, 40_000)
    expect(continues).toBeUndefined()
    expect(said).toMatchObject({ readUpTo: block(3999).at, partial: expect.stringContaining('never') })
  })

  it('says nothing when it is level', async () => {
    expect(await lag(1, 100_000, 40_000)).toEqual({})
  })
})

import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, toInstant } from '#contract/time.ts'
import { ChainFailure, type ChainFailureKind } from './failure.ts'
import { readHead } from './head.ts'
import type { Block } from './parse.ts'

const LATEST = 1_000_000
const AT = toInstant('2026-11-20T10:00:00Z')
type Tagged = Block | null | ChainFailureKind

/** The block of a height, on a chain whose blocks are so far apart. */
const block = (number: number, apartMs = 100): Block => ({
  number,
  hash: `0x${number}` as const,
  at: addMs(AT, (number - LATEST) * apartMs),
})

/** A node whose newest block is the millionth, with these answers for the two tags. */
function nodeWith(tags: { safe: Tagged; finalized: Tagged }, apartMs = 100) {
  return {
    block: async (at: number | 'latest' | 'safe' | 'finalized') => {
      if (typeof at === 'number') return block(at, apartMs)
      const answer = at === 'latest' ? block(LATEST, apartMs) : tags[at]
      if (typeof answer === 'string') throw new ChainFailure(answer, 'refused')
      return answer
    },
  }
}

describe('readHead', () => {
  it('takes the safe and the finalized block that the node names', async () => {
    const node = nodeWith({ safe: block(993_000), finalized: block(985_000) })
    expect(await readHead(node)).toEqual({
      latest: block(LATEST),
      safe: block(993_000),
      finalized: block(985_000),
      basis: 'tags',
    })
  })

  const near = block(999_000)
  it.each<[string, { safe: Tagged; finalized: Tagged }, number, number]>([
    ['a node without the tags', { safe: null, finalized: null }, 992_800, 964_000],
    ['a node that refuses the tags', { safe: 'error', finalized: 'not_yet' }, 992_800, 964_000],
    ['a node without finalized', { safe: near, finalized: null }, 999_000, 964_000],
    ['a node without safe', { safe: null, finalized: block(990_000) }, 992_800, 990_000],
    ['a safe block far behind', { safe: block(900_000), finalized: block(899_000) }, 992_800, 964_000],
    ['tags at the start of the chain', { safe: block(0), finalized: block(0) }, 992_800, 964_000],
  ])('[R41] counts back from the latest block for %s', async (_name, tags, safe, finalized) => {
    expect(await readHead(nodeWith(tags))).toEqual({
      latest: block(LATEST),
      safe: block(safe),
      finalized: block(finalized),
      basis: 'fallback',
    })
  })

  it('[R41] takes a safe block that is old or has many blocks after it, but not both', async () => {
    const slow = nodeWith({ safe: block(999_990, HOUR_MS), finalized: block(999_980, HOUR_MS) }, HOUR_MS)
    expect(await readHead(slow)).toMatchObject({ basis: 'tags', safe: { number: 999_990 } })
    const fast = nodeWith({ safe: block(900_000, 1), finalized: block(899_000, 1) }, 1)
    expect(await readHead(fast)).toMatchObject({ basis: 'tags', safe: { number: 900_000 } })
  })

  it('never has the finalized block after the safe one, nor the latest before it', async () => {
    const node = nodeWith({ safe: block(LATEST + 5), finalized: block(LATEST + 6) })
    const head = await readHead(node)
    expect(head).toMatchObject({ safe: { number: LATEST + 5 }, finalized: { number: LATEST + 5 } })
    expect(head.latest.number).toBe(LATEST + 6)
  })

  it.each(['unavailable', 'rate_limited'] as const)(
    'fails when the node does not answer: %s',
    async (kind) => {
      await expect(readHead(nodeWith({ safe: kind, finalized: null }))).rejects.toMatchObject({ kind })
    },
  )
})

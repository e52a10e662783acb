import { describe, expect, it } from 'vitest'
import { addMs, HOUR_MS, toInstant } from '#contract/time.ts'
import { ChainFailure, type ChainFailureKind } from './failure.ts'
import { confirmHead, readHead } from './head.ts'
import type { Block } from './parse.ts'

const LATEST = 1_000_000
const AT = toInstant('2026-11-20T10:00:00Z')
type Tagged = Block | null | ChainFailure

const refused = (words: string, kind: ChainFailureKind = 'error') =>
  new ChainFailure(kind, `eth_getBlockByNumber: ${words}`)

/** The block of a height, on a chain whose blocks are `apartMs` apart. */
const block = (number: number, apartMs = 100): Block => ({
  number,
  hash: `0x${number}` as const,
  at: addMs(AT, (number - LATEST) * apartMs),
})

/** A node whose newest block is the millionth. It gives these answers for the tags `safe` and `finalized`. */
function nodeWith(tags: { safe: Tagged; finalized: Tagged }, apartMs = 100) {
  return {
    block: async (at: number | 'latest' | 'safe' | 'finalized') => {
      if (typeof at === 'number') return block(at, apartMs)
      const answer = at === 'latest' ? block(LATEST, apartMs) : tags[at]
      if (answer instanceof ChainFailure) throw answer
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
    [
      'a node that refuses the tags',
      { safe: refused('-32602 invalid argument 0'), finalized: refused('-39001 Unknown block', 'not_yet') },
      992_800,
      964_000,
    ],
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
})

describe('a node that refuses the safe block', () => {
  it.each([
    '-32602 invalid argument 0: hex string without 0x prefix',
    '-32000 safe block not found',
    "-32000 'finalized' tag not supported on pre-merge network",
    '-32000 block number not supported: object not set',
    '-32000 unsupported block tag: safe',
    '-32000 Invalid or unsupported block number',
    '-32000 header not found',
  ])('[R41] does not know the tag in these words: %s', async (words) => {
    const node = nodeWith({ safe: refused(words), finalized: block(990_000) })
    expect(await readHead(node)).toMatchObject({ basis: 'fallback', safe: { number: 992_800 } })
  })

  it.each([
    ['unavailable', 'no answer in time'],
    ['rate_limited', 'HTTP 429'],
    ['unavailable', '-32603 Internal error'],
    ['unavailable', '30 Request timeout on the free tier, please upgrade your tier to the paid one'],
    ['not_yet', '-32011 no backend is currently healthy to serve traffic'],
    ['error', '-32000 oops'],
  ] as const)('[R41] still names one when it fails: %s %s', async (kind, words) => {
    const failing = nodeWith({ safe: refused(words, kind), finalized: null })
    await expect(readHead(failing)).rejects.toMatchObject({ kind })
  })
})

describe('confirmHead', () => {
  const safe = block(993_000)
  const head = { latest: block(LATEST), safe, finalized: safe, basis: 'tags' } as const

  it.each<[string, Block | null, RegExp | undefined]>([
    ['the safe block is still there', safe, undefined],
    ['another block is in its place', { ...safe, hash: '0xbb' }, /was reorganised/],
    ['the node has no block there', null, /does not have block 993000 yet/],
  ])('[R42] ends a reading unless it can be confirmed: %s', async (_, now, words) => {
    const confirmed = confirmHead(head, { block: async () => now })
    if (words === undefined) await expect(confirmed).resolves.toBeUndefined()
    else await expect(confirmed).rejects.toMatchObject({ kind: 'unavailable', message: words })
  })
})

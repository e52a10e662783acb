import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { bytesOfClaim, countOfClaims, countThatFit } from './fit.ts'

const sums = (sizes: readonly number[]) => (count: number) =>
  sizes.slice(0, count).reduce((sum, size) => sum + size, 0)

test.each([
  ['nothing to fit', [], 0, 0],
  ['everything', [3, 4], 7, 2],
  ['all but the last', [3, 4], 6, 1],
  ['nothing', [3, 4], 2, 0],
  ['no entry after the first that does not fit', [1, 9, 1], 2, 1],
])('%s fits', (_, sizes, bytes, count) => {
  expect(countThatFit({ entries: sizes.length, bytes }, sums(sizes))).toBe(count)
})

test('the most entries fit that take no more bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(500), (sizes, bytes) => {
      const bytesOf = sums(sizes)
      const count = countThatFit({ entries: sizes.length, bytes }, bytesOf)
      expect(bytesOf(count)).toBeLessThanOrEqual(bytes)
      if (count < sizes.length) expect(bytesOf(count + 1)).toBeGreaterThan(bytes)
    }),
  )
})

test('an entry of several claims fits whole or not at all', () => {
  const claim: AgentClaim = { kind: 'FACT', statement: 'A “ship”.', words: 'service' }
  const bytes = bytesOfClaim(claim)
  const entries = [[claim], [claim, claim]]
  expect([countOfClaims(entries, 3 * bytes), countOfClaims(entries, 3 * bytes - 1)]).toEqual([2, 1])
})

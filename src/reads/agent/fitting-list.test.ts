import { expect, test } from 'vitest'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { bytesOfClaim } from '#views/agent/fit.ts'
import { listThatFits } from './fitting-list.ts'

const CLAIM: AgentClaim = { kind: 'FACT', statement: 'A ship.', words: 'service' }
const ENTRY = [CLAIM, CLAIM]
const BYTES = 2 * bytesOfClaim(CLAIM)

test.each([
  ['all of it', { entries: 3, bytes: 3 * BYTES, limit: 10 }, { read: [10], claims: 6 }],
  [
    'the entries that fit, in a list of their own',
    { entries: 3, bytes: 3 * BYTES - 1, limit: 5 },
    { read: [5, 2], claims: 4 },
  ],
  [
    'one entry that does not fit, so that the next list follows',
    { entries: 3, bytes: 1, limit: 3 },
    { read: [3, 1], claims: 2 },
  ],
  [
    'a single entry that does not fit, read once',
    { entries: 1, bytes: 1, limit: 3 },
    { read: [3], claims: 2 },
  ],
  ['an empty list', { entries: 0, bytes: 1, limit: 3 }, { read: [3], claims: 0 }],
])('a list has %s', async (_, { entries, bytes, limit }, expected) => {
  const read: number[] = []
  const { claims } = await listThatFits({ limit, bytes }, async (most) => {
    read.push(most)
    return { entries: Array.from({ length: Math.min(entries, most) }, () => ENTRY) }
  })
  expect({ read, claims: claims.length }).toEqual(expected)
})

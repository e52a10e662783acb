import { expect, test } from 'vitest'
import type { BuildEvidence, Source, Stream } from '#domain/evidence.ts'
import { day, repositoryOf, shipOf, sourceOf, streamOf, unreadStream } from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

// The repository is always read. What differs is the contract, which shipped on day 0 and is read by the chain.
const upgraded = (at: number) => shipOf('upgrade', at, { kind: 'upgrade', sourceId: 'source:contract' })
const contractOf = (okTo: number, given: Partial<Stream> = {}): Source => ({
  ...sourceOf('contract', 'contract'),
  streams: [streamOf('upgrades', { from: -120, okTo, ...given })],
})
const evidenceAt = (at: number, chain: Source | null, ships = [upgraded(0)]): BuildEvidence => ({
  sources: [repositoryOf('repo', { from: -120, okTo: at }), ...(chain === null ? [] : [chain])],
  ships,
})
const SHIPPING = { status: 'SHIPPING', since: day(0) } as const
const ACTIVE = { status: 'ACTIVE', since: day(8) } as const
const QUIET = { status: 'QUIET', since: day(31) } as const
const lapsed = { failingSince: day(6), lastOutcome: 'unavailable' } as const

type Case = readonly [string, number, ActivityState, Source | null, string, boolean]
test.each<Case>([
  ['read past the boundary: moves', 8.1, SHIPPING, contractOf(8), 'ACTIVE', true],
  ['read up to the boundary', 8.1, SHIPPING, contractOf(7), 'SHIPPING', true],
  [
    'away since before the boundary, and still readable',
    8.5,
    SHIPPING,
    contractOf(6, lapsed),
    'SHIPPING',
    true,
  ],
  ['away for longer than 72 hours', 9.1, SHIPPING, contractOf(6, lapsed), 'ACTIVE', false],
  ['away for longer, later', 20, { ...ACTIVE, confirmed: false }, contractOf(6, lapsed), 'ACTIVE', false],
  ['read again after that', 20, { ...ACTIVE, confirmed: false }, contractOf(20), 'ACTIVE', true],
  ['away over the boundary of QUIET', 31.5, ACTIVE, contractOf(29.5), 'ACTIVE', true],
  ['away longer: silence is not concluded', 33, ACTIVE, contractOf(29.5), 'UNKNOWN', true],
  ['read past the boundary of QUIET', 31.5, ACTIVE, contractOf(31.2), 'QUIET', true],
  ['away over the boundary of DORMANT', 61.5, QUIET, contractOf(59.5), 'QUIET', true],
])('[R118] the source of the newest ship %s', (_, at, previous, chain, status, confirmed) => {
  const evidence = evidenceAt(at, chain)
  expect(activityStatus({ evidence, previous }, day(at))).toMatchObject({ status, confirmed })
})

test('[R118] a source that never showed a ship, or is gone, holds no move', () => {
  const release = shipOf('release', 0)
  const unread = { ...sourceOf('contract', 'contract'), streams: [unreadStream('upgrades')] }
  const other = {
    ...sourceOf('contract', 'contract'),
    streams: [streamOf('upgrades', { from: -9, okTo: 6 })],
  }
  const gone = repositoryOf('gone', { from: -120, okTo: 3, stream: { lastOutcome: 'missing' } })
  const held = [unread, other, gone].map((source) => {
    const ships = source === gone ? [release, shipOf('old', -3, { sourceId: gone.id })] : [release]
    const evidence = evidenceAt(8.1, source, ships)
    return activityStatus({ evidence, previous: SHIPPING }, day(8.1)).status
  })
  expect(held).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE'])
})

test('[R118] a project without code moves down only when the chain was read', () => {
  const evidence = (okTo: number): BuildEvidence => ({ sources: [contractOf(okTo)], ships: [upgraded(0)] })
  const at = (okTo: number) => activityStatus({ evidence: evidence(okTo), previous: SHIPPING }, day(8.1))
  expect([at(6), at(8)].map(({ status }) => status)).toEqual(['SHIPPING', 'ACTIVE'])
})

test('[R118] the inputs name the chain that a move waits for, and say that it is not read', () => {
  const evidence = evidenceAt(9.1, contractOf(6, lapsed))
  const { inputs, unknownInputs } = activityStatus({ evidence, previous: SHIPPING }, day(9.1))
  const streams = [{ stream: 'upgrades', lastOkAt: day(6), coveredFrom: day(-120) }]
  expect(inputs['sources']).toContainEqual(expect.objectContaining({ id: 'source:contract', streams }))
  expect(unknownInputs).toEqual([{ input: 'source:contract', reason: 'SOURCE_UNAVAILABLE' }])
})

import { expect, test } from 'vitest'
import type { BuildEvidence } from '#domain/evidence.ts'
import { day, MS, repositoryOf, repositoryWithShips } from '#test/given/build-evidence.ts'
import { activityStatus } from './activity.ts'

const NOW = 200
const READ = { from: 0, okTo: NOW }
const outage = {
  providerOutageSince: day(199.9),
  failingSince: day(199.9),
  lastOutcome: 'rate_limited' as const,
}
const of = (...ages: readonly number[]) =>
  repositoryWithShips(
    READ,
    ages.map((age) => NOW - age),
  )

/** The conclusions a millisecond before a boundary, at it and a millisecond after it. */
const BOUNDARIES: [string, (off: number) => BuildEvidence, readonly [string, string, string]][] = [
  ['keeps SHIPPING at exactly 7 days', (off) => of(7 + off), ['SHIPPING', 'SHIPPING', 'ACTIVE']],
  ['keeps ACTIVE at exactly 30 days', (off) => of(30 + off), ['ACTIVE', 'ACTIVE', 'QUIET']],
  [
    'keeps ACTIVE while the second ship is exactly 45 days old',
    (off) => of(40, 45 + off),
    ['ACTIVE', 'ACTIVE', 'QUIET'],
  ],
  ['keeps QUIET at exactly 60 days', (off) => of(60 + off), ['QUIET', 'QUIET', 'DORMANT']],
  [
    'counts a ship dated exactly 24 hours ahead',
    (off) => of(-1 - off, 100),
    ['SHIPPING', 'SHIPPING', 'DORMANT'],
  ],
  [
    'concludes silence from a reading exactly 72 hours old',
    (off) => repositoryWithShips({ from: 0, okTo: NOW - 3 - off }, [100]),
    ['DORMANT', 'DORMANT', 'STALE'],
  ],
  [
    'concludes DORMANT without a ship after exactly 60 watched days',
    (off) => ({ sources: [repositoryOf('repo', { from: NOW - 60 - off, okTo: NOW })], ships: [] }),
    ['NOT_ENOUGH_YET', 'DORMANT', 'DORMANT'],
  ],
  [
    'concludes QUIET only from a reading more than 30 days after the ship',
    (off) => repositoryWithShips({ from: 0, okTo: 198 }, [168 - off]),
    ['STALE', 'STALE', 'QUIET'],
  ],
  [
    'needs a listing that reaches back to the ship',
    (off) => repositoryWithShips({ from: 160 - off, okTo: NOW }, [160]),
    ['NOT_ENOUGH_YET', 'QUIET', 'QUIET'],
  ],
]
test.each(BOUNDARIES)('first conclusion, to the millisecond: %s', (_, evidenceAt, expected) => {
  const found = [-MS, 0, MS].map((off) => {
    const { claim } = activityStatus({ evidence: evidenceAt(off), previous: null }, day(NOW))
    return claim.kind === 'UNKNOWN' ? claim.reason : claim.value.status
  })
  expect(found).toEqual(expected)
})

test('a move down waits for exactly 24 hours past its boundary', () => {
  const previous = { status: 'SHIPPING', since: day(0) } as const
  const found = [-MS, 0, MS].map(
    (off) =>
      activityStatus(
        { evidence: repositoryWithShips({ from: -120, okTo: 8 + off }, [0]), previous },
        day(8 + off),
      ).status,
  )
  expect(found).toEqual(['SHIPPING', 'SHIPPING', 'ACTIVE'])
})

test('shipping cites the newest two ships; silence cites the newest ship and every source', () => {
  const cited = (...ages: readonly number[]) => {
    const { claim } = activityStatus({ evidence: of(...ages), previous: null }, day(NOW))
    return claim.kind === 'UNKNOWN' ? [] : claim.evidence
  }
  expect(cited(1, 2, 3)).toEqual(['ship:day199', 'ship:day198'])
  expect(cited(70, 80)).toEqual(['ship:day130', 'source:repo'])
})

test('an unchanged status during a provider outage and an unknown status count as confirmed', () => {
  const evidence = repositoryWithShips({ ...READ, stream: outage }, [100])
  const previous = { status: 'DORMANT', since: day(170) } as const
  expect(activityStatus({ evidence, previous }, day(NOW))).toMatchObject({
    status: 'DORMANT',
    confirmed: true,
    since: day(170),
  })
  expect(activityStatus({ evidence, previous: null }, day(NOW))).toMatchObject({
    status: 'UNKNOWN',
    confirmed: true,
  })
})

test('the inputs name the newest ships and each stream with its span', () => {
  const { inputs } = activityStatus({ evidence: of(1, 2, 3), previous: null }, day(NOW))
  expect(inputs).toMatchObject({
    newestShips: [
      { id: 'ship:day199', occurredAt: day(199) },
      { id: 'ship:day198', occurredAt: day(198) },
    ],
    countedShips: 3,
    sources: [
      {
        streams: [
          { stream: 'releases', lastOkAt: day(NOW), coveredFrom: day(0) },
          { stream: 'commits', lastOkAt: day(NOW), coveredFrom: day(0) },
        ],
      },
    ],
  })
})

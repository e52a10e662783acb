import { expect, test } from 'vitest'
import type { BuildEvidence, Source } from '#domain/evidence.ts'
import {
  day,
  MS,
  repositoryOf,
  repositoryWithShips,
  shipOf,
  sourceOf,
  unevenRepository,
} from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

const NOW = 100
const EARLY = { from: -30, okTo: NOW, attached: -30 }
const watched = (days: readonly number[]) => repositoryWithShips(EARLY, days)
const attachedLate = { from: -30, okTo: NOW, attached: 20 }
const readLate = { from: -30, okTo: NOW, attached: -30, stream: { firstOkAt: day(20) } }
const WIDE = { from: -30, okTo: NOW }
const away = repositoryOf('other', { from: -30, okTo: 60, attached: -30 })
const joined = repositoryOf('other', { from: 90, okTo: NOW })

/** A ship after more than 60 silent days, with these sources in place of the usual one. */
const asSources = (...sources: readonly Source[]): BuildEvidence => ({ ...watched([10, 95]), sources })
const withSource = (other: Source) => asSources(...watched([]).sources, other)
const attachedEarly = (source: Source): Source => ({ ...source, attachedAt: day(-30) })

const CASES: [string, BuildEvidence, string][] = [
  ['a ship after 60 watched days', watched([35, 95]), 'RESUMED'],
  ['a ship after a little less', watched([35.01, 95]), 'SHIPPING'],
  ['a cluster of ships, its first 14 days ago', watched([10, 86, 90, 99]), 'RESUMED'],
  ['a cluster of ships, its first longer ago', watched([10, 85.9, 90, 99]), 'SHIPPING'],
  [
    '[R62] an upgrade that no source dates is no return',
    { ...watched([]), ships: [shipOf('a', 10), shipOf('b', 95, { kind: 'upgrade', occurredAt: null })] },
    'SHIPPING',
  ],
  [
    '[R66] a group of ships that begins 14 days ago returned then, though a later one counts for it',
    {
      ...watched([]),
      ships: [10, 84.6, 90].map((at) => shipOf(`${at}`, at, { kind: at === 10 ? 'release' : 'prerelease' })),
    },
    'ACTIVE',
  ],
  ['the first ship ever is not a return', watched([95]), 'SHIPPING'],
  ['a source attached inside the gap', repositoryWithShips(attachedLate, [10, 95]), 'SHIPPING'],
  ['a source first read inside the gap', repositoryWithShips(readLate, [10, 95]), 'SHIPPING'],
  [
    'a listing that does not reach the gap',
    repositoryWithShips({ from: -30, okTo: NOW, stream: { coversFrom: day(50) } }, [10, 95]),
    'SHIPPING',
  ],
  ['another source was not read in the gap', withSource(away), 'SHIPPING'],
  ['another source joined after the gap', withSource(joined), 'RESUMED'],
  [
    'the ship before the gap was withdrawn',
    { ...watched([95]), ships: [shipOf('a', 10, { withdrawn: true }), shipOf('b', 95)] },
    'SHIPPING',
  ],
  [
    'a gap that the commits do not cover',
    asSources(attachedEarly(unevenRepository({ releases: WIDE, commits: { from: 5, okTo: 60 } }))),
    'SHIPPING',
  ],
  [
    'a gap that the commits cover from their first reading inside it',
    asSources(attachedEarly(unevenRepository({ releases: WIDE, commits: { from: 20, okTo: NOW } }))),
    'SHIPPING',
  ],
  [
    'commits that were never read',
    asSources(attachedEarly(unevenRepository({ releases: WIDE, commits: null }))),
    'SHIPPING',
  ],
  [
    'a source without code streams watches nothing',
    asSources({ ...sourceOf('repo', 'website'), attachedAt: day(-30) }),
    'SHIPPING',
  ],
  ['no source at all', { sources: [], ships: [] }, 'UNKNOWN'],
]
test.each(CASES)('RESUMED: %s [contract activity status RESUMED]', (_, evidence, expected) => {
  expect(activityStatus({ evidence, previous: null }, day(NOW)).status).toBe(expected)
})

/** The conclusions a millisecond before a boundary, on it, and a millisecond after. */
const BOUNDARIES: [string, (off: number) => BuildEvidence, readonly [string, string, string]][] = [
  ['needs a gap of exactly 60 days', (off) => watched([35 - off, 95]), ['SHIPPING', 'RESUMED', 'RESUMED']],
  [
    'lasts until exactly 14 days after the first ship',
    (off) => watched([10, 86 - off, 99]),
    ['RESUMED', 'RESUMED', 'SHIPPING'],
  ],
  [
    'needs a source attached before the gap began',
    (off) => repositoryWithShips({ from: -30, okTo: NOW, attached: 10 + off }, [10, 95]),
    ['RESUMED', 'RESUMED', 'SHIPPING'],
  ],
  [
    'needs a source first read before the gap began',
    (off) => repositoryWithShips({ ...EARLY, stream: { firstOkAt: day(10 + off) } }, [10, 95]),
    ['RESUMED', 'RESUMED', 'SHIPPING'],
  ],
  [
    'needs a listing that reaches back to the gap',
    (off) => repositoryWithShips({ ...EARLY, stream: { coversFrom: day(10 + off) } }, [10, 95]),
    ['RESUMED', 'RESUMED', 'SHIPPING'],
  ],
  [
    'needs a reading past the end of the gap',
    (off) => repositoryWithShips({ from: -30, okTo: 95 + off, attached: -30 }, [10, 95]),
    ['SHIPPING', 'RESUMED', 'RESUMED'],
  ],
]
test.each(BOUNDARIES)('RESUMED, to the millisecond: %s', (_, evidenceAt, expected) => {
  const found = [-MS, 0, MS].map(
    (off) => activityStatus({ evidence: evidenceAt(off), previous: null }, day(NOW)).status,
  )
  expect(found).toEqual(expected)
})

test('RESUMED cites the ships on both sides of the gap and the sources that watched it', () => {
  expect(activityStatus({ evidence: watched([10, 95]), previous: null }, day(NOW))).toMatchObject({
    claim: { value: { status: 'RESUMED' }, evidence: ['ship:day95', 'ship:day10', 'source:repo'] },
    confirmed: true,
  })
})

test('RESUMED ends 14 days after the first ship of the return, without a settling day', () => {
  const previous: ActivityState = { status: 'RESUMED', since: day(95) }
  const at = (now: number, days: readonly number[]) =>
    activityStatus(
      { evidence: repositoryWithShips({ from: -30, okTo: now, attached: -30 }, days), previous },
      day(now),
    )
  expect(at(109, [10, 95]).status).toBe('RESUMED')
  expect(at(109.1, [10, 95])).toMatchObject({ status: 'ACTIVE', confirmed: true })
  expect(at(109.1, [10, 95, 105]).status).toBe('SHIPPING')
})

import { describe, expect, test } from 'vitest'
import type { UnknownReason } from '#contract/claim.ts'
import type { ActivityStatus, CoverageState } from '#contract/enums.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import {
  noCountedShip,
  notAppliedBuilding,
  notEvaluated,
  noValueWords,
  type StatedKind,
  unmeasuredBuilding,
} from './building.ts'

const READ = toInstant('2026-12-02T22:00:00Z')
const NOT_CODE = 'Its work is not code, so silence is no finding.'
const ONE_UNREAD = 'Nothing reads one of the kinds of its sources yet, so silence is no finding.'
const EITHER =
  'Its work is not code, or nothing reads one of the kinds of its sources yet, so silence is no finding.'

const UNSTATED = { statusReason: undefined, kind: undefined, asOf: READ }

describe('why building was not measured', () => {
  test.each<[ActivityStatus, UnknownReason, CoverageState, string]>([
    [
      'SHIPPING',
      'SOURCE_UNAVAILABLE',
      'SOURCE_UNAVAILABLE',
      'Its building cannot be read in full now; it was last read in full on 2 Dec 2026.',
    ],
    [
      'ACTIVE',
      'STALE',
      'STALE',
      'Its building was last read in full on 2 Dec 2026, too long ago to describe now.',
    ],
    [
      'UNKNOWN',
      'NOT_APPLICABLE',
      'NOT_APPLICABLE',
      'Nothing reads the kind of its sources yet, so silence is no finding.',
    ],
    [
      'UNKNOWN',
      'NO_SOURCE',
      'NO_SOURCE',
      'No source that counts shows its building, so silence is no finding.',
    ],
    [
      'UNKNOWN',
      'NOT_ENOUGH_YET',
      'MEASURED',
      'Its building was not watched for long enough yet, so silence is no finding.',
    ],
    [
      'UNKNOWN',
      'ERROR',
      'ERROR',
      'The source of its building refuses us, or cannot be parsed; it was last read in full on 2 Dec 2026, so silence is no finding.',
    ],
  ])('of %s for %s while building is %s: %s', (status, reason, state, words) => {
    const of = { status, statusReason: reason, countReason: reason, activityMeasured: false, asOf: READ }
    expect(unmeasuredBuilding({ ...UNSTATED, ...of, building: { state, observedAt: READ } })).toBe(words)
  })

  test('before the first reading names no day', () => {
    const of = { ...UNSTATED, status: 'SHIPPING', activityMeasured: false } as const
    const building = { state: 'SOURCE_UNAVAILABLE', observedAt: null } as const
    const words = unmeasuredBuilding({ ...of, countReason: 'SOURCE_UNAVAILABLE', building })
    expect(words).toBe('Its building cannot be read in full now.')
  })

  test('is not said where it was measured and the status is known', () => {
    const of = { ...UNSTATED, status: 'DORMANT', activityMeasured: true } as const
    expect(unmeasuredBuilding({ ...of, countReason: undefined, building: { state: 'MEASURED' } })).toBe(
      undefined,
    )
  })
})

test.each<[ActivityStatus, CoverageState, StatedKind, string]>([
  ['ACTIVE', 'MEASURED', 'art', 'Its work is not code.'],
  ['UNKNOWN', 'MEASURED', 'data', NOT_CODE],
  ['UNKNOWN', 'SOURCE_UNAVAILABLE', 'documentation', NOT_CODE],
  ['UNKNOWN', 'MEASURED', 'protocol', ONE_UNREAD],
  ['UNKNOWN', 'STALE', undefined, ONE_UNREAD],
  ['UNKNOWN', 'MEASURED', null, EITHER],
])('why building does not apply to %s while it is %s, of the kind %s: %s', (status, state, kind, words) => {
  const reason = 'NOT_APPLICABLE'
  const of = {
    status,
    statusReason: reason,
    countReason: reason,
    activityMeasured: false,
    asOf: READ,
  } as const
  expect(unmeasuredBuilding({ ...of, building: { state, observedAt: READ }, kind })).toBe(words)
})

test.each([undefined, null])('building before the first evaluation (%s) is not told as watching', (asOf) => {
  const of = {
    status: 'UNKNOWN',
    activityMeasured: false,
    statusReason: 'NOT_ENOUGH_YET',
    kind: undefined,
  } as const
  const building = { state: 'NOT_ENOUGH_YET' } as const
  const words = unmeasuredBuilding({ ...of, countReason: 'NOT_ENOUGH_YET', building, asOf })
  expect(words).toBe('It was not evaluated yet, so silence is no finding.')
})

test.each([
  ['MEASURED', 'data', 'its work is not code'],
  ['MEASURED', 'protocol', 'nothing reads one of the kinds of its sources yet'],
  ['NOT_APPLICABLE', 'protocol', 'nothing reads its kind of source yet'],
] as const)('a figure that does not apply while building is %s, of the kind %s: %s', (state, kind, words) => {
  const of = { field: 'buildMomentum', reason: 'NOT_APPLICABLE', building: { state }, kind } as const
  expect(notAppliedBuilding(of)?.words).toBe(words)
  expect(notAppliedBuilding({ ...of, reason: 'STALE' })).toBe(undefined)
  expect(notAppliedBuilding({ ...of, field: 'marketStatus' })).toBe(undefined)
})

test.each<[ActivityStatus, UnknownReason, boolean]>([
  ['DORMANT', 'NOT_ENOUGH_YET', true],
  ['QUIET', 'NOT_ENOUGH_YET', true],
  ['DORMANT', 'SOURCE_UNAVAILABLE', false],
  ['UNKNOWN', 'NOT_ENOUGH_YET', false],
])('without a counted ship %s for %s rests on a watched silence: %s', (status, reason, isWatched) => {
  expect(noCountedShip({ status, reason }) !== undefined).toBe(isWatched)
})

test.each<[NoValueReason, Instant | null | undefined, string]>([
  ['NOT_ENOUGH_YET', undefined, 'not evaluated yet'],
  ['NOT_ENOUGH_YET', null, 'not evaluated yet'],
  ['NOT_ENOUGH_YET', READ, 'not watched for long enough yet'],
  ['NOT_RECORDED', undefined, 'not recorded'],
  ['NO_SOURCE', null, 'no source has it'],
])('a field without a value for %s, evaluated at %s: %s', (reason, asOf, words) => {
  expect(noValueWords({ reason, asOf })).toBe(words)
  expect(notEvaluated({ reason, asOf })?.words).toBe(words === 'not evaluated yet' ? words : undefined)
})

import { describe, expect, test } from 'vitest'
import { COVERAGE_DIMENSIONS, type CoverageDimension, type CoverageState } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { recordOf } from '#contract/keyed.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { fieldReading, type Readings } from './readings.ts'

const SLUG = 'lumen' as Slug
const AT = toInstant('2026-11-19T12:00:00Z')

/** Readings in which one dimension has this state and is read next, and no other is. */
function readingsOf(
  one: CoverageDimension,
  state: CoverageState,
  { next = null, observedAt = AT }: { next?: Instant | null; observedAt?: Instant | null } = {},
): Readings {
  return new Map([
    [
      SLUG,
      {
        coverage: recordOf(COVERAGE_DIMENSIONS, (each) => ({
          state: each === one ? state : 'MEASURED',
          observedAt,
        })),
        next: recordOf(COVERAGE_DIMENSIONS, (each) => (each === one ? next : null)),
      },
    ],
  ])
}

describe('a field of a card', () => {
  test.each<[string, CoverageDimension]>([
    ['status', 'building'],
    ['lastShip', 'building'],
    ['meaningfulShips30d', 'building'],
    ['buildMomentum', 'building'],
    ['marketStatus', 'market'],
    ['marketCap', 'market'],
    ['liquidity', 'market'],
    ['volume24h', 'market'],
    ['tokenVerification', 'token_verification'],
    ['onChainUse', 'contracts'],
    ['locks', 'locks'],
  ])('%s rests on the readings of %s', (field, dimension) => {
    const readings = readingsOf(dimension, 'STALE', { next: AT })
    expect(fieldReading({ slug: SLUG, field }, readings)).toEqual({ last: AT, isOld: true, next: AT })
    const others = readingsOf('verified_source', 'STALE', { next: AT })
    expect(fieldReading({ slug: SLUG, field }, others)).toEqual({ last: AT, isOld: false, next: null })
  })

  test.each<[CoverageState, boolean]>([
    ['MEASURED', false],
    ['NO_SOURCE', false],
    ['NOT_ENOUGH_YET', false],
    ['STALE', true],
    ['SOURCE_UNAVAILABLE', true],
    ['ERROR', true],
    ['WITHHELD', false],
  ])('in the coverage state %s is old: %s', (state, expected) => {
    const reading = fieldReading({ slug: SLUG, field: 'status' }, readingsOf('building', state))
    expect(reading?.isOld).toBe(expected)
  })

  test('whose dimension nobody ever read is not old, however long nothing answers', () => {
    const readings = readingsOf('token_verification', 'SOURCE_UNAVAILABLE', { observedAt: null })
    const reading = fieldReading({ slug: SLUG, field: 'tokenVerification' }, readings)
    expect(reading).toEqual({ last: null, isOld: false, next: null })
  })

  test('that several dimensions conclude has no readings of its own', () => {
    const readings = readingsOf('building', 'STALE', { next: AT })
    expect(fieldReading({ slug: SLUG, field: 'researchLevel' }, readings)).toBeUndefined()
  })

  test('of a project without readings is not old, and its last and next reading are not known', () => {
    const of = { slug: 'gantry' as Slug, field: 'status' }
    expect(fieldReading(of, readingsOf('building', 'STALE', { next: AT }))).toEqual({ isOld: false })
  })
})

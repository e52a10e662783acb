import { expect, test } from 'vitest'
import { CoverageState } from '#contract/enums.ts'
import { toInstant } from '#contract/time.ts'
import { coverageClaim } from './coverage.ts'

const OBSERVED = { observedAt: toInstant('2026-11-19T12:00:00Z') }

test.each(CoverageState.enum)('a concluded state is derived by its rule: %s', (state) => {
  expect(coverageClaim({ dimension: 'building', state, isConcluded: true, times: OBSERVED })).toEqual({
    kind: 'DERIVED',
    statement: `Coverage of building: ${state}.`,
    words: 'service',
    value: state,
    rule: 'coverage@1',
    freshness: state,
    ...OBSERVED,
  })
})

test('a state that was never concluded is unknown and has no value', () => {
  const state = 'NOT_ENOUGH_YET'
  const meaning = 'A source is registered but was not read yet.'
  expect(coverageClaim({ dimension: 'market', state, meaning, isConcluded: false, times: {} })).toEqual({
    kind: 'UNKNOWN',
    statement: `Coverage of market: NOT_ENOUGH_YET. ${meaning}`,
    words: 'service',
    reason: state,
  })
})

import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type Ended, nextDue } from './next-due.ts'

const WEEK = 7 * 86_400
const ended: Ended = {
  outcome: 'fresh',
  previousOutcome: null,
  failuresInARow: 1,
  cadenceSeconds: 3600,
  missingCadenceSeconds: null,
  coolOffUntil: null,
  now: toInstant('2026-11-20T10:00:00Z'),
}

test.each<[string, Partial<Ended>, string]>([
  ['fresh: one cadence', {}, '2026-11-20T11:00:00.000Z'],
  ['not modified: one cadence', { outcome: 'not_modified' }, '2026-11-20T11:00:00.000Z'],
  [
    'forbidden many times: one cadence',
    { outcome: 'disallowed', failuresInARow: 9 },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'missing once: one cadence',
    { outcome: 'missing', missingCadenceSeconds: WEEK },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'case 8: missing twice in a row: weekly',
    { outcome: 'missing', previousOutcome: 'missing', missingCadenceSeconds: WEEK },
    '2026-11-27T10:00:00.000Z',
  ],
  [
    'missing twice, with no longer interval for missing things: one cadence',
    { outcome: 'missing', previousOutcome: 'missing' },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'missing after a failure is the first miss',
    { outcome: 'missing', previousOutcome: 'unavailable', missingCadenceSeconds: WEEK },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'limited: at the end of the pause',
    { outcome: 'rate_limited', coolOffUntil: toInstant('2026-11-20T10:07:00Z') },
    '2026-11-20T10:07:00.000Z',
  ],
  ['failed once: one cadence', { outcome: 'unavailable' }, '2026-11-20T11:00:00.000Z'],
  [
    'limited without an end: one cadence',
    { outcome: 'rate_limited', failuresInARow: 9 },
    '2026-11-20T11:00:00.000Z',
  ],
  ['failed twice: two cadences', { outcome: 'unavailable', failuresInARow: 2 }, '2026-11-20T12:00:00.000Z'],
  ['failed thrice: four cadences', { outcome: 'error', failuresInARow: 3 }, '2026-11-20T14:00:00.000Z'],
  [
    'failed exactly as often as six hours need',
    { outcome: 'error', failuresInARow: 3, cadenceSeconds: 5400 },
    '2026-11-20T16:00:00.000Z',
  ],
  [
    'missing twice, with a shorter interval for missing things: one cadence',
    { outcome: 'missing', previousOutcome: 'missing', missingCadenceSeconds: 60 },
    '2026-11-20T11:00:00.000Z',
  ],
  ['failed many times: six hours', { outcome: 'error', failuresInARow: 5000 }, '2026-11-20T16:00:00.000Z'],
  [
    'failed many times at a slower cadence: that cadence',
    { outcome: 'error', failuresInARow: 9, cadenceSeconds: 86_400 },
    '2026-11-21T10:00:00.000Z',
  ],
])('%s', (_, given, expected) => {
  expect(nextDue({ ...ended, ...given })).toBe(expected)
})

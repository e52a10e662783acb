import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type Ended, nextDue } from './next-due.ts'

const DAY = 86_400
const ended: Ended = {
  outcome: 'fresh',
  previousOutcome: null,
  failuresInARow: 1,
  cadenceSeconds: 3600,
  missingCadenceSeconds: null,
  continues: false,
  pauseUntil: null,
  now: toInstant('2026-11-20T10:00:00Z'),
}

test.each<[string, Partial<Ended>, string]>([
  ['fresh: one cadence', {}, '2026-11-20T11:00:00.000Z'],
  ['not modified: one cadence', { outcome: 'not_modified' }, '2026-11-20T11:00:00.000Z'],
  ['fresh, with more to read: the next run', { continues: true }, '2026-11-20T10:00:00.001Z'],
  [
    'failed, with more to read: as after any failure',
    { outcome: 'unavailable', continues: true },
    '2026-11-20T10:05:00.000Z',
  ],
  [
    'forbidden many times: one cadence',
    { outcome: 'disallowed', failuresInARow: 9 },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'missing once: one cadence',
    { outcome: 'missing', missingCadenceSeconds: DAY },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    '[case 8] missing twice in a row: daily',
    { outcome: 'missing', previousOutcome: 'missing', missingCadenceSeconds: DAY },
    '2026-11-21T10:00:00.000Z',
  ],
  [
    'missing twice, with no longer interval for missing things: one cadence',
    { outcome: 'missing', previousOutcome: 'missing' },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'missing after a failure is the first miss',
    { outcome: 'missing', previousOutcome: 'unavailable', missingCadenceSeconds: DAY },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'missing twice, with a shorter interval for missing things: one cadence',
    { outcome: 'missing', previousOutcome: 'missing', missingCadenceSeconds: 60 },
    '2026-11-20T11:00:00.000Z',
  ],
  [
    'limited: at the end of the pause',
    { outcome: 'rate_limited', pauseUntil: toInstant('2026-11-20T10:07:00Z') },
    '2026-11-20T10:07:00.000Z',
  ],
  [
    'limited without an end: one cadence',
    { outcome: 'rate_limited', failuresInARow: 9 },
    '2026-11-20T11:00:00.000Z',
  ],
])('%s', (_, given, expected) => {
  expect(nextDue({ ...ended, ...given })).toBe(expected)
})

test.each<[string, Partial<Ended>, string]>([
  ['once: five minutes', {}, '2026-11-20T10:05:00.000Z'],
  ['twice: ten minutes', { failuresInARow: 2 }, '2026-11-20T10:10:00.000Z'],
  ['thrice: twenty minutes', { failuresInARow: 3 }, '2026-11-20T10:20:00.000Z'],
  ['many times: one cadence', { failuresInARow: 5000 }, '2026-11-20T11:00:00.000Z'],
  ['once at a cadence below five minutes: that cadence', { cadenceSeconds: 60 }, '2026-11-20T10:01:00.000Z'],
  [
    'many times at a daily cadence: a day',
    { failuresInARow: 5000, cadenceSeconds: DAY },
    '2026-11-21T10:00:00.000Z',
  ],
  [
    'many times at a slower cadence: a day',
    { failuresInARow: 5000, cadenceSeconds: 3 * DAY },
    '2026-11-21T10:00:00.000Z',
  ],
])('[R29] failed %s', (_, given, expected) => {
  expect(nextDue({ ...ended, outcome: 'unavailable', ...given })).toBe(expected)
  expect(nextDue({ ...ended, outcome: 'error', ...given })).toBe(expected)
})

import { expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import { type Ended, nextDue } from './next-due.ts'

const [HOUR, DAY] = [3600, 86_400]
const SILENT = { goodCadenceSeconds: DAY } as const
const ended: Ended = {
  outcome: 'fresh',
  previousOutcome: null,
  failuresInARow: 1,
  cadenceSeconds: HOUR,
  goodCadenceSeconds: HOUR,
  missingCadenceSeconds: null,
  continues: false,
  pauseUntil: null,
  now: toInstant('2026-11-20T10:00:00Z'),
}

const afterSeconds = (seconds: number) => addMs(ended.now, seconds * 1000)

/** The end of a reading, and the seconds until the next reading. */
test.each<[string, Partial<Ended>, number]>([
  ['fresh: one cadence', {}, HOUR],
  ['not modified: one cadence', { outcome: 'not_modified' }, HOUR],
  ['fresh, with more to read: the next run', { continues: true }, 0.001],
  ['[R55] fresh, of a silent source: its longer cadence', SILENT, DAY],
  ['[R55] not modified, of a silent source: its longer cadence', { ...SILENT, outcome: 'not_modified' }, DAY],
  ['of a silent source with more to read: the next run', { ...SILENT, continues: true }, 0.001],
  ['missing once, of a silent source: one cadence', { ...SILENT, outcome: 'missing' }, HOUR],
  ['forbidden, of a silent source: one cadence', { ...SILENT, outcome: 'disallowed' }, HOUR],
  ['failed, with more to read: as after any failure', { outcome: 'unavailable', continues: true }, 300],
  ['forbidden many times: one cadence', { outcome: 'disallowed', failuresInARow: 9 }, HOUR],
  ['missing once: one cadence', { outcome: 'missing', missingCadenceSeconds: DAY }, HOUR],
  [
    '[case 8] missing twice in a row: daily',
    { outcome: 'missing', previousOutcome: 'missing', missingCadenceSeconds: DAY },
    DAY,
  ],
  [
    'missing twice, with no longer interval for missing things: one cadence',
    { outcome: 'missing', previousOutcome: 'missing' },
    HOUR,
  ],
  [
    'missing after a failure is the first miss',
    { outcome: 'missing', previousOutcome: 'unavailable', missingCadenceSeconds: DAY },
    HOUR,
  ],
  [
    'missing twice, with a shorter interval for missing things: one cadence',
    { outcome: 'missing', previousOutcome: 'missing', missingCadenceSeconds: 60 },
    HOUR,
  ],
  [
    'limited: at the end of the pause',
    { outcome: 'rate_limited', pauseUntil: toInstant('2026-11-20T10:07:00Z') },
    420,
  ],
  ['limited without an end: one cadence', { outcome: 'rate_limited', failuresInARow: 9 }, HOUR],
])('%s', (_, given, seconds) => {
  expect(nextDue({ ...ended, ...given })).toBe(afterSeconds(seconds))
})

test.each<[string, Partial<Ended>, number]>([
  ['once: five minutes', {}, 300],
  ['twice: ten minutes', { failuresInARow: 2 }, 600],
  ['thrice: twenty minutes', { failuresInARow: 3 }, 1200],
  ['many times: one cadence', { failuresInARow: 5000 }, HOUR],
  ['many times, of a silent source: one cadence', { ...SILENT, failuresInARow: 5000 }, HOUR],
  ['once at a cadence below five minutes: that cadence', { cadenceSeconds: 60 }, 60],
  ['many times at a daily cadence: a day', { failuresInARow: 5000, cadenceSeconds: DAY }, DAY],
  ['many times at a slower cadence: a day', { failuresInARow: 5000, cadenceSeconds: 3 * DAY }, DAY],
])('[R29] failed %s', (_, given, seconds) => {
  expect(nextDue({ ...ended, outcome: 'unavailable', ...given })).toBe(afterSeconds(seconds))
  expect(nextDue({ ...ended, outcome: 'error', ...given })).toBe(afterSeconds(seconds))
})

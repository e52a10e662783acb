import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { heldUntil } from './held.ts'

const at = (hours: number): Instant => addMs(toInstant('2026-11-01T00:00:00Z'), hours * HOUR_MS)

/** Times, in hours. */
type Renewed = { readonly supported: number | null; readonly confirmed: number; readonly superseded?: number }

test.each<[string, Renewed, number | null]>([
  ['72 hours after its last reading', { supported: 0, confirmed: 0 }, 72],
  [
    '12 hours after the evaluation that confirmed it without a newer reading',
    { supported: 0, confirmed: 80 },
    92,
  ],
  ['72 hours after a reading, although evaluations ended', { supported: 10, confirmed: 12 }, 82],
  ['no longer than until another one replaced it', { supported: 10, confirmed: 12, superseded: 13 }, 13],
  ['not until a later one replaced it', { supported: 10, confirmed: 12, superseded: 900 }, 82],
  ['while unknown, without an end', { supported: null, confirmed: 0 }, null],
  ['while unknown, until another one replaced it', { supported: null, confirmed: 0, superseded: 900 }, 900],
])('[R113] a conclusion is told %s', (_, { supported, confirmed, superseded }, end) => {
  const told = {
    supportedUntil: supported === null ? null : at(supported),
    confirmedAt: at(confirmed),
    supersededAt: superseded === undefined ? null : at(superseded),
  }
  expect(heldUntil(told)).toBe(end === null ? null : at(end))
})

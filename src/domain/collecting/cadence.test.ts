import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { cadenceAfter } from './cadence.ts'

const [HOUR, DAY] = [3600, 86_400]

/** The collector's cadence, the days without a change, and the seconds to the next reading. */
test.each<[string, number, number | null, number]>([
  ['no change is known: as its collector reads', HOUR, null, HOUR],
  ['it changed now', HOUR, 0, HOUR],
  ['it changes after our clock', HOUR, -1, HOUR],
  ['it was silent for nearly two weeks', HOUR, 14 - 1e-8, HOUR],
  ['it was silent for two weeks: every six hours', HOUR, 14, 6 * HOUR],
  ['it was silent for nearly sixty days', HOUR, 60 - 1e-8, 6 * HOUR],
  ['it was silent for sixty days: daily', HOUR, 60, DAY],
  ['it was silent for years: still daily', HOUR, 3000, DAY],
  ['six hours are no shorter after two weeks', 6 * HOUR, 14, 6 * HOUR],
  ['twelve hours are not shortened', 12 * HOUR, 14, 12 * HOUR],
  ['six hours are a day after sixty days', 6 * HOUR, 60, DAY],
  ['a day stays a day', DAY, 60, DAY],
  ['three days stay three days', 3 * DAY, 3000, 3 * DAY],
])('[R55] a source is read by its life: %s', (_, cadenceSeconds, days, expected) => {
  const silentMs = days === null ? null : days * DAY_MS
  expect(cadenceAfter({ cadenceSeconds, silentMs })).toBe(expected)
})

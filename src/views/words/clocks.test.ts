import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, toInstant } from '#contract/time.ts'
import { ageWords, dayWords, exactWords, instantWords, waitWords } from './clocks.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const MINUTE_MS = 60_000

test.each([
  [0, 'just now', 'just now'],
  [MINUTE_MS - 1, 'just now', 'in less than 1 min'],
  [MINUTE_MS, '1 min ago', 'in 1 min'],
  [HOUR_MS - 1, '59 min ago', 'in 59 min'],
  [HOUR_MS, '1 h ago', 'in 1 h'],
  [2 * DAY_MS - 1, '47 h ago', 'in 47 h'],
  [2 * DAY_MS, '2 days ago', 'in 2 days'],
  [3 * DAY_MS - 1, '2 days ago', 'in 2 days'],
])('a time of %s ms is in whole units', (ms, before, after) => {
  expect([ageWords(addMs(NOW, -ms), NOW), ageWords(addMs(NOW, ms), NOW)]).toEqual([before, after])
})

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3540, '59 minutes'],
  [3541, '1 hour'],
  [115_051, '32 hours'],
  [48 * 3600, '48 hours'],
  [48 * 3600 + 1, '3 days'],
])('a wait of %s seconds is in one unit, and never too short', (seconds, words) => {
  expect(waitWords(seconds)).toBe(words)
})

test.each([
  ['2026-01-05T09:05:59Z', '5 Jan 2026', '09:05 UTC', '09:05:59 UTC'],
  ['2026-12-31T23:59:00Z', '31 Dec 2026', '23:59 UTC', '23:59:00 UTC'],
])('the day, the minute and the second of %s are in words', (text, day, minute, second) => {
  const at = toInstant(text)
  expect([dayWords(at), instantWords(at), exactWords(at)]).toEqual([
    day,
    `${day}, ${minute}`,
    `${day}, ${second}`,
  ])
})

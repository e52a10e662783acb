import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { continued, coveredBy, leftOut, newRound, parseRound, type Round, roundReadUpTo } from './round.ts'

const at = (day: number) => toInstant(`2026-11-${String(day).padStart(2, '0')}T00:00:00Z`)
const NOW = at(18)
const UNKNOWN = { coversFrom: null, lastOkAt: null }
const dates = (...days: (number | null)[]) => days.map((day) => (day === null ? null : at(day)))

type Case = [string, Partial<Round>, Parameters<typeof continued>[1], Partial<Round>]
test.each<Case>([
  ['to its end', {}, { dates: dates(12, 10), reach: at(1) }, { reach: at(1), isBroken: false }],
  ['to the limit of parts', {}, { dates: dates(12, 10), reach: null }, { reach: at(10), isBroken: false }],
  ['further back', { reach: at(10) }, { dates: dates(9, 5), reach: null }, { reach: at(5) }],
  ['without items and without an end', {}, { dates: [], reach: null }, { reach: null }],
  [
    'with an unreadable item: to the item before it',
    {},
    { dates: dates(12, 11, null, 4), reach: at(1) },
    { reach: at(11), isBroken: true },
  ],
  [
    'with an unreadable newest item',
    {},
    { dates: dates(null, 11), reach: at(1) },
    { reach: null, isBroken: true },
  ],
  [
    'with an unreadable first item of a later reading',
    { reach: at(10) },
    { dates: dates(null, 5), reach: at(1) },
    { reach: at(10), isBroken: true },
  ],
  [
    'after an unreadable item',
    { reach: at(11), isBroken: true },
    { dates: dates(9), reach: at(1) },
    { reach: at(11) },
  ],
])('[R31] [R34] a round read %s', (_, round, read, expected) => {
  expect(continued({ ...newRound(UNKNOWN, NOW), ...round }, read)).toMatchObject(expected)
})

test.each<[string, Partial<Round>, string | null]>([
  ['nothing', {}, null],
  ['what was read', { reach: at(10) }, at(10)],
  ['joined to earlier readings', { reach: at(10), before: { coversFrom: at(1), lastOkAt: at(12) } }, at(1)],
  ['apart from earlier readings', { reach: at(10), before: { coversFrom: at(1), lastOkAt: at(9) } }, at(10)],
  ['further than earlier readings', { reach: at(1), before: { coversFrom: at(5), lastOkAt: at(12) } }, at(1)],
])('a round covers %s', (_, round, expected) => {
  expect(coveredBy({ ...newRound(UNKNOWN, NOW), ...round })).toBe(expected)
})

test('[R31] a round whose newest item cannot be read is no newer than the readings before it', () => {
  const before = { coversFrom: at(1), lastOkAt: at(12) }
  const round = newRound(before, NOW)
  expect(roundReadUpTo(continued(round, { dates: dates(17), reach: null }))).toBe(NOW)
  expect(roundReadUpTo(continued(round, { dates: dates(null, 16), reach: null }))).toBe(at(12))
})

test('[R34] a stored round goes on for a day; later its newest items are too old', () => {
  const round = { ...newRound({ coversFrom: at(1), lastOkAt: at(12) }, at(17)), reach: at(10) }
  const stored = JSON.parse(JSON.stringify(round))
  expect(parseRound(stored, toInstant('2026-11-17T23:59:59Z'))).toEqual(round)
  expect(parseRound(stored, NOW)).toBeUndefined()
  for (const invalid of [null, undefined, {}, { beganAt: 'yesterday' }])
    expect(parseRound(invalid, NOW)).toBeUndefined()
})

test('says what a reading left out', () => {
  expect(leftOut({ end: 'whole', parts: 1 }, 0)).toBeUndefined()
  expect(leftOut({ end: 'more', parts: 10 }, 0)).toBeUndefined()
  expect(leftOut({ end: 'whole', parts: 1 }, 1)).toBe('1 item could not be read')
  expect(leftOut({ end: 'lost', parts: 3 }, 2)).toBe(
    '2 items could not be read; the link after 3 parts cannot be followed',
  )
})

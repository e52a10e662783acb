import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { Instant } from './shapes/time.ts'
import {
  addDays,
  addMs,
  type CalendarDate,
  dateOf,
  daysBetween,
  endOfDate,
  instantOfMs,
  mondayOf,
  msOf,
  parseDate,
  parseInstant,
  startOfDate,
  toInstant,
} from './time.ts'

const FIRST = Date.UTC(1600, 0, 1)
const LAST = Date.UTC(9999, 11, 31) - 1
const anyMs = fc.integer({ min: FIRST, max: LAST })
const anyDay = anyMs.map(
  (ms) => Temporal.Instant.fromEpochMilliseconds(ms).toString().slice(0, 10) as CalendarDate,
)

it('writes and reads instants as Temporal does, with three decimals', () => {
  fc.assert(
    fc.property(anyMs, (ms) => {
      const text = Temporal.Instant.fromEpochMilliseconds(ms).toString({ fractionalSecondDigits: 3 })
      expect(instantOfMs(ms)).toBe(text)
      expect(msOf(text as Instant)).toBe(ms)
      expect(parseInstant(text)).toBe(text)
    }),
  )
})

it.each([
  ['2026-11-20T10:00:00Z', '2026-11-20T10:00:00.000Z'],
  ['2026-11-20T10:00:00.5Z', '2026-11-20T10:00:00.500Z'],
  ['2026-11-20T10:00:00.123456Z', '2026-11-20T10:00:00.123Z'],
  ['2026-11-20T10:00:00.123999999Z', '2026-11-20T10:00:00.123Z'],
  ['1969-12-31T23:59:59.999999Z', '1969-12-31T23:59:59.999Z'],
])('narrows %s to three decimals', (text, instant) => {
  expect(parseInstant(text)).toBe(instant)
  expect(toInstant(text)).toBe(instant)
})

it.each([
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999Z'],
  ['2016-12-31T23:59:60Z', '2016-12-31T23:59:59.000Z'],
  ['9999-12-31T23:59:60Z', '9999-12-31T23:59:59.000Z'],
])('[R97] takes the first and the last year, and a leap second as the second before: %s', (text, instant) => {
  expect(parseInstant(text)).toBe(instant)
})

it('[R97] refuses the year 0000, which PostgreSQL does not have', () => {
  expect(parseInstant('0000-01-01T00:00:00Z')).toBeUndefined()
  expect(parseInstant('0000-12-31T23:59:59.999Z')).toBeUndefined()
  expect([parseDate('0000-01-01'), parseDate('0000-12-31')]).toEqual([undefined, undefined])
  expect([parseDate('0001-01-01'), parseDate('9999-12-31')]).toEqual(['0001-01-01', '9999-12-31'])
})

it.each([
  ['2026-11-20T10:00:00.000Z', true],
  ['2026-11-20T10:00:00Z', false],
  ['2026-11-20T10:00:00.123456Z', false],
])('the schema of an instant: %s is one: %s', (text, isOne) => {
  expect(Value.Check(Instant, text)).toBe(isOne)
})

it('starts and ends a day with its first and last millisecond', () => {
  const day = '2026-11-20' as CalendarDate
  expect([startOfDate(day), endOfDate(day)]).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-20T23:59:59.999Z'])
})

it('counts days and weeks as Temporal does', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -800, max: 800 }), (day, days) => {
      const plain = Temporal.PlainDate.from(day)
      if (plain.add({ days }).year < 1600 || plain.add({ days }).year > 9999) return
      expect(addDays(day, days)).toBe(plain.add({ days }).toString())
      expect(mondayOf(day)).toBe(plain.subtract({ days: plain.dayOfWeek - 1 }).toString())
      expect(dateOf(addMs(startOfDate(day), 86_399_999))).toBe(day)
    }),
  )
})

it('lists every day between two as Temporal counts them', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -3, max: 800 }), (day, days) => {
      const first = Temporal.PlainDate.from(day)
      const last = first.add({ days })
      if (first.year < 1000 || last.year > 9999) return
      const counted = Array.from({ length: Math.max(0, days + 1) }, (_, after) =>
        first.add({ days: after }).toString(),
      )
      expect(daysBetween(day, last.toString() as CalendarDate)).toEqual(counted)
    }),
  )
})

it.each([
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T25:00:00Z',
  '2026-01-01T00:00:00+02:00',
  '2026-01-01',
  '',
])('takes %j for no instant', (text) => {
  expect(parseInstant(text)).toBeUndefined()
  expect(() => toInstant(text)).toThrow(RangeError)
})

it.each(['2026-02-30', '2026-13-01', '2026-1-1', '', 'today'])('takes %j for no day', (text) => {
  expect(parseDate(text)).toBeUndefined()
})

it('refuses text that is not an instant', () => {
  expect(() => msOf('soon' as Instant)).toThrow(RangeError)
  expect(() => instantOfMs(Number.NaN)).toThrow(RangeError)
})

import { expect, test } from 'vitest'
import { boundsOf, type Month, monthOf, nextMonth, parseMonth } from './month.ts'
import { toInstant } from './time.ts'

test.each([
  ['2026-10', '2026-10'],
  ['2026-00', undefined],
  ['2026-13', undefined],
  ['0000-01', undefined],
  ['2026-1', undefined],
  ['2026-10-01', undefined],
  ['', undefined],
])('%j is read as %j', (text, month) => expect(parseMonth(text)).toBe(month))

test.each([
  ['2026-10', '2026-11'],
  ['2026-12', '2027-01'],
  ['2026-02', '2026-03'],
  ['2028-02', '2028-03'],
])('the month after %s is %s', (month, next) => expect(nextMonth(month as Month)).toBe(next))

test('a month ends where the next one starts', () => {
  const { from, end } = boundsOf('2026-12' as Month)
  expect([from, end]).toEqual(['2026-12-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'])
  expect(monthOf(toInstant('2026-12-31T23:59:59.999Z'))).toBe('2026-12')
})

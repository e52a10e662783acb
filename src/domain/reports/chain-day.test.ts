import { expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { dueChainDays } from './chain-day.ts'

const date = (text: string) => text as CalendarDate
const FIRST = toInstant('2026-11-17T09:00:00Z')
const days = (from: string, to: string) => ({ from, to })
test.each<[string, CalendarDate | null, string | null, string | null, object | undefined]>([
  ['nothing was published', null, null, '2026-11-20T00:00:00Z', undefined],
  ['the ledger never ran', null, FIRST, null, undefined],
  ['a day is not over for a day', null, FIRST, '2026-11-18T23:59:59.999Z', undefined],
  ['the first day is over for a day', null, FIRST, '2026-11-19T00:00:00Z', days('2026-11-17', '2026-11-17')],
  [
    'the day after the last',
    date('2026-11-17'),
    FIRST,
    '2026-11-20T07:00:00Z',
    days('2026-11-18', '2026-11-18'),
  ],
  ['every due day is written', date('2026-11-18'), FIRST, '2026-11-20T23:00:00Z', undefined],
  [
    'many days were missed',
    date('2026-11-18'),
    FIRST,
    '2027-02-20T12:00:00Z',
    days('2026-11-19', '2026-12-19'),
  ],
  [
    'more than 400 days were missed',
    date('2026-11-18'),
    FIRST,
    '2028-02-20T12:00:00Z',
    days('2027-01-15', '2027-02-14'),
  ],
])('[R119] days to write when %s', (_, lastDay, first, ran, expected) => {
  const at = (text: string | null) => (text === null ? null : toInstant(text))
  const place = { lastDay, firstPublishedAt: at(first), ledgerRanAt: at(ran) }
  expect(dueChainDays(place)).toEqual(expected)
})

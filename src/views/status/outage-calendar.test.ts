import { expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import { outageCalendar } from './outage-calendar.ts'

const now = toInstant('2026-11-20T10:00:00Z')
const began = toInstant('2026-11-18T10:00:00Z')
const day = (date: string) => `2026-11-${date}` as CalendarDate

test('has each provider, with days of one state together and its newest outages', () => {
  const outage = { beganAt: began, endedAt: null }
  const record = {
    provider: 'github',
    recordedFrom: toInstant('2026-11-16T00:00:00Z'),
    days: [
      { day: day('16'), outage: null },
      { day: day('18'), outage },
      { day: day('19'), outage },
    ],
    outages: [outage],
  }
  const providers = [
    { provider: 'chain', outageSince: null },
    { provider: 'github', outageSince: began },
  ]
  const removed = { ...record, provider: 'removed' }
  expect(outageCalendar({ providers, records: [record, removed] }, { now })).toEqual([
    {
      provider: 'chain',
      recordedFrom: null,
      days: [{ from: '2026-08-23', to: '2026-11-20', state: 'not_recorded' }],
      newest: [],
    },
    {
      provider: 'github',
      recordedFrom: '2026-11-16T00:00:00.000Z',
      days: [
        { from: '2026-08-23', to: '2026-11-15', state: 'not_recorded' },
        { from: '2026-11-16', to: '2026-11-16', state: 'no_outage' },
        { from: '2026-11-17', to: '2026-11-17', state: 'not_judged' },
        { from: '2026-11-18', to: '2026-11-20', state: 'outage' },
      ],
      newest: [outage],
    },
  ])
})

test('names an outage that an earlier release noticed, before a judgement records it', () => {
  const ended = { beganAt: toInstant('2026-11-10T10:00:00Z'), endedAt: toInstant('2026-11-11T10:00:00Z') }
  const record = { provider: 'github', recordedFrom: ended.beganAt, days: [], outages: [ended] }
  const providers = [
    { provider: 'chain', outageSince: began },
    { provider: 'github', outageSince: began },
  ]
  const running = { beganAt: began, endedAt: null }
  const newest = outageCalendar({ providers, records: [record] }, { now }).map((one) => one.newest)
  expect(newest).toEqual([[running], [running, ended]])
})

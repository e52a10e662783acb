import { DISCLAIMERS } from '../disclaimers.ts'
import { LIMITS } from '../limits.ts'
import { definePublicRead } from '../operation.ts'
import { required, slug } from '../parameter.ts'
import { Diff } from '../shapes/diff.ts'
import { type CalendarDate, toInstant } from '../time.ts'
import { calendarDay } from '../time-parameter.ts'
import { lumen } from './example-lumen.ts'

const example: Diff = {
  project: lumen,
  ...{ from: '2026-10-20' as CalendarDate, to: '2026-11-19' as CalendarDate },
  state: 'available',
  collectedFrom: '2026-08-12' as CalendarDate,
  series: [
    {
      ...{ name: 'momentum', basis: 'knowledge', unit: 'points from 0 to 100' },
      says: 'The Build Momentum that stood at the end of the day.',
      atFrom: { value: 41, rule: 'build.momentum@2' },
      atTo: { value: 67.5, rule: 'build.momentum@2' },
      ...{ changed: true, difference: 26.5 },
    },
    {
      ...{ name: 'price', basis: 'observed', unit: 'US dollars a token' },
      says: "A provider's last price of the day.",
      atFrom: { value: null, reason: 'NOT_RECORDED' },
      atTo: {
        ...{ value: 0.0125, rule: 'market.status@5', provider: 'dexscreener' },
        observedAt: toInstant('2026-11-19T23:50:00Z'),
      },
      changed: null,
    },
  ],
  events: {
    countedFrom: toInstant('2026-10-20T00:00:00Z'),
    countedTo: toInstant('2026-11-19T23:59:59.999Z'),
    items: [
      { type: 'build.release', count: 3 },
      { type: 'lock.observed', count: null, reason: 'NO_SOURCE' },
    ],
  },
  disclaimer: DISCLAIMERS.diff,
}

export const diff = definePublicRead({
  name: 'diff',
  operationId: 'getProjectDiff',
  path: '/api/projects/{slug}/diff',
  input: {
    path: { slug: required(slug()) },
    query: {
      from: required(calendarDay('The earlier day')),
      to: required(calendarDay(`The later day, at most ${LIMITS.diffDays} days after \`from\``)),
    },
  },
  output: Diff,
  tag: 'Project records',
  summary: 'Compare two days of a project',
  description:
    'The value of each series at the end of both days, and how many events of each type the ledger has on these days and those between. `countedFrom` and `countedTo` say which days. An event counts at the time its source gives, else when it was first known. A type that was not measured over the whole span has null with the reason. No cause is given. A span that begins before collection is partial; one that ends before it is unavailable.',
  examples: [
    {
      name: 'thirty-days',
      summary: 'Two days a month apart; series and types are shortened',
      input: { slug: 'lumen', from: '2026-10-20', to: '2026-11-19' },
      answer: example,
    },
  ],
})

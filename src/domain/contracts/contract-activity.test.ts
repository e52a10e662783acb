import { expect, test } from 'vitest'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import {
  CONTRACT,
  explorer,
  FAILED,
  MISSING,
  NEWER,
  NOW,
  OLDER,
  READ,
  recordOf,
  sourceOf,
  streamOf,
} from '#test/given/contract-record.ts'
import { contractSections } from './contract-sections.ts'
import type { ContractRecord } from './held-contract.ts'

const collected = {
  from: toInstant('2026-11-01T00:00:00Z'),
  sinceCreation: false,
  to: READ,
  readAt: READ,
  daysFrom: '2026-11-13' as CalendarDate,
}
const LONG_AGO = toInstant('2026-11-17T11:59:59Z')
const dayAt = (date: string) => `2026-11-${date}` as CalendarDate
const called = {
  day: '2026-11-14' as CalendarDate,
  calls: 3,
  methods: ['method:00000000-0000-4000-8000-000000000001'] as const,
}
const readOn = {
  sources: [explorer(CONTRACT, streamOf('method_use'))],
}
const withoutSource = (reading: object) => ({
  sources: [explorer(CONTRACT, streamOf('method_use'), streamOf('verified_source', reading))],
  answering: [{ code: CONTRACT, from: null, to: null, decodable: false }],
})
const use = (given: Partial<ContractRecord['use']> = {}) => ({
  sourceId: sourceOf({}).id,
  collected,
  days: [called],
  methods: [],
  ...given,
})
const upgradedAt = (time: string): ContractRecord['answering'] => [
  { code: OLDER, from: null, to: toInstant(time), decodable: true },
  { code: NEWER, from: toInstant(time), to: null, decodable: false },
]
test.each([
  ['calls', { ...readOn, use: use() }, 'MEASURED', 3],
  ['a known zero', { ...readOn, use: use({ days: [] }) }, 'MEASURED', 0],
  ['never read', readOn, 'NOT_ENOUGH_YET', null],
  [
    'never read, because the explorer fails',
    { ...readOn, sources: [explorer(CONTRACT, streamOf('method_use', FAILED))] },
    'SOURCE_UNAVAILABLE',
    null,
  ],
  [
    'read for less than seven days',
    { ...readOn, use: use({ collected: { ...collected, from: toInstant('2026-11-15T00:00:00Z') } }) },
    'NOT_ENOUGH_YET',
    null,
  ],
  ['without a verified interface', { ...withoutSource(MISSING), use: use() }, 'NO_SOURCE', null],
  [
    'upgraded to code without a verified interface after the seven days',
    { ...readOn, answering: upgradedAt('2026-11-20T08:00:00Z'), use: use() },
    'MEASURED',
    3,
  ],
  [
    'upgraded to code without a verified interface on one of the seven days',
    { ...readOn, answering: upgradedAt('2026-11-19T08:00:00Z'), use: use() },
    'NO_SOURCE',
    null,
  ],
  ['whose verified source no explorer could give', withoutSource(FAILED), 'SOURCE_UNAVAILABLE', null],
  [
    'of a source that is not counted',
    { ...readOn, source: sourceOf({ counted: false }), use: use() },
    'NOT_APPLICABLE',
    null,
  ],
  [
    '[R115] not fresh any more: the days that were read, and the state',
    {
      ...readOn,
      sources: [explorer(CONTRACT, streamOf('method_use', { lastOkAt: toInstant('2026-11-18T11:00:00Z') }))],
      use: use({
        collected: { ...collected, to: toInstant('2026-11-18T11:00:00Z'), daysFrom: dayAt('11') },
      }),
    },
    'STALE',
    3,
  ],
  [
    '[R115] the explorer fails for longer than 72 hours',
    {
      ...readOn,
      sources: [explorer(CONTRACT, streamOf('method_use', { lastOkAt: LONG_AGO, failingSince: LONG_AGO }))],
      use: use({ collected: { ...collected, to: LONG_AGO, daysFrom: dayAt('10') } }),
    },
    'SOURCE_UNAVAILABLE',
    null,
  ],
  [
    '[R115] collected only up to more than 72 hours ago',
    { ...readOn, use: use({ collected: { ...collected, to: LONG_AGO, daysFrom: dayAt('10') } }) },
    'STALE',
    null,
  ],
  [
    'the implementation alone is listed at the explorer',
    { ...readOn, sources: [explorer(NEWER, streamOf('method_use', FAILED))] },
    'NOT_ENOUGH_YET',
    null,
  ],
])('seven-day activity: %s', (_, given, state, calls) => {
  const { activity } = contractSections(recordOf(given), NOW)
  expect([activity.state, activity.value === null ? null : activity.value.calls]).toEqual([state, calls])
})

test('covers seven complete days, and says since when calls were collected', () => {
  const { activity } = contractSections(recordOf({ ...readOn, use: use() }), NOW)
  expect(activity.value).toMatchObject({
    from: '2026-11-13',
    to: '2026-11-19',
    collectedFrom: collected.from,
  })
})

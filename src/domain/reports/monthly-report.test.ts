import { expect, test } from 'vitest'
import type { Month } from '#contract/month.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { isCollectedKind } from '#domain/ships/ship-coverage.ts'
import { countMonth, dueMonths, type MonthRecords, rulesOf, type StandingCount } from './monthly-report.ts'

const at = (text: string): Instant => toInstant(text)

test.each([
  ['before the first publication', null, null, '2026-11-20T00:00:00Z', []],
  ['before the ledger ran', null, '2026-09-20T00:00:00Z', null, []],
  ['in the first month', null, '2026-11-01T00:00:00Z', '2026-11-30T23:59:59Z', []],
  ['on the day after a month', null, '2026-10-31T23:59:59Z', '2026-11-01T23:59:59.999Z', []],
  ['a day after a month', null, '2026-10-31T23:59:59Z', '2026-11-02T00:00:00Z', ['2026-10']],
  [
    'after missed months',
    null,
    '2025-12-31T00:00:00Z',
    '2026-03-02T00:00:00Z',
    ['2025-12', '2026-01', '2026-02'],
  ],
  ['after the last report', '2026-09', '2026-01-01T00:00:00Z', '2026-11-05T00:00:00Z', ['2026-10']],
  ['with every report', '2026-10', '2026-01-01T00:00:00Z', '2026-11-05T00:00:00Z', []],
])('%s', (_, lastMonth, first, ran, months) => {
  const place = {
    lastMonth: lastMonth as Month | null,
    firstPublishedAt: first === null ? null : at(first),
    ledgerRanAt: ran === null ? null : at(ran),
  }
  expect(dueMonths(place)).toEqual(months)
})

const standing = (fact: StandingCount['fact'], state: StandingCount['state'], projects: number) =>
  ({ fact, state, projects, status: null, rule: 'coverage@8' }) satisfies StandingCount
const NOTHING: MonthRecords = { published: 0, standing: [], ships: [], changes: [] }

test('counts of measured projects are known, zeros too', () => {
  const counts = countMonth({
    published: 5,
    standing: [
      { ...standing('activity.status', 'MEASURED', 3), status: 'SHIPPING' },
      { ...standing('activity.status', 'MEASURED', 1), status: 'DORMANT' },
      standing('activity.status', 'STALE', 1),
      standing('coverage.building', 'MEASURED', 4),
      standing('coverage.building', 'STALE', 1),
      standing('coverage.contracts', 'MEASURED', 5),
      standing('coverage.deployments', 'MEASURED', 2),
      standing('coverage.deployments', 'NO_SOURCE', 3),
    ],
    ships: [{ kind: 'release', ships: 7 }],
    changes: [{ type: 'build.resumed', changes: 2 }],
  })
  expect(counts.statuses.map(({ status, count }) => [status, count])).toEqual([
    ['SHIPPING', 3],
    ['ACTIVE', 0],
    ['QUIET', 0],
    ['DORMANT', 1],
    ['RESUMED', 0],
    ['UNKNOWN', 1],
  ])
  expect(new Set(counts.statuses.map(({ state }) => state))).toEqual(new Set(['MEASURED']))
  expect(counts.coverage).toEqual([
    { dimension: 'building', measured: 4, notMeasured: [{ state: 'STALE', projects: 1 }] },
    { dimension: 'contracts', measured: 5, notMeasured: [] },
    { dimension: 'deployments', measured: 2, notMeasured: [{ state: 'NO_SOURCE', projects: 3 }] },
  ])
  const ofKind = (kind: string) => counts.ships.find((one) => one.kind === kind)
  expect(ofKind('release')).toEqual({ kind: 'release', state: 'MEASURED', count: 7 })
  expect(ofKind('upgrade')).toEqual({ kind: 'upgrade', state: 'MEASURED', count: 0 })
  expect(ofKind('deployment')).toEqual({ kind: 'deployment', state: 'MEASURED', count: 0 })
  expect(counts.changes.map(({ count }) => count)).toEqual([2, 0, 0, 0, 0])
})

test('counts that no project was measured for are null with the reason of most projects', () => {
  const counts = countMonth({
    ...NOTHING,
    published: 3,
    standing: [
      standing('activity.status', 'NO_SOURCE', 3),
      standing('coverage.building', 'NO_SOURCE', 2),
      standing('coverage.building', 'STALE', 1),
      standing('coverage.contracts', 'MEASURED', 1),
      standing('coverage.contracts', 'NO_SOURCE', 2),
      standing('coverage.deployments', 'STALE', 1),
      standing('coverage.deployments', 'NO_SOURCE', 2),
    ],
  })
  expect(counts.statuses.find(({ status }) => status === 'QUIET')).toEqual({
    status: 'QUIET',
    state: 'NO_SOURCE',
    count: null,
  })
  expect(counts.statuses.find(({ status }) => status === 'UNKNOWN')?.count).toBe(3)
  expect(counts.ships.find(({ kind }) => kind === 'release')).toMatchObject({
    state: 'NO_SOURCE',
    count: null,
  })
  expect(counts.ships.find(({ kind }) => kind === 'upgrade')).toMatchObject({ count: 0 })
  expect(counts.ships.find(({ kind }) => kind === 'deployment')).toEqual({
    kind: 'deployment',
    state: 'NO_SOURCE',
    count: null,
  })
  expect(counts.changes.find(({ type }) => type === 'contract.followup_deployed')).toEqual({
    type: 'contract.followup_deployed',
    state: 'NO_SOURCE',
    count: null,
  })
  expect(counts.changes.find(({ type }) => type === 'build.dormant')?.count).toBeNull()
  expect(counts.changes.find(({ type }) => type === 'contract.deployed')?.count).toBe(0)
})

test.each(['feature', 'integration', 'docs'])(
  'counts of a kind that no collector makes are null: %s',
  (kind) => {
    const measured = countMonth({
      ...NOTHING,
      published: 3,
      standing: [standing('coverage.building', 'MEASURED', 3), standing('coverage.contracts', 'MEASURED', 3)],
    })
    for (const { ships } of [measured, countMonth(NOTHING)])
      expect(ships.find((one) => one.kind === kind)).toEqual({ kind, state: 'NO_SOURCE', count: null })
  },
)

test('counts without a project do not apply', () => {
  const { ships, changes, coverage } = countMonth(NOTHING)
  for (const count of [...ships.filter(({ kind }) => isCollectedKind(kind)), ...changes])
    expect(count).toMatchObject({ state: 'NOT_APPLICABLE', count: null })
  expect(coverage.map(({ measured }) => measured)).toEqual([0, 0, 0])
})

test('a report names its own rule and each rule that it counts by once', () => {
  const concluded = standing('activity.status', 'STALE', 1)
  const rules = rulesOf([
    { ...concluded, rule: 'activity.status@2' },
    { ...concluded, rule: 'activity.status@2' },
    { ...concluded, rule: null },
  ])
  expect(rules).toEqual([
    'report.monthly@4',
    expect.stringMatching(/^ships\.counted@\d+$/),
    'activity.status@2',
  ])
})

import { describe, expect, test } from 'vitest'
import { CHANGE_TYPES, type ChangeType } from '#contract/events.ts'
import { HISTORY_SERIES_NAMES, type HistorySeriesName } from '#contract/history-series.ts'
import type { Slug } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { DiffRecord } from '#domain/history/history-record.ts'
import type { HistoryPoint } from '#domain/history/point.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { diffOf } from './diff.ts'

const site = { baseUrl: 'https://svc.example' }
const day = (text: string) => text as CalendarDate
const span = { from: day('2026-11-10'), to: day('2026-11-17') }
const RUN = toInstant('2026-11-19T12:00:00Z')
const AT = toInstant('2026-11-10T10:00:00Z')

const point = (on: string, given: Partial<HistoryPoint>): HistoryPoint => ({
  series: 'status',
  day: day(on),
  state: 'MEASURED',
  value: 'QUIET',
  rule: 'activity.status@6',
  provider: null,
  observedAt: null,
  kind: null,
  ...given,
})
const series = (points: readonly HistoryPoint[], firstDay = '2026-11-01') => ({
  points,
  firstDay: day(firstDay),
})
const record = (given: Partial<DiffRecord> = {}): DiffRecord => ({
  project: {
    id: 'p',
    slug: 'lumen' as Slug,
    name: 'Lumen',
    token: null,
    coverage: KNOWN.coverage,
    market: KNOWN.market,
    valuationWithheld: null,
  },
  series: new Map([['status', series([])]]),
  counts: new Map(),
  gaps: new Map(),
  ledgerRunAt: RUN,
  integrityPublished: false,
  ...given,
})
const diff = (given: Partial<DiffRecord> = {}) => diffOf({ record: record(given), span }, { site })

function comparedOf(name: HistorySeriesName, points: readonly HistoryPoint[]) {
  const { series: all } = diff({ series: new Map([[name, series(points)]]) })
  const { atFrom, atTo, changed, difference } = all.find((one) => one.name === name) ?? {}
  return { atFrom: atFrom?.value, atTo: atTo?.value, changed, difference }
}

test.each([
  ['2026-11-10', 'available'],
  ['2026-11-11', 'partial'],
  ['2026-11-17', 'partial'],
  ['2026-11-18', 'unavailable'],
  [null, 'unavailable'],
])('days that are collected from %s on are %s', (from, state) => {
  const collected = from === null ? new Map() : new Map([['status', series([], from)] as const])
  expect(diff({ series: collected })).toMatchObject({
    from: span.from,
    to: span.to,
    state,
    collectedFrom: from,
    project: { slug: 'lumen', name: 'Lumen', url: 'https://svc.example/projects/lumen' },
  })
})

test('every series is compared, and a day without a point has that reason', () => {
  const { series: all } = diff()
  expect(all.map(({ name }) => name)).toEqual(HISTORY_SERIES_NAMES)
  for (const one of all) {
    const missing = { value: null, reason: 'NOT_RECORDED' }
    expect(one).toMatchObject({ atFrom: missing, atTo: missing, changed: null })
    expect(one).not.toHaveProperty('difference')
  }
})

const usd = { series: 'valuation', provider: 'dexscreener', observedAt: AT } as const

describe('two days of a series', () => {
  test.each<[string, HistorySeriesName, Partial<HistoryPoint>, Partial<HistoryPoint>, unknown, unknown]>([
    ['the same word', 'status', {}, {}, false, undefined],
    ['another word', 'status', {}, { value: 'ACTIVE' }, true, undefined],
    ['an unknown first day', 'status', { state: 'STALE', value: null }, {}, null, undefined],
    ['an unknown last day', 'status', {}, { state: 'STALE', value: null }, null, undefined],
    ['the same number', 'momentum', { value: 4 }, { value: 4 }, false, 0],
    ['a lower number', 'momentum', { value: 10.4 }, { value: 3.6 }, true, -6.8],
    ['a known zero', 'momentum', { value: 0 }, { value: 3 }, true, 3],
    ['a number and a word', 'momentum', { value: 4 }, { value: 'x' }, true, undefined],
    ['a word and a number', 'momentum', { value: 'x' }, { value: 4 }, true, undefined],
    [
      'valuations of one kind',
      'valuation',
      { ...usd, value: 5, kind: 'fdv' },
      { ...usd, value: 7, kind: 'fdv' },
      true,
      2,
    ],
    [
      'valuations of two kinds',
      'valuation',
      { ...usd, value: 5, kind: 'fdv' },
      { ...usd, value: 7, kind: 'marketCap' },
      null,
      undefined,
    ],
  ])('with %s', (_, name, first, last, changed, difference) => {
    const points = [
      point(span.from, { series: name, ...first }),
      point('2026-11-12', { value: 'DORMANT' }),
      point(span.to, { series: name, ...last }),
    ]
    const compared = comparedOf(name, points)
    expect(compared).toEqual({ atFrom: points[0]?.value, atTo: points[2]?.value, changed, difference })
  })

  test('have the rule, and for a figure its provider, time and kind', () => {
    const points = [
      point(span.from, { ...usd, value: 5, kind: 'fdv' }),
      point(span.to, { ...usd, state: 'WITHHELD', value: null, provider: null, observedAt: null }),
    ]
    const { series: all } = diff({ series: new Map([['valuation', series(points)]]) })
    const rule = 'activity.status@6'
    expect(all.find(({ name }) => name === 'valuation')).toMatchObject({
      atFrom: { value: 5, rule, provider: 'dexscreener', observedAt: AT, kind: 'fdv' },
      atTo: { value: null, reason: 'WITHHELD', rule },
      changed: null,
    })
    const plain = comparedOf('liquidity', [point(span.from, { ...usd, series: 'liquidity', value: 5 })])
    expect(plain).toMatchObject({ atFrom: 5, atTo: null, changed: null })
  })

  test('say why a valuation is withheld now, and only for the valuation', () => {
    const project = { ...record().project, valuationWithheld: 'NO_TRADING' } as const
    const withheld = diff({ project }).series.filter((one) => 'valuationWithheld' in one)
    expect(withheld).toMatchObject([{ name: 'valuation', valuationWithheld: 'NO_TRADING' }])
  })
})

describe('values by two versions of a rule', () => {
  test.each<[string, HistorySeriesName, Partial<HistoryPoint>, Partial<HistoryPoint>, unknown, unknown]>([
    ['two versions of a rule', 'status', { rule: 'activity.status@3' }, { value: 'ACTIVE' }, null, undefined],
    ['the same word by two versions', 'status', { rule: 'activity.status@3' }, {}, null, undefined],
    [
      'numbers by two versions of a rule',
      'momentum',
      { value: 60, rule: 'build.momentum@1' },
      { value: 67.5, rule: 'build.momentum@2' },
      null,
      undefined,
    ],
    [
      'what the chain dates, by two versions of a rule',
      'contract_changes',
      { value: 0, rule: 'history.days@2' },
      { value: 1, rule: 'history.days@3' },
      null,
      undefined,
    ],
    [
      'figures that two versions of a rule show',
      'liquidity',
      { ...usd, value: 5, rule: 'market.status@5' },
      { ...usd, value: 7, rule: 'market.status@7' },
      true,
      2,
    ],
  ])('with %s', (_, name, first, last, changed, difference) => {
    const points = [point(span.from, { series: name, ...first }), point(span.to, { series: name, ...last })]
    const compared = comparedOf(name, points)
    expect(compared).toEqual({ atFrom: points[0]?.value, atTo: points[1]?.value, changed, difference })
  })
})

describe('the events between two days', () => {
  const countOf = (given: Partial<DiffRecord>, type: ChangeType) =>
    diff(given).events.items.find((one) => one.type === type)

  test('are counted from the first collected day to the end of the last', () => {
    const days = (from: string, ledgerRunAt: typeof RUN | null = RUN) => {
      const { events } = diff({ series: new Map([['status', series([], from)]]), ledgerRunAt })
      return [events.countedFrom, events.countedTo]
    }
    const END = '2026-11-17T23:59:59.999Z'
    expect(days('2026-11-01')).toEqual(['2026-11-10T00:00:00.000Z', END])
    expect(days('2026-11-12')).toEqual(['2026-11-12T00:00:00.000Z', END])
    const within = toInstant('2026-11-15T01:00:00Z')
    expect(days('2026-11-01', within)).toEqual(['2026-11-10T00:00:00.000Z', within])
    expect(days('2026-11-18')).toEqual([null, null])
    expect(days('2026-11-01', null)).toEqual([null, null])
  })

  test('of a type without any are none', () => {
    const { items } = diff({ counts: new Map([['build.release', 3]]) }).events
    expect(items.map(({ type }) => type)).toEqual(
      CHANGE_TYPES.filter((type) => type !== 'market_integrity.event'),
    )
    expect(items).toContainEqual({ type: 'build.release', count: 3 })
    expect(items).toContainEqual({ type: 'build.ship', count: 0 })
  })

  test.each<[string, Partial<DiffRecord>, object]>([
    ['was not measured', { gaps: new Map([['building', 'STALE']]) }, { reason: 'STALE' }],
    [
      'was not measured, though one is recorded',
      { gaps: new Map([['building', 'STALE']]), counts: new Map([['build.release', 1]]) },
      { reason: 'STALE', recorded: 1 },
    ],
    ['was not collected', { series: new Map() }, { reason: 'NOT_RECORDED' }],
    ['the ledger was not written', { ledgerRunAt: null }, { reason: 'NOT_ENOUGH_YET' }],
    [
      'had no day yet when the ledger was written',
      { ledgerRunAt: toInstant('2026-11-09T23:26:54Z') },
      { reason: 'NOT_ENOUGH_YET' },
    ],
    ['neither', { ledgerRunAt: null, series: new Map() }, { reason: 'NOT_RECORDED' }],
  ])('have no count while their subject %s', (_, given, expected) => {
    expect(countOf(given, 'build.release')).toEqual({ type: 'build.release', count: null, ...expected })
  })
})

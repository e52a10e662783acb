import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import type { Site } from '../site/links.ts'
import { ruleInForce } from '../words/rules.ts'
import { dayFigures, dayMarkdown, dayTitle, firstDay, type ProjectDay, sharedDay } from './project-day.ts'

const DAY = '2026-11-18' as CalendarDate
const AT = '2026-11-18T23:00:00.000Z'
const STATUS = { name: 'status', says: 'The status.', unit: 'a status', collectedFrom: '2026-11-03' }
const MOMENTUM = { name: 'momentum', says: 'The momentum.', unit: 'points', collectedFrom: '2026-11-02' }
const PRICE = { name: 'price', says: 'The price.', unit: 'USD', collectedFrom: null }
const USE = {
  name: 'contract_use',
  says: 'The calls.',
  unit: 'calls',
  basis: 'reconstructed_from_chain',
  collectedFrom: null,
}
const EVENT = 'ship:1d4f5ca2-9356-5513-a0f1-4458e73cf1c3'
const SITE = { baseUrl: 'https://svc.example' } as Site
const item = (value: unknown, rest: object = {}) => ({ day: DAY, value, rule: 'rule@1', ...rest })

function dayOf(series: readonly object[], changes: readonly object[] = []): ProjectDay {
  const project = { slug: 'lumen', name: 'Lu*men' }
  return {
    day: DAY,
    last: DAY,
    changes,
    hasMoreChanges: false,
    history: { project, series, disclaimer: 'No verdict.' },
  } as unknown as ProjectDay
}

test.each([
  ['an item', { items: [item('ACTIVE')] }, ['ACTIVE', 'Active', 'rule@1', undefined]],
  ['a number', { items: [item(1234.5)] }, [1234.5, '1,234.5', 'rule@1', undefined]],
  [
    'an item without a rule',
    { items: [item(2, { rule: undefined })] },
    [2, '2', ruleInForce('history.days'), undefined],
  ],
  ['no item', { items: [], reason: 'STALE' }, [undefined, undefined, undefined, 'STALE']],
  ['no item and no reason', { items: [] }, [undefined, undefined, undefined, 'NOT_RECORDED']],
  [
    'an unknown value',
    { items: [item(null, { reason: 'ERROR' })] },
    [undefined, undefined, undefined, 'ERROR'],
  ],
  [
    'an unknown value without a reason',
    { items: [item(null)] },
    [undefined, undefined, undefined, 'NOT_RECORDED'],
  ],
])('a series with %s has that figure', (_, given, expected) => {
  const [figure] = dayFigures(dayOf([{ ...MOMENTUM, ...given }])) as unknown as [Record<string, unknown>]
  expect(['value', 'words', 'rule', 'reason'].map((key) => figure[key])).toEqual(expected)
})

test('the figures have their place, words, provider and kind in the order of the history', () => {
  const read = { provider: 'dexscreener', observedAt: AT }
  const figures = dayFigures(
    dayOf([
      { ...STATUS, items: [item('ACTIVE')] },
      { ...PRICE, items: [item(2, read)] },
    ]),
  )
  expect(figures).toMatchObject([
    {
      path: 'series.0.items.0.value',
      title: 'Status',
      says: 'The status.',
      unit: 'a status',
      isMarket: false,
      provider: undefined,
      observedAt: undefined,
    },
    { path: 'series.1.items.0.value', title: 'Price', isMarket: true, ...read },
  ])
})

test.each([
  ['marketCap', 'Market cap'],
  ['fdv', 'Fully diluted value'],
  [undefined, 'Valuation'],
])('[contract valuation kind marketCap|fdv] a valuation of the kind %s has the title “%s”', (kind, title) => {
  const items = kind === undefined ? [] : [item(5, { kind })]
  const series = { name: 'valuation', says: 'The valuation.', unit: 'USD', collectedFrom: null, items }
  expect(dayFigures(dayOf([series]))).toMatchObject([{ title, isMarket: true, isReconstructed: false }])
})

test('a series that is reconstructed from the chain says so', () => {
  expect(dayFigures(dayOf([USE, MOMENTUM].map((series) => ({ ...series, items: [item(1)] }))))).toMatchObject(
    [
      { title: 'Contract use', isReconstructed: true },
      { title: 'Momentum', isReconstructed: false },
    ],
  )
})

test.each([
  [{ items: [item('SHIPPING')] }, 'shipping'],
  [{ items: [item('UNKNOWN')] }, 'status unknown'],
  [{ items: [] }, 'status not recorded'],
])('the title and the picture of a day say its status: %j', (given, words) => {
  const of = dayOf([
    { ...MOMENTUM, items: [item(3)] },
    { ...STATUS, ...given },
  ])
  expect(dayTitle(of)).toBe(`Lu*men on 18 Nov 2026: ${words}`)
  expect(sharedDay(of)).toEqual({ title: 'Lu*men', lines: [`18 Nov 2026: ${words}`] })
})

test('the first day is the earliest of any series, and undefined before one', () => {
  expect(firstDay(dayOf([STATUS, PRICE, MOMENTUM]))).toBe('2026-11-02')
  expect(firstDay(dayOf([PRICE]))).toBeUndefined()
})

test('a day as Markdown has each figure on a line, and the changes that still stand', () => {
  const series = [
    { ...STATUS, items: [item('ACTIVE')] },
    { ...MOMENTUM, items: [], reason: 'STALE' },
    { ...PRICE, items: [item(0.5, { provider: 'dexscreener', observedAt: AT })] },
    { ...USE, items: [item(0)] },
  ]
  const dated = { id: EVENT, op: 'upsert', type: 'build.release', occurredAt: AT, recordedAt: AT }
  const changes = [{ ...dated, summary: 'One *change*' }]
  expect(dayMarkdown(dayOf(series, changes), SITE).split('\n')).toEqual([
    '# Lu＊men on 18 Nov 2026',
    '',
    expect.stringContaining('The values that were written when the day had ended.'),
    '',
    '- Status: Active (rule@1)',
    '- Momentum: unknown (the last reading is too old)',
    '- Contract use: 0 (calls, rule@1). Reconstructed from the chain.',
    '',
    '## Changes up to that day',
    '',
    expect.stringContaining('Each entry reads as it stands today.'),
    '',
    `- ${AT}: “One ＊change＊” (build.release), https://svc.example/api/evidence/ship%3A${EVENT.slice(5)}`,
    '',
    '## Market, as context',
    '',
    'Market figures never enter a status, a rank or the momentum.',
    '',
    '- Price: 0.5 (USD, DEX Screener, read 18 Nov 2026, 23:00 UTC, rule@1)',
    '',
    'As JSON: https://svc.example/api/projects/lumen/history?from=2026-11-18&to=2026-11-18',
    '',
    'No verdict.',
    '',
  ])
})

test.each([
  ['before the ledger', '2026-11-19', 'The ledger begins on 19 Nov 2026. What was before is not kept.'],
  ['of the first entry', DAY, 'The ledger had no entry of this project that stands today.'],
  ['of a ledger without an entry', undefined, 'The ledger had no entry of this project that stands today.'],
])('a day %s without changes says what the ledger has', (_, ledgerFrom, expected) => {
  const of = { ...dayOf([]), ...(ledgerFrom !== undefined && { ledgerFrom: ledgerFrom as CalendarDate }) }
  expect(dayMarkdown(of, SITE)).toContain(`\n\n${expected}\n\n`)
})

test('says that the ledger had earlier entries than those that are listed, also where none is listed', () => {
  const more =
    'The ledger had earlier entries too, which are not listed here. All changes: https://svc.example/changes?project=lumen'
  const one = { id: EVENT, op: 'upsert', type: 'build.release', occurredAt: AT, summary: 'A change' }
  for (const changes of [[one], []]) {
    const text = dayMarkdown({ ...dayOf([], changes), hasMoreChanges: true }, SITE)
    expect(text).toContain(`\n\n${more}\n\n`)
    expect(text.includes('A change')).toBe(changes.length > 0)
    expect(text).not.toContain('The ledger had no entry')
    expect(dayMarkdown(dayOf([], changes), SITE)).not.toContain(more)
  }
})

import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { dayFigures, dayMarkdown, dayTitle, firstDay, type ProjectDay, sharedDay } from './project-day.ts'
import { ruleInForce } from './rule-words.ts'

const DAY = '2026-11-18' as CalendarDate
const AT = '2026-11-18T23:00:00.000Z'
const STATUS = { name: 'status', says: 'The status.', unit: 'a status', collectedFrom: '2026-11-03' }
const MOMENTUM = { name: 'momentum', says: 'The momentum.', unit: 'points', collectedFrom: '2026-11-02' }
const PRICE = { name: 'price', says: 'The price.', unit: 'USD', collectedFrom: null }
const item = (value: unknown, rest: object = {}) => ({ day: DAY, value, rule: 'rule@1', ...rest })

function dayOf(series: readonly object[], changes: readonly object[] = []): ProjectDay {
  const project = { slug: 'lumen', name: 'Lu*men' }
  return {
    day: DAY,
    last: DAY,
    changes,
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
  [
    'no item of a day that was read',
    { items: [], reason: 'MEASURED' },
    [undefined, undefined, undefined, 'NOT_RECORDED'],
  ],
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
    { ...PRICE, items: [item(0.5, { provider: 'dexscreener' })] },
  ]
  const changes = [{ summary: 'One *change*' }, {}, { summary: 'Another change' }]
  expect(dayMarkdown(dayOf(series, changes), 'https://svc.example').split('\n')).toEqual([
    '# Lu＊men on 18 Nov 2026',
    '',
    'The values that were written when the day had ended.',
    '',
    '- Status: Active (rule@1)',
    '- Momentum: unknown (the last reading is too old)',
    '- Price: 0.5 (USD, dexscreener, rule@1)',
    '',
    '## Changes that the ledger had when the day ended',
    '',
    '- One ＊change＊',
    '- Another change',
    '',
    'As JSON: https://svc.example/api/projects/lumen/history?from=2026-11-18&to=2026-11-18',
    '',
    'No verdict.',
    '',
  ])
  expect(dayMarkdown(dayOf([]), '')).toContain('The ledger had no entry that stands today.')
})

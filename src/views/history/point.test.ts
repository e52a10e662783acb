import { expect, test } from 'vitest'
import type { DatedProject } from '#domain/history/history-record.ts'
import type { HistoryPoint } from '#domain/history/point.ts'
import { pointValue, seriesFields } from './point.ts'

const POINT = {
  series: 'valuation',
  day: '2026-11-18',
  state: 'MEASURED',
  rule: 'market.status@7',
  value: 7,
  provider: 'dexscreener',
  observedAt: '2026-11-18T23:00:00.000Z',
  kind: 'fdv',
} as unknown as HistoryPoint
const { value, rule, provider, observedAt, kind } = POINT

test.each<[string, Partial<HistoryPoint>, object]>([
  ['a reading of a kind', {}, { value, rule, provider, observedAt, kind }],
  ['a reading', { kind: null }, { value, rule, provider, observedAt }],
  ['no provider', { provider: null }, { value, rule }],
  ['no time of reading', { observedAt: null }, { value, rule }],
  ['a reason', { state: 'WITHHELD', value: null }, { value: null, reason: 'WITHHELD', rule }],
])('a point with %s has these fields alone', (_, given, expected) => {
  expect(pointValue({ ...POINT, ...given })).toStrictEqual(expected)
})

test('only the valuation is withheld, and only while the market is dead', () => {
  const dead = { valuationWithheld: 'NO_TRADING' } as DatedProject
  expect(seriesFields('valuation', dead)).toMatchObject({
    name: 'valuation',
    valuationWithheld: 'NO_TRADING',
  })
  for (const [name, project] of [
    ['price', dead],
    ['valuation', { valuationWithheld: null } as DatedProject],
  ] as const)
    expect(seriesFields(name, project)).not.toHaveProperty('valuationWithheld')
})

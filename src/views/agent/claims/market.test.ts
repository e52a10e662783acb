import { expect, test } from 'vitest'
import type { CoverageState, MarketStatus } from '#contract/enums.ts'
import type { Market } from '#contract/shapes/market.ts'
import { marketClaims } from './market.ts'

const market = (state: CoverageState, status: MarketStatus) =>
  ({
    ...{ project: { slug: 'lumen' }, state, status, items: [] },
    ...{ from: '2026-11-13', to: '2026-11-19', collectedFrom: null },
  }) as unknown as Market

test.each([
  ['MEASURED', 'LIVE', { kind: 'DERIVED', statement: 'lumen market status now: LIVE.', value: 'LIVE' }],
  ['MEASURED', 'INSUFFICIENT_DATA', { kind: 'UNKNOWN', statement: 'lumen market status now: unknown.' }],
  ['STALE', 'LIVE', { kind: 'UNKNOWN', statement: 'lumen market status now: unknown.', reason: 'STALE' }],
] as const)('a market that is %s with the status %s', (state, status, expected) => {
  const [now] = marketClaims(market(state, status))
  expect(now).toMatchObject(expected)
  expect(now?.value).toBe('value' in expected ? expected.value : undefined)
})

import { expect, test } from 'vitest'
import type { CoverageState } from '#contract/enums.ts'
import type { Output } from '#contract/operations/index.ts'
import { lockClaims } from './snapshot.ts'

const at = '2026-11-19T10:00:00.000Z'
const lock = (id: number, withdrawn: boolean) => ({
  id: `lock:4663:${id}`,
  amount: '100000000000000000000',
  withdrawn,
  unlockAt: '2026-12-01T00:00:00.000Z',
  observedAt: at,
})
const LOCKER = 'source:00000000-0000-4000-8000-000000000001'
const claimsOf = (locks: { state: CoverageState; total?: number; items?: object[] }, asOf = at) =>
  lockClaims({
    locks: { scope: 'Of one locker.', ...locks },
    claims: { locks: { kind: 'FACT', observed_at: at, evidence: [LOCKER] } },
    freshness: { asOf },
  } as unknown as Output<'snapshot'>)

test('locks that were read and are none are a known zero that cites the lockers that were read', () => {
  expect(claimsOf({ state: 'MEASURED', total: 0, items: [] })).toEqual([
    {
      kind: 'FACT',
      words: 'service',
      statement: 'Token locks recorded: 0. Of one locker.',
      value: 0,
      freshness: 'MEASURED',
      observedAt: at,
      evidence: [LOCKER],
    },
  ])
})

test('the first standing lock is told with every digit of its amount', () => {
  const items = [lock(1, false), lock(2, true)]
  expect(claimsOf({ state: 'STALE', total: 2, items })).toMatchObject([
    {
      statement:
        'Token locks recorded: 2. The next to unlock holds 100000000000000000000 of the smallest unit and unlocks at 2026-12-01T00:00:00.000Z.',
      value: 2,
      freshness: 'STALE',
      observedAt: at,
      evidence: ['lock:4663:1'],
    },
  ])
})

test('a lock past its unlock time is not told as one that is to unlock', () => {
  const items = [lock(1, false), { ...lock(2, false), unlockAt: '2026-12-09T00:00:00.000Z' }]
  const later = '2026-12-02T00:00:00.000Z'
  expect(claimsOf({ state: 'MEASURED', total: 2, items }, later)).toMatchObject([
    {
      statement:
        'Token locks recorded: 2. The next to unlock holds 100000000000000000000 of the smallest unit and unlocks at 2026-12-09T00:00:00.000Z.',
      evidence: ['lock:4663:2'],
    },
  ])
  expect(claimsOf({ state: 'MEASURED', total: 1, items: [lock(1, false)] }, later)).toMatchObject([
    {
      statement: 'Token locks recorded: 1, the first of them past its unlock time. Of one locker.',
      evidence: ['lock:4663:1'],
    },
  ])
})

test('locks that are all withdrawn are said to be', () => {
  expect(claimsOf({ state: 'MEASURED', total: 1, items: [lock(1, true)] })).toMatchObject([
    {
      statement: 'Token locks recorded: 1, none of them standing. Of one locker.',
      evidence: ['lock:4663:1'],
    },
  ])
})

test.each([
  ['NO_SOURCE', [{ kind: 'UNKNOWN', reason: 'NO_SOURCE' }]],
  ['NOT_APPLICABLE', []],
] as const)('locks whose coverage is %s are no zero', (state, expected) => {
  expect(claimsOf({ state })).toMatchObject(expected)
})

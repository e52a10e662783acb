import { expect, test } from 'vitest'
import type { CoverageState } from '#contract/enums.ts'
import type { Output } from '#contract/operations/index.ts'
import { lockClaims } from './snapshot.ts'

const at = '2026-11-19T10:00:00.000Z'
const lock = (id: number, withdrawn: boolean) => ({
  ...{ id: `lock:4663:${id}`, amount: '100000000000000000000', withdrawn },
  ...{ unlockAt: '2026-12-01T00:00:00.000Z', observedAt: at },
})
const claimsOf = (locks: { state: CoverageState; total?: number; items?: object[] }) =>
  lockClaims({ locks: { scope: 'Of one locker.', ...locks } } as unknown as Output<'snapshot'>)

test('locks that were read and are none are a known zero, within the lockers that are read', () => {
  expect(claimsOf({ state: 'MEASURED', total: 0, items: [] })).toEqual([
    {
      ...{ kind: 'FACT', words: 'service', statement: 'Token locks recorded: 0. Of one locker.' },
      ...{ value: 0, freshness: 'MEASURED' },
    },
  ])
})

test('the first standing lock is told with every digit of its amount', () => {
  const items = [lock(1, false), lock(2, true)]
  expect(claimsOf({ state: 'STALE', total: 2, items })).toMatchObject([
    {
      statement:
        'Token locks recorded: 2. The first to unlock holds 100000000000000000000 of the smallest unit and unlocks at 2026-12-01T00:00:00.000Z.',
      ...{ value: 2, freshness: 'STALE', observedAt: at, evidence: ['lock:4663:1'] },
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

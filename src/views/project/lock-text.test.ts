import { expect, test } from 'vitest'
import type { CoverageState } from '#contract/enums.ts'
import { type ContractAddress, toAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { TokenLocker } from '#domain/project/snapshot-record.ts'
import { addressOf } from '#test/given/records.ts'
import { LOCKS_SCOPE, locksMarkdown, locksScope } from './lock-text.ts'

const AT = toInstant('2026-11-19T10:00:00Z')
const [ONE, OTHER] = [0xa1, 0xa2].map((n) => toAddress(addressOf(n))) as [ContractAddress, ContractAddress]
const READ: TokenLocker = { id: 'source:1', locker: ONE, lastReadAt: AT, hasUnreadLocks: false }
const NEVER: TokenLocker = { ...READ, id: 'source:2', locker: OTHER, lastReadAt: null }
const PART: TokenLocker = { ...READ, hasUnreadLocks: true }
const site = { baseUrl: 'https://svc.example' }

test.each<[CoverageState, readonly TokenLocker[], string]>([
  ['MEASURED', [READ], LOCKS_SCOPE],
  ['NOT_APPLICABLE', [NEVER], LOCKS_SCOPE],
  ['NO_SOURCE', [], LOCKS_SCOPE],
  [
    'SOURCE_UNAVAILABLE',
    [READ, NEVER],
    `${LOCKS_SCOPE} Registered: ${ONE}, last read at ${AT}; ${OTHER}, never read.`,
  ],
  [
    'NOT_ENOUGH_YET',
    [PART],
    `${LOCKS_SCOPE} Registered: ${ONE}, last read at ${AT} without some of its locks.`,
  ],
])(
  'the scope of locks in the state %s names the lockers and how far each was read',
  (state, lockers, words) => {
    expect(locksScope(lockers, state)).toBe(words)
  },
)

const LOCK = {
  id: 'lock:4663:1' as const,
  locker: ONE,
  amount: '1500',
  unlockAt: AT,
  withdrawn: false,
  detectedAt: AT,
  observedAt: AT,
}
const textOf = (locks: object, lockers: readonly TokenLocker[] = [READ]) =>
  locksMarkdown(
    { locks: locks as never, token: { decimals: 2, symbol: 'A*B' } as never, lockers, slug: 'salt' },
    site,
  )

test('a lock in Markdown has its amount, its unlock, its locker and its receipt', () => {
  expect(textOf({ state: 'MEASURED', total: 2, items: [LOCK, { ...LOCK, withdrawn: true }] })).toEqual([
    '## Locks',
    'Locks recorded: 2',
    [`unlock on ${AT}`, `withdrawn; unlock was on ${AT}`]
      .map(
        (when) =>
          `- 15 A＊B, ${when}, in the locker ${ONE}, read ${AT}, https://svc.example/api/evidence/lock%3A4663%3A1`,
      )
      .join('\n'),
    `- Locker ${ONE}, last read at ${AT}, https://svc.example/api/evidence/source%3A1`,
    LOCKS_SCOPE,
  ])
})

test.each([
  [
    { state: 'MEASURED', total: 0, items: [] },
    'No lock is recorded in the registered lockers, which were read.',
  ],
  [
    { state: 'SOURCE_UNAVAILABLE' },
    'No lock is recorded. Whether there is one is not known: the source cannot be read.',
  ],
  [{ state: 'NO_SOURCE' }, 'No lock is recorded. Whether there is one is not known: no source has it.'],
])('locks of which none is listed, %j, say why', (locks, words) => {
  expect(textOf(locks, [])).toContain(words)
})

test('a token that the project does not have has no section of locks', () => {
  expect(textOf({ state: 'NOT_APPLICABLE' })).toEqual([])
})

test('a full list says where the other locks are', () => {
  const text = textOf({ state: 'MEASURED', total: 3, items: [LOCK] })
  expect(text).toContain(
    'Listed are the 1 locks that unlock first. All locks by time: https://svc.example/api/projects/salt/timeline?lens=lock',
  )
})

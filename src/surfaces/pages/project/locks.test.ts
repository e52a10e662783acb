import { expect, test } from 'vitest'
import { toAddress } from '#contract/ids.ts'
import type { SnapshotLock } from '#contract/shapes/snapshot.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { addressOf } from '#test/given/records.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { lockerRow, lockRow, locksElsewhere } from './locks.ts'

const SHEET = aSheet()
const LOCKER = toAddress(addressOf(0x10c))
const wordsOf = (lock: Partial<SnapshotLock>, token?: object) =>
  lockRow(
    {
      lock: {
        id: 'lock:1',
        locker: LOCKER,
        amount: '7',
        observedAt: SHEET.now,
        unlockAt: SHEET.now,
        withdrawn: false,
        ...lock,
      } as SnapshotLock,
      token: token as never,
    },
    SHEET,
  )
    .toString()
    .replace(/<[^>]+>/g, '')

test.each([
  ['that is to come', DAY_MS, false, 'unlocks on'],
  ['of this moment', 0, false, 'could be unlocked since'],
  ['that is past', -DAY_MS, false, 'could be unlocked since'],
  ['of a lock that was withdrawn', DAY_MS, true, 'withdrawn; unlock was on'],
])('an unlock %s', (_, afterMs, withdrawn, words) => {
  expect(wordsOf({ unlockAt: addMs(SHEET.now, afterMs), withdrawn })).toContain(words)
})

test.each([
  ['150000000000000000000000', { decimals: 18, symbol: 'SALT' }, '150,000 SALT'],
  ['1500000', { decimals: 6 }, '1.5 tokens'],
  ['7', { decimals: 2, symbol: 'SALT' }, '0.07 SALT'],
  ['7', { decimals: 0, symbol: 'SALT' }, '7 SALT'],
  ['1500', { symbol: 'SALT' }, '1,500 smallest units'],
  ['1500', undefined, '1,500 smallest units'],
])('a locked amount of %s of the token %j is “%s”', (amount, token, words) => {
  expect(wordsOf({ amount }, token)).toContain(words)
})

const listed = (length: number) => Array.from({ length }, () => ({}) as SnapshotLock)
test.each([
  ['all of them', { total: 50, items: listed(50) }, undefined],
  ['a few of an unknown number', { items: listed(3) }, undefined],
  ['none that was read', {}, undefined],
  ['50 of 69', { total: 69, items: listed(50) }, 'Listed are the 50 locks that unlock first of 69.'],
  [
    '50 of an unknown number',
    { items: listed(50) },
    'Listed are the 50 locks that unlock first, and there can be more.',
  ],
])('a list of locks that has %s says where the others are', (_, locks, words) => {
  const said = locksElsewhere(locks, 'salt')
  if (words === undefined) expect(said).toBe(false)
  else {
    expect(said.toString().replace(/<[^>]+>/g, '')).toContain(words)
    expect(said.toString()).toContain('href="/api/projects/salt/timeline?lens=lock"')
  }
})

test('a lock names its locker with the whole address, and leads to its receipt', () => {
  const lock = { id: 'lock:4663:1', locker: LOCKER, amount: '7', unlockAt: SHEET.now, observedAt: SHEET.now }
  const row = lockRow({ lock: lock as SnapshotLock, token: undefined }, SHEET).toString()
  expect(row).toContain(`<span class="whole">${LOCKER}</span>`)
  expect(row).toContain(`<a class="receipt" href="/evidence/lock%3A4663%3A1">receipt</a>`)
})

const failed = { provider: 'chain', stream: 'locks', source: 'source:1', outcome: 'unavailable' } as const
test.each([
  ['was read', { lastReadAt: SHEET.now }, undefined, 'read just now'],
  ['was read in part', { hasUnreadLocks: true }, undefined, 'read just now without some of its locks'],
  ['was never read', { lastReadAt: null }, undefined, 'never read'],
  ['cannot be read', { lastReadAt: null }, failed, 'never read; not readable'],
  [
    'cannot be read any more',
    {},
    { ...failed, since: SHEET.now },
    'read just now; not readable, attempts fail since 20 Nov 2026, 10:00 UTC',
  ],
])('a locker that %s says so', (_, given, unread, words) => {
  const locker = {
    id: 'source:1',
    locker: LOCKER,
    lastReadAt: SHEET.now,
    hasUnreadLocks: false,
    ...given,
  } as const
  const row = lockerRow({ locker, failed: unread }, SHEET).toString()
  expect(row.replace(/<[^>]+>/g, '')).toContain(words)
  expect(row).toContain('href="/evidence/source%3A1"')
})

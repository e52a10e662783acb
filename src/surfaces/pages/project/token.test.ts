import { expect, test } from 'vitest'
import type { SnapshotLock } from '#contract/shapes/snapshot.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { aSheet } from '#test/page-sheet.ts'
import { lockRow, locksElsewhere } from './token.ts'

const SHEET = aSheet()
const wordsOf = (lock: Partial<SnapshotLock>, token?: object) =>
  lockRow(
    {
      lock: {
        id: 'lock:1',
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

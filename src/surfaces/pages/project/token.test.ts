import { expect, test } from 'vitest'
import type { SnapshotLock } from '#contract/shapes/snapshot.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { aSheet } from '#test/page-sheet.ts'
import { lockRow } from './token.ts'

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

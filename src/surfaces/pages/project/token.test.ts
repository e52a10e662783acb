import { expect, test } from 'vitest'
import type { SnapshotLock } from '#contract/shapes/snapshot.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { aSheet } from '#test/page-sheet.ts'
import { lockRow } from './token.ts'

const SHEET = aSheet()
const wordsOf = (lock: Partial<SnapshotLock>) =>
  lockRow(
    { id: 'lock:1', amount: '7', observedAt: SHEET.now, withdrawn: false, ...lock } as SnapshotLock,
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

import { expect, test } from 'vitest'
import { addMs, DAY_MS, msOf } from '#contract/time.ts'
import { drafts, lock, NOW, saidBefore, sourceId } from '#test/ledger-evidence.ts'
import type { ChangeDraft } from './draft.ts'

const due = (said: readonly ChangeDraft[]) => said.filter(({ type }) => type === 'lock.unlock_due')
const dueId = (at: typeof NOW) => `${lock({}).id}:due:${msOf(at) / 1000}`

test('a lock is said when it is read, with its unlock', () => {
  expect(drafts({ locks: [lock({ unlockAt: addMs(NOW, 30 * DAY_MS) })] })).toMatchObject([
    {
      id: lock({}).id,
      type: 'lock.observed',
      occurredAt: null,
      precision: 'OBSERVED',
      facts: { amount: '1000', unlockAt: '2026-12-20T12:00:00.000Z' },
      evidence: [lock({}).id, sourceId()],
    },
  ])
})

test('a withdrawn lock is said as withdrawn when it is first read so, and no unlock is due', () => {
  expect(drafts({ locks: [lock({ withdrawn: true })] })).toMatchObject([
    { type: 'lock.observed' },
    { id: `${lock({}).id}:withdrawn`, type: 'lock.withdrawn', detectedAt: lock({}).observedAt },
  ])
})

test.each([
  ['seven days and a millisecond away', 7 * DAY_MS + 1, 0],
  ['exactly seven days away', 7 * DAY_MS, 1],
  ['a millisecond away', 1, 1],
  ['now', 0, 0],
  ['past', -DAY_MS, 0],
])('an unlock %s', (_, inMs, events) => {
  expect(due(drafts({ locks: [lock({ unlockAt: addMs(NOW, inMs) })] }))).toHaveLength(events)
})

test.each([
  ['when it entered its last seven days', addMs(NOW, -30 * DAY_MS), addMs(NOW, -3 * DAY_MS)],
  ['when the lock was first read within them', addMs(NOW, -DAY_MS), addMs(NOW, -DAY_MS)],
])('an unlock due is scheduled, and known %s', (_, detectedAt, knownAt) => {
  const unlockAt = addMs(NOW, 4 * DAY_MS)
  expect(due(drafts({ locks: [lock({ unlockAt, detectedAt })] }))).toMatchObject([
    { id: dueId(unlockAt), occurredAt: unlockAt, precision: 'SCHEDULED', detectedAt: knownAt },
  ])
})

test('what was said to be due stands after the unlock and after the withdrawal', () => {
  const said = saidBefore(drafts({ locks: [lock({})] }))
  const after = due(drafts({ locks: [lock({ withdrawn: true })], said }, addMs(NOW, 30 * DAY_MS)))
  expect(after).toMatchObject([{ id: dueId(lock({}).unlockAt) }])
})

test('case 39: an extended lock is no longer due at its old date, and is due again before its new one', () => {
  const said = saidBefore(drafts({ locks: [lock({})] }))
  const extended = lock({ unlockAt: addMs(NOW, 60 * DAY_MS) })
  expect(drafts({ locks: [extended], said }).map(({ id }) => id)).toEqual([lock({}).id])
  const again = due(drafts({ locks: [extended], said }, addMs(NOW, 54 * DAY_MS)))
  expect(again).toMatchObject([{ id: dueId(extended.unlockAt) }])
})

import { expect, test } from 'vitest'
import { addMs, DAY_MS, msOf } from '#contract/time.ts'
import { announcedBefore, drafts, lock, NOW, source, sourceId, stream } from '#test/ledger-evidence.ts'
import type { ChangeDraft } from './draft.ts'

const due = (drafted: readonly ChangeDraft[]) => drafted.filter(({ type }) => type === 'lock.unlock_due')
const dueId = (at: typeof NOW) => `${lock({}).id}:due:${msOf(at) / 1000}`

test('announces a lock that was read, with its unlock time [contract delivered type lock.observed]', () => {
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

test('announces a withdrawn lock when a reading first finds it withdrawn, and no unlock [contract delivered type lock.withdrawn]', () => {
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
  expect(due(drafts({ locks: [lock({ unlockAt: addMs(NOW, inMs), observedAt: NOW })] }))).toHaveLength(events)
})

test.each([
  ['a millisecond before', -1, 0],
  ['when', 0, 1],
])('[R64] an unlock whose lock was last read %s its last seven days began', (_, readMs, events) => {
  const unlockAt = addMs(NOW, 4 * DAY_MS)
  const observedAt = addMs(unlockAt, readMs - 7 * DAY_MS)
  expect(due(drafts({ locks: [lock({ unlockAt, observedAt })] }))).toHaveLength(events)
})

test.each([
  ['when it entered its last seven days', addMs(NOW, -30 * DAY_MS), addMs(NOW, -3 * DAY_MS)],
  ['when the lock was first read within them', addMs(NOW, -DAY_MS), addMs(NOW, -DAY_MS)],
])(
  'an unlock due is scheduled and detected %s [contract change precision SCHEDULED] [contract delivered type lock.unlock_due] [contract limit unlock-warning]',
  (_, detectedAt, knownAt) => {
    const unlockAt = addMs(NOW, 4 * DAY_MS)
    expect(due(drafts({ locks: [lock({ unlockAt, detectedAt })] }))).toMatchObject([
      { id: dueId(unlockAt), occurredAt: unlockAt, precision: 'SCHEDULED', detectedAt: knownAt },
    ])
  },
)

test.each([
  ['a millisecond after its last seven days began', 1, 0, 'research'],
  ['after they began, and the lock was made later', 1, 1, 'reading'],
  ['when they began', 0, 0, 'reading'],
  ['before they began', -DAY_MS, 0, 'reading'],
] as const)('[R63] an unlock due whose locker was attached %s', (_, attached, made, by) => {
  const unlockAt = addMs(NOW, 4 * DAY_MS)
  const attachedAt = addMs(unlockAt, attached - 7 * DAY_MS)
  const sources = [
    source({ attachedAt, streams: [stream({ stream: 'locks', firstOkAt: addMs(attachedAt, 1) })] }),
  ]
  const locks = [lock({ unlockAt, detectedAt: addMs(attachedAt, 1 + made) })]
  expect(due(drafts({ sources, locks }))).toMatchObject([{ seen: { by } }])
})

test('keeps an announced unlock after the unlock and after the withdrawal', () => {
  const announced = announcedBefore(drafts({ locks: [lock({})] }))
  const after = due(drafts({ locks: [lock({ withdrawn: true })], announced }, addMs(NOW, 30 * DAY_MS)))
  expect(after).toMatchObject([{ id: dueId(lock({}).unlockAt) }])
})

test('[case 39] an extended lock is due before its new date, and no longer at its old date', () => {
  const announced = announcedBefore(drafts({ locks: [lock({})] }))
  const extended = lock({ unlockAt: addMs(NOW, 60 * DAY_MS) })
  expect(drafts({ locks: [extended], announced }).map(({ id }) => id)).toEqual([lock({}).id])
  const later = addMs(NOW, 54 * DAY_MS)
  const again = due(drafts({ locks: [{ ...extended, observedAt: later }], announced }, later))
  expect(again).toMatchObject([{ id: dueId(extended.unlockAt) }])
})

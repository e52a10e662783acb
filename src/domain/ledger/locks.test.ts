import { expect, test } from 'vitest'
import type { EvidenceId } from '#contract/ids.ts'
import { addMs, DAY_MS, msOf } from '#contract/time.ts'
import type { Lock } from '#domain/contracts/records.ts'
import { announcedBefore, drafts, lock, NOW, source, sourceId, stream } from '#test/given/ledger-evidence.ts'
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
  ['read for weeks', addMs(NOW, -30 * DAY_MS)],
  ['first read within its last seven days', addMs(NOW, -DAY_MS)],
])(
  'the unlock of a lock %s is scheduled, and detected by the reading that shows it due [contract change precision SCHEDULED] [contract delivered type lock.unlock_due] [contract limit unlock-warning]',
  (_, detectedAt) => {
    const unlockAt = addMs(NOW, 4 * DAY_MS)
    const observedAt = addMs(NOW, -1)
    expect(due(drafts({ locks: [lock({ unlockAt, detectedAt, observedAt })] }))).toMatchObject([
      { id: dueId(unlockAt), occurredAt: unlockAt, precision: 'SCHEDULED', detectedAt: observedAt },
    ])
  },
)

test('a later reading of a lock leaves its announced unlock as it was detected', () => {
  const first = drafts({ locks: [lock({})] })
  const later = lock({ observedAt: addMs(NOW, DAY_MS) })
  const again = drafts({ locks: [later], announced: announcedBefore(first) }, addMs(NOW, DAY_MS))
  expect(due(again)).toEqual(due(first))
})

test.each([
  ['after its last seven days began', 1, -DAY_MS, 'research'],
  ['after they began, and the lock was made later', 1, 1, 'reading'],
  ['when they began', 0, -DAY_MS, 'reading'],
] as const)('[R63] an unlock due of a project that was published %s', (_, published, made, by) => {
  const unlockAt = addMs(NOW, 4 * DAY_MS)
  const publishedAt = addMs(unlockAt, published - 7 * DAY_MS)
  const locks = [lock({ unlockAt, detectedAt: addMs(publishedAt, made) })]
  expect(due(drafts({ locks, publishedAt }))).toMatchObject([{ seen: { by } }])
})

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

const UNLOCK = lock({}).unlockAt
const ANNOUNCED = announcedBefore(drafts({ locks: [lock({})] }))
/** The warnings that are in force a month later, about a lock whose unlock was announced. */
const warnings = (shown: Partial<Lock>, announced = ANNOUNCED) =>
  due(drafts({ locks: [lock(shown)], announced }, addMs(NOW, 30 * DAY_MS))).map(({ id }) => id)

test.each([-1, 0, DAY_MS])('keeps an announced unlock, last read %s ms after its time', (ms) => {
  expect(warnings({ observedAt: addMs(UNLOCK, ms) })).toEqual([dueId(UNLOCK)])
})

test.each<[string, Partial<Lock>]>([
  ['withdrawn', { withdrawn: true }],
  ['extended', { unlockAt: addMs(UNLOCK, 60 * DAY_MS) }],
  ['with an earlier unlock', { unlockAt: addMs(UNLOCK, -2 * DAY_MS) }],
])(
  '[case 39] an announced unlock is taken back when a reading before it shows the lock %s, and stays from then on',
  (_, shown) => {
    const standing = (ms: number) => warnings({ ...shown, observedAt: addMs(UNLOCK, ms) })
    expect([standing(-1), standing(0), standing(1)]).toEqual([[], [dueId(UNLOCK)], [dueId(UNLOCK)]])
  },
)

test('an unlock whose lock was told as withdrawn before it is taken back, however late the ledger runs', () => {
  const withdrawn = { withdrawn: true, observedAt: addMs(UNLOCK, -DAY_MS) }
  const told = new Map([...ANNOUNCED, ...announcedBefore(drafts({ locks: [lock(withdrawn)] }))])
  expect(warnings({ ...withdrawn, observedAt: addMs(UNLOCK, DAY_MS) }, told)).toEqual([])
})

test('a lock keeps the warnings of its own unlocks alone', () => {
  const other = { ...lock({ observedAt: UNLOCK }), id: `${lock({}).id}1` as EvidenceId }
  expect(due(drafts({ locks: [other], announced: ANNOUNCED }, UNLOCK))).toEqual([])
})

test('an announced unlock is one event while it is due', () => {
  expect(due(drafts({ locks: [lock({})], announced: ANNOUNCED })).map(({ id }) => id)).toEqual([
    dueId(UNLOCK),
  ])
})

test('a lock that was extended after its unlock is due once more', () => {
  const again = addMs(UNLOCK, 10 * DAY_MS)
  const extended = lock({ unlockAt: again, observedAt: addMs(UNLOCK, 4 * DAY_MS) })
  const standing = due(drafts({ locks: [extended], announced: ANNOUNCED }, addMs(UNLOCK, 4 * DAY_MS)))
  expect(standing.map(({ id }) => id)).toEqual([dueId(UNLOCK), dueId(again)])
})

test('[case 39] an extended lock is due before its new date, and no longer at its old date', () => {
  const extended = lock({ unlockAt: addMs(NOW, 60 * DAY_MS) })
  const next = drafts({ locks: [extended], announced: ANNOUNCED })
  expect(next.map(({ id }) => id)).toEqual([lock({}).id])
  const later = addMs(NOW, 54 * DAY_MS)
  const locks = [{ ...extended, observedAt: later }]
  const again = due(drafts({ locks, announced: announcedBefore(next) }, later))
  expect(again).toMatchObject([{ id: dueId(extended.unlockAt) }])
})

import { expect, test } from 'vitest'
import type { ChangeOrigin } from '#contract/enums.ts'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import { evidenceOf, NOW, ship, source, sourceId, stream } from '#test/given/ledger-evidence.ts'
import type { Seen } from './draft.ts'
import { cameWithHistory, firstReadAt, originOf, originOfReturn, seenThrough } from './origin.ts'

const hour = (hours: number) => addMs(NOW, hours * HOUR_MS)
const reading = (given: Partial<Extract<Seen, { by: 'reading' }>>): Seen => ({
  by: 'reading',
  attachedAt: hour(-200),
  firstReadAt: hour(-199),
  ...given,
})
const ledger = { bootstrap: false, publishedAt: hour(-300), now: NOW }
const dated = { occurredAt: hour(-2), detectedAt: hour(-1), seen: reading({}) }
const undated = { occurredAt: null, detectedAt: hour(-1), seen: reading({}) }

type Draft = Parameters<typeof originOf>[0]
type Ledger = Parameters<typeof originOf>[1]
test.each<[string, Draft, ChangeOrigin, Partial<Ledger>?]>([
  ['dated, of a source attached before', dated, 'live'],
  [
    'dated, of a source attached at that instant',
    { ...dated, seen: reading({ attachedAt: hour(-2) }) },
    'live',
  ],
  [
    'dated, of a source attached after',
    { ...dated, seen: reading({ attachedAt: addMs(hour(-2), 1) }) },
    'backfill',
  ],
  [
    'dated, of a source that was never read successfully',
    { ...dated, seen: reading({ firstReadAt: null }) },
    'live',
  ],
  [
    'detected exactly seven days later [webhooks 77] [contract limit live-push]',
    { ...dated, occurredAt: addMs(hour(-1), -7 * DAY_MS) },
    'live',
  ],
  [
    'detected a millisecond past seven days',
    { ...dated, occurredAt: addMs(hour(-1), -7 * DAY_MS - 1) },
    'backfill',
  ],
  [
    'dated, detected exactly seven days ago',
    { ...dated, occurredAt: addMs(NOW, -8 * DAY_MS), detectedAt: addMs(NOW, -7 * DAY_MS) },
    'live',
  ],
  [
    'dated, detected a millisecond past seven days ago, as in a time when the project was hidden',
    { ...dated, occurredAt: addMs(NOW, -8 * DAY_MS), detectedAt: addMs(NOW, -7 * DAY_MS - 1) },
    'backfill',
  ],
  ['scheduled in the future', { ...dated, occurredAt: hour(72) }, 'live'],
  ['undated, read before', undated, 'live'],
  [
    'undated, of the very first reading',
    { ...undated, seen: reading({ firstReadAt: hour(-1) }) },
    'backfill',
  ],
  [
    'undated, of a stream that was never read successfully',
    { ...undated, seen: reading({ firstReadAt: null }) },
    'backfill',
  ],
  ['undated, detected exactly seven days ago', { ...undated, detectedAt: addMs(NOW, -7 * DAY_MS) }, 'live'],
  [
    'undated, detected a millisecond past seven days ago [R65]',
    { ...undated, detectedAt: addMs(NOW, -7 * DAY_MS - 1) },
    'backfill',
  ],
  ["the service's own act", { ...undated, seen: { by: 'service' } }, 'live'],
  ['come with research', { ...undated, seen: { by: 'research' } }, 'backfill'],
  ['detected before the project was published', dated, 'backfill', { publishedAt: hour(0) }],
  ['happened as the project was published', dated, 'live', { publishedAt: hour(-2) }],
  ['happened before it, and detected after', dated, 'backfill', { publishedAt: addMs(hour(-2), 1) }],
  ['scheduled, detected before it', { ...dated, occurredAt: hour(72) }, 'backfill', { publishedAt: hour(0) }],
  ['undated, detected before it', undated, 'backfill', { publishedAt: hour(0) }],
  ['undated, detected as the project was published', undated, 'live', { publishedAt: hour(-1) }],
  ['of a project never published', dated, 'backfill', { publishedAt: null }],
  ["of the deployment's first run", dated, 'bootstrap', { bootstrap: true }],
])('an event %s [contract change origin live|backfill|bootstrap]', (_, draft, origin, given) => {
  expect(originOf(draft, { ...ledger, ...given })).toBe(origin)
})

test.each([
  ['first seen live, recent', true, hour(-2), hour(-1), 'live'],
  ['first seen live, seven days old', true, addMs(NOW, -7 * DAY_MS), hour(-1), 'live'],
  ['first seen live, older', true, addMs(NOW, -7 * DAY_MS - 1), hour(-1), 'backfill'],
  ['first seen live, scheduled for later, recent', true, hour(72), addMs(NOW, -7 * DAY_MS), 'live'],
  ['first seen live, scheduled for later, older', true, hour(72), addMs(NOW, -7 * DAY_MS - 1), 'backfill'],
  ['first seen live, its scheduled time past, older', true, hour(-2), addMs(NOW, -8 * DAY_MS), 'backfill'],
  ['first seen live, undated, recent', true, null, hour(-1), 'live'],
  ['first seen live, undated, older', true, null, addMs(NOW, -8 * DAY_MS), 'backfill'],
  ['never live', false, hour(-2), hour(-1), 'backfill'],
] as const)('an event that returns, %s', (_, firstSeenLive, occurredAt, detectedAt, origin) => {
  const event = { type: 'build.release', firstSeenLive, occurredAt, detectedAt } as const
  expect(originOfReturn({ ...event, seen: { by: 'research' } }, NOW)).toBe(origin)
})

test.each([
  ['recorded before it was published again', 'research', 'backfill'],
  ['recorded since', 'service', 'live'],
] as const)('a move of market integrity that returns, %s', (_, by, origin) => {
  const event = { occurredAt: null, detectedAt: hour(-1), firstSeenLive: true, seen: { by } } as const
  expect(originOfReturn({ ...event, type: 'market_integrity.event' }, NOW)).toBe(origin)
})

test('a record is seen by its own stream, or else by the earliest stream of its source', () => {
  const streams = [
    stream({ stream: 'upgrades', firstOkAt: hour(-5) }),
    stream({ stream: 'proxy', firstOkAt: hour(-3) }),
    stream({ stream: 'metadata', firstOkAt: null }),
  ]
  const evidence = evidenceOf({ sources: [source({ streams })] })
  expect(seenThrough(sourceId(), evidence, 'proxy')).toMatchObject({ firstReadAt: hour(-3) })
  expect(seenThrough(sourceId(), evidence, 'metadata')).toMatchObject({ firstReadAt: null })
  expect(seenThrough(sourceId(), evidence)).toMatchObject({ firstReadAt: hour(-5) })
  expect(seenThrough(sourceId(9), evidence)).toEqual({ by: 'research' })
})

test.each([
  ['a millisecond before its source was attached', hour(-2_400), -1, true],
  ['at the instant its source was attached', hour(-2_400), 0, false],
  ['a millisecond after', hour(-2_400), 1, false],
])('whether a ship belongs to the history of its source: %s', (_, attachedAt, ms, expected) => {
  const evidence = evidenceOf({ sources: [source({ attachedAt })] })
  expect(cameWithHistory(ship({ occurredAt: addMs(attachedAt, ms) }), evidence)).toBe(expected)
})

test('a ship of a source that the project does not have belongs to history', () => {
  expect(cameWithHistory(ship({ sourceId: sourceId(9) }), evidenceOf())).toBe(true)
})

test('the first reading of a source is that of its earliest stream, in whatever order they are listed', () => {
  const at = (hours: number) => stream({ stream: `${hours}`, firstOkAt: hour(hours) })
  expect(firstReadAt(source({ streams: [at(-2), at(-9), at(-5)] }))).toBe(hour(-9))
  expect(firstReadAt(source({ streams: [stream({ firstOkAt: null })] }))).toBeNull()
})

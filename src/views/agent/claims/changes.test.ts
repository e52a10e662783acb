import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { toInstant } from '#contract/time.ts'
import { changeClaims, countOfEvents } from './changes.ts'
import { EVIDENCE_SHOWN } from './noted.ts'

const SEEN = toInstant('2026-11-19T10:00:00Z')
const shared = { id: 'state:1', revision: 2, recordedAt: SEEN }
const claimOf = (event: object) => changeClaims([{ ...shared, ...event } as unknown as ChangeEvent])[0]

test('a withdrawn event is a fact that has its id and names nothing else of it', () => {
  expect(claimOf({ op: 'retract' })).toEqual({
    kind: 'FACT',
    statement: 'Event state:1 was withdrawn (revision 2). Drop your copy of it.',
    words: 'service',
    value: { eventId: 'state:1', revision: 2 },
    observedAt: SEEN,
  })
})

test('an event that stands has its summary, and no evidence where none is named', () => {
  const standing = { op: 'upsert', type: 'build.release', summary: 'Release v*2', detectedAt: SEEN }
  const claim = claimOf(standing)
  expect(claim).toMatchObject({ kind: 'FACT', statement: 'build.release: “Release v＊2”', observedAt: SEEN })
  expect(claim).not.toHaveProperty('evidence')
  expect(claimOf({ ...standing, project: { name: 'Lu*men' } })).toMatchObject({
    statement: '“Lu＊men”, build.release: “Release v＊2”',
  })
  expect(claimOf({ ...standing, detectedAt: undefined })).not.toHaveProperty('observedAt')
  const evidence = ['state:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162']
  const many = Array.from({ length: EVIDENCE_SHOWN + 1 }, () => evidence[0])
  expect(claimOf({ ...standing, evidence: many })?.evidence).toHaveLength(EVIDENCE_SHOWN)
  expect(claimOf({ ...standing, evidence })).toMatchObject({ kind: 'DERIVED', evidence })
})

test('a code week is told in the words that belong to the times of its event', () => {
  const summary = 'code changes, week starting 2026-11-16 (to 2026-11-18)'
  const week = { op: 'upsert', type: 'build.code_activity', summary, detectedAt: SEEN }
  const summaryCurrent = 'code changes, week starting 2026-11-16 (to 2026-11-20)'
  expect(claimOf({ ...week, summaryCurrent })).toMatchObject({
    statement: `build.code_activity: “${summary}”`,
    observedAt: SEEN,
  })
})

const eventOf = (summary: string) =>
  ({
    ...shared,
    op: 'upsert',
    type: 'build.release',
    summary,
    detectedAt: SEEN,
  }) as unknown as ChangeEvent
const LONG = eventOf('x'.repeat(40_000))
test.each<[name: string, events: readonly ChangeEvent[], count: number]>([
  ['no event', [], 0],
  ['events that fit', [eventOf('v1'), eventOf('v2'), eventOf('v3')], 3],
  ['one of the longest words, which are cut', [LONG], 1],
])('an answer has %s', (_, events, count) => {
  expect(countOfEvents(events)).toBe(count)
})

test('of more events than fit, an answer has those from the first on that do', () => {
  const events = Array.from({ length: 1000 }, () => LONG)
  const count = countOfEvents(events)
  const bytesOf = (shown: number) =>
    new TextEncoder().encode(JSON.stringify(changeClaims(events.slice(0, shown)))).length
  expect(bytesOf(count)).toBeLessThan(LIMITS.agentBytes)
  // A tool gives each claim twice, as data and as a line.
  expect(bytesOf(3 * count)).toBeGreaterThan(LIMITS.agentBytes)
})

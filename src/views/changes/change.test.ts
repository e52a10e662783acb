import { Compile } from 'typebox/compile'
import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { ChangeEvent } from '#contract/shapes/change.ts'
import { addMs, type CalendarDate, DAY_MS, toInstant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import type { LedgerEntry } from '#domain/ledger/draft.ts'
import { address, NOW, sourceId } from '#test/given/ledger-evidence.ts'
import { toChangeEvent } from './change.ts'

const DEPS = { now: NOW, baseUrl: 'https://service.example' }
const event = Compile(ChangeEvent)

const entry: Extract<LedgerEntry, { op: 'upsert' }> = {
  position: 7,
  firstPosition: 3,
  id: 'ship:x',
  revision: 2,
  recordedAt: NOW,
  op: 'upsert',
  type: 'build.release',
  domain: 'build',
  project: { slug: 'lumen' as Slug, name: 'Lumen' },
  contract: address(0xc),
  occurredAt: NOW,
  detectedAt: NOW,
  precision: 'EXACT',
  origin: 'live',
  summary: 'Release 1.0.0',
  facts: { title: '1.0.0' },
  evidence: [sourceId()],
  codeWeek: null,
}

test('an entry becomes one flat object with every field [contract change event *] [contract change op upsert]', () => {
  const served = toChangeEvent(entry, DEPS)
  expect(served).toEqual({
    id: 'ship:x',
    revision: 2,
    op: 'upsert',
    type: 'build.release',
    domain: 'build',
    project: { slug: 'lumen', name: 'Lumen', url: 'https://service.example/projects/lumen' },
    contract: `4663:${address(0xc)}`,
    recordedAt: NOW,
    occurredAt: NOW,
    detectedAt: NOW,
    precision: 'EXACT',
    origin: 'live',
    summary: 'Release 1.0.0',
    summaryCurrent: 'Release 1.0.0',
    facts: { title: '1.0.0' },
    evidence: [sourceId()],
  })
  expect(event.Check(served)).toBe(true)
})

test('an unknown field is null, never an empty text', () => {
  const undated = {
    ...entry,
    project: null,
    contract: null,
    occurredAt: null,
    precision: 'OBSERVED',
  } as const
  const served = toChangeEvent(undated, DEPS)
  expect(served).toMatchObject({ project: null, contract: null, occurredAt: null })
  expect(event.Check(served)).toBe(true)
})

test('a retraction has only id, revision, op and time [contract change event id|revision|op|recordedAt] [contract change op retract]', () => {
  const { position, firstPosition, id, revision, recordedAt } = entry
  const served = toChangeEvent({ position, firstPosition, id, revision, recordedAt, op: 'retract' }, DEPS)
  expect(served).toEqual({ id: 'ship:x', revision: 2, op: 'retract', recordedAt: NOW })
  expect(event.Check(served)).toBe(true)
})

const week: CodeWeekFacts = {
  weekStart: '2026-11-16' as CalendarDate,
  byDay: {},
  humanCommits: 3,
  excludedCommits: 0,
  authors: 1,
  partial: false,
  substance: 'substantive',
  readTo: toInstant('2026-11-19T09:00:00Z'),
}

const monday = toInstant('2026-11-23T09:00:00Z')
test.each([
  ['while it runs', NOW, week.readTo, 'code changes, week starting 2026-11-16 (to 2026-11-19)'],
  [
    'once it is over',
    addMs(NOW, 7 * DAY_MS),
    monday,
    'code changes, week starting 2026-11-16 (to 2026-11-22)',
  ],
  [
    'once it is over and unread since [R61]',
    addMs(NOW, 7 * DAY_MS),
    week.readTo,
    'code changes, week starting 2026-11-16 (to 2026-11-19)',
  ],
])('a code week is worded for today %s; its summary stays as recorded', (_, now, readTo, summaryCurrent) => {
  const summary = 'code changes, week starting 2026-11-16 (to 2026-11-18)'
  const codeWeek = { ...week, readTo }
  const running = { ...entry, type: 'build.code_activity', summary, codeWeek } as const
  expect(toChangeEvent(running, { ...DEPS, now })).toMatchObject({ summary, summaryCurrent })
})

test('[R71] a code week is worded as its ship is recorded now, not as it was announced [contract change event summaryCurrent]', () => {
  const announced = { codeWeek: { ...week, readTo: '2026-11-17T09:00:00Z' } }
  const running = { ...entry, type: 'build.code_activity', facts: announced, codeWeek: week } as const
  expect(toChangeEvent(running, DEPS)).toMatchObject({
    summaryCurrent: 'code changes, week starting 2026-11-16 (to 2026-11-19)',
  })
  expect(toChangeEvent({ ...running, codeWeek: null }, DEPS)).toMatchObject({ summaryCurrent: entry.summary })
})

import { expect, test } from 'vitest'
import { type CalendarDate, parseDate, toInstant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { weeksToRecord } from './week-record.ts'

const date = (text: string) => parseDate(text) as CalendarDate
const NOW = toInstant('2026-11-18T10:00:00Z')
const RUNNING = date('2026-11-16')
const CLOSED = date('2026-11-09')
const OLD = date('2026-10-19')
const week = (
  weekStart: CalendarDate,
  humanCommits: number,
  over: Partial<CodeWeekFacts> = {},
): CodeWeekFacts => ({
  weekStart,
  humanCommits,
  byDay: { [weekStart]: humanCommits },
  excludedCommits: 0,
  authors: 1,
  partial: false,
  substance: 'substantive',
  readTo: NOW,
  ...over,
})
const LISTED = { listedFrom: date('2026-10-12'), notedFrom: date('2026-10-12'), now: NOW }
const early = toInstant('2026-11-12T10:00:00Z')

/** A week as it is read now, the week as it was recorded, and the outcome. */
type Case = [
  string,
  CodeWeekFacts | null,
  CodeWeekFacts | null,
  'recorded' | 'rewritten' | 'both' | 'unchanged',
]
test.each<Case>([
  ['a new week', week(RUNNING, 3), null, 'recorded'],
  ['a new old week', week(OLD, 3), null, 'recorded'],
  ['a running week, grown', week(RUNNING, 4), week(RUNNING, 3), 'recorded'],
  ['a running week, read further', week(RUNNING, 3), week(RUNNING, 3, { readTo: early }), 'recorded'],
  ['a running week, shrunk', week(RUNNING, 2), week(RUNNING, 3), 'both'],
  ['a running week, a lower minimum', week(RUNNING, 2, { partial: true }), week(RUNNING, 3), 'unchanged'],
  ['a closed week first read to its end', week(CLOSED, 3), week(CLOSED, 3, { readTo: early }), 'recorded'],
  ['a closed week, the same', week(CLOSED, 3), week(CLOSED, 3), 'unchanged'],
  ['a closed week, late commits', week(CLOSED, 5), week(CLOSED, 3), 'recorded'],
  [
    'a closed week whose changes were read since',
    week(CLOSED, 3, { substance: 'none' }),
    week(CLOSED, 3, { substance: 'not_fully_read' }),
    'recorded',
  ],
  ['[case 20] a closed week, shrunk: unchanged', week(CLOSED, 1), week(CLOSED, 31), 'rewritten'],
  ['[case 20] a closed week, gone: unchanged', null, week(CLOSED, 30), 'rewritten'],
  ['[case 20] an old week, shrunk: unchanged', week(OLD, 20), week(OLD, 30), 'rewritten'],
  ['[R117] an old week gains the commits of a late merge', week(OLD, 40), week(OLD, 30), 'recorded'],
  [
    '[R117] an old week of which an outage left the end unread',
    week(OLD, 30),
    week(OLD, 30, { readTo: toInstant('2026-10-21T10:00:00Z') }),
    'recorded',
  ],
  [
    '[R117] an old week, a lower minimum than was read',
    week(OLD, 20, { partial: true }),
    week(OLD, 30),
    'unchanged',
  ],
  ['a week before the listing: unchanged', null, week(date('2026-10-05'), 30), 'unchanged'],
  ['the first week of the listing, gone', null, week(date('2026-10-12'), 30), 'rewritten'],
  ['a week without commits, gone: not rewritten', null, week(CLOSED, 0), 'unchanged'],
  ['a running week, an equal minimum', week(RUNNING, 3, { partial: true }), week(RUNNING, 3), 'recorded'],
  [
    'a closed week, a lower minimum whose changes were read',
    week(CLOSED, 2, { partial: true }),
    week(CLOSED, 3, { substance: 'not_fully_read' }),
    'unchanged',
  ],
  [
    'a closed week whose changes were read before and are not now',
    week(CLOSED, 3, { substance: 'not_fully_read' }),
    week(CLOSED, 3),
    'unchanged',
  ],
  [
    'a closed week whose changes are still not all read',
    week(CLOSED, 3, { substance: 'not_fully_read' }),
    week(CLOSED, 3, { substance: 'not_fully_read' }),
    'unchanged',
  ],
  [
    '[R86] a closed week of a fork that was not compared with its upstream, compared now',
    week(CLOSED, 1, { excludedCommits: 2 }),
    week(CLOSED, 3, { comparedWithUpstream: false }),
    'recorded',
  ],
  [
    '[R86] a closed week of a fork that is not compared any more',
    week(CLOSED, 3, { comparedWithUpstream: false }),
    week(CLOSED, 1, { excludedCommits: 2 }),
    'unchanged',
  ],
  [
    'a closed week, fewer commits by hand and more excluded ones',
    week(CLOSED, 1, { excludedCommits: 3 }),
    week(CLOSED, 3),
    'recorded',
  ],
])('%s', (_, fresh, recorded, outcome) => {
  const given = { fresh: fresh === null ? [] : [fresh], recorded: recorded === null ? [] : [recorded] }
  const result = weeksToRecord({ ...given, ...LISTED, noted: new Set() })
  expect(result.record).toEqual(outcome === 'recorded' || outcome === 'both' ? [fresh] : [])
  const isRewritten = outcome === 'rewritten' || outcome === 'both'
  const byDay = fresh === null ? {} : fresh.byDay
  expect(result.rewritten).toEqual(isRewritten ? [{ weekStart: recorded?.weekStart, byDay }] : [])
})

test.each<[string, CodeWeekFacts]>([
  ['a running week', week(RUNNING, 3, { readTo: early })],
  ['a week whose end was not read', week(CLOSED, 3, { readTo: early })],
  ['a running week that was recorded without commits', week(RUNNING, 0, { readTo: early })],
])('[case 20] %s of which nothing is listed any more is recorded without commits', (_, recorded) => {
  const given = { fresh: [], recorded: [recorded], noted: new Set<CalendarDate>() }
  const { record } = weeksToRecord({ ...given, ...LISTED, notedFrom: date('2026-11-23') })
  const counts = { byDay: {}, humanCommits: 0, excludedCommits: 0, authors: 0, substance: 'none' }
  expect(record).toMatchObject([{ weekStart: recorded.weekStart, ...counts, readTo: NOW }])
})

test.each<[string, CodeWeekFacts, CodeWeekFacts['byDay'] | undefined]>([
  ['that has all its commits again', week(CLOSED, 30), { [CLOSED]: 30 }],
  ['that gained more', week(CLOSED, 31), { [CLOSED]: 31 }],
  ['that lost more', week(CLOSED, 2), { [CLOSED]: 2 }],
  ['of which the listing has a part', week(CLOSED, 2, { partial: true }), undefined],
])('[case 20] a noted week %s is noted as it is listed', (_, fresh, byDay) => {
  const given = { fresh: [fresh], recorded: [week(CLOSED, 30)], noted: new Set([CLOSED, OLD]) }
  const { rewritten } = weeksToRecord({ ...given, ...LISTED })
  expect(rewritten).toEqual(byDay === undefined ? [] : [{ weekStart: CLOSED, byDay }])
})

test('[case 20] rewritten weeks are noted oldest first', () => {
  const given = { fresh: [], recorded: [week(CLOSED, 3), week(OLD, 3)], noted: new Set<CalendarDate>() }
  const { rewritten } = weeksToRecord({ ...given, ...LISTED })
  expect(rewritten.map(({ weekStart }) => weekStart)).toEqual([OLD, CLOSED])
})

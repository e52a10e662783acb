import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { changeRow } from './change-row.ts'

const [{ answer }] = OPERATIONS.changes.examples as unknown as [{ answer: { items: [ChangeEvent] } }]
const [EVENT] = answer.items

const SHEET = aSheet(toInstant('2026-11-28T10:00:00Z'))

test('an entry has the words of today, as the page of a day has them', () => {
  const summary = 'code changes, week starting 2026-11-23 (to 2026-11-25)'
  const summaryCurrent = 'code changes, week starting 2026-11-23 (to 2026-11-27)'
  const drawn = changeRow({ event: { ...EVENT, summary, summaryCurrent } as ChangeEvent }, SHEET).toString()
  expect([drawn.includes(summary), drawn.includes(summaryCurrent)]).toEqual([false, true])
})

test('a move has the words of its states', () => {
  const summary = 'Market status moved from LIVE to LIQUIDITY_GONE'
  const event = {
    ...EVENT,
    summary,
    summaryCurrent: summary,
    facts: { from: 'LIVE', to: 'LIQUIDITY_GONE' },
  } as ChangeEvent
  expect(changeRow({ event }, SHEET).toString()).toContain('Market status moved from Live to Liquidity gone')
})

test('the name of its type stands beside a line that does not have its words', () => {
  const rowOf = (summary: string) =>
    changeRow(
      { event: { ...EVENT, type: 'build.code_activity', summary, summaryCurrent: summary } as ChangeEvent },
      SHEET,
    ).toString()
  expect(rowOf('code changes, weekly')).toContain('<span class="kind brief">code week</span>')
  expect(rowOf('Code of a week')).not.toContain('class="kind')
})

test('an entry about a week of code is dated by its week', () => {
  const occurredAt = toInstant('2026-11-25T10:00:00Z')
  const event = { ...EVENT, type: 'build.code_activity', occurredAt } as ChangeEvent
  expect(changeRow({ event }, SHEET).toString()).toContain(
    '<span class="clock">week of <time datetime="2026-11-23">23 Nov 2026</time></span>',
  )
})

test.each([
  ['EXACT', '<span class="clock"><time'],
  ['SCHEDULED', '<span class="clock">due <time'],
] as const)('the day of an entry with precision %s begins “%s”', (precision, words) => {
  const event = { ...EVENT, precision, occurredAt: toInstant('2026-12-03T10:00:00Z') } as ChangeEvent
  expect(changeRow({ event }, SHEET).toString()).toContain(words)
})

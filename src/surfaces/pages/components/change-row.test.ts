import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { toInstant } from '#contract/time.ts'
import { openIds, type Sheet } from '../sheet.ts'
import { changeRow } from './change-row.ts'

const [{ answer }] = OPERATIONS.changes.examples as unknown as [{ answer: { items: [ChangeEvent] } }]
const [EVENT] = answer.items

const SHEET: Sheet = {
  site: { baseUrl: 'https://svc.example' },
  now: toInstant('2026-11-28T10:00:00Z'),
  sandbox: false,
  corrections: undefined,
  address: '/changes',
  menu: [],
  readings: new Map(),
  nextId: openIds(),
}

test.each([
  ['code changes, week starting 2026-11-23 (to 2026-11-25)', true],
  ['code changes, week starting 2026-11-23 (to 2026-11-27)', false],
])('an entry recorded as “%s” says when it was recorded: %s', (summary, says) => {
  const summaryCurrent = 'code changes, week starting 2026-11-23 (to 2026-11-27)'
  const event = { ...EVENT, summary, summaryCurrent, recordedAt: toInstant('2026-11-25T22:01:00Z') }
  const drawn = changeRow({ event: event as ChangeEvent }, SHEET).toString()
  expect(drawn.replace(/<[^>]+>/g, '').includes('recorded on 25 Nov 2026')).toBe(says)
})

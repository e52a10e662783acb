import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import type { ReceiptAnswers } from './answers.ts'
import { restingOf } from './records.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const SHEET = aSheet(NOW)

function restingPart(recordsTotal: number): string {
  const resting = {
    conclusions: [],
    changes: [],
    changesTotal: 0,
    replacedBy: null,
    recordsTotal,
    records: [{ id: 'ship:2', title: 'v2', at: NOW }],
  }
  const answers = { receipt: { id: 'ship:1' }, resting }
  return String(restingOf(answers as unknown as ReceiptAnswers, SHEET))
}

test('a total that exceeds the list is the service’s own count, with the answer that has it', () => {
  expect(restingPart(120)).toContain('data-service="/evidence/ship%3A1.md">The newest 1 of 120.')
  expect(restingPart(1)).not.toContain('The newest')
})

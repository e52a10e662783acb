import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import type { ReceiptAnswers } from './answers.ts'
import { clocksOf } from './introduction.ts'

const SHEET = aSheet(toInstant('2026-11-20T10:00:00Z'))

test.each([
  ['state', 'DERIVED', { evidence: [], unknownInputs: [] }, 'no record; its rule found none'],
  ['state', 'DERIVED', { evidence: [], unknownInputs: [{}] }, 'no record; what its rule needs is unknown'],
  ['state', 'DERIVED', { evidence: ['ship:1'] }, 'the records that its rule names below'],
  ['signal', 'DERIVED', {}, 'the records that its rule names below'],
  ['narrative', 'FACT', { by: 'operator' }, "the operator's own assignment in the catalogue"],
  ['narrative', 'FACT', { by: 'site' }, 'a statement that the catalogue quotes'],
  ['claim', 'FACT', { by: 'operator' }, 'a statement that the catalogue quotes'],
])('a %s (%s) with %j and no source has the source “%s”', (kind, claim, recorded, words) => {
  const receipt = { id: `${kind}:1`, kind, claim, recorded, withdrawn: false, source: null }
  const drawn = String(clocksOf({ receipt } as unknown as ReceiptAnswers, SHEET)).replaceAll('&#39;', "'")
  expect(drawn).toContain(`<dt>Source</dt><dd>${words}</dd>`)
})

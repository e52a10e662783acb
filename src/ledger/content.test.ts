import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { contentDigestOf, contentTextOf } from './content.ts'

const EVENT = {
  summary: 'Release 1.0.0: “Faster” swaps',
  facts: { version: '1.0.0', kind: 'release', contracts: [{ b: 2, a: 1 }], isFirst: true },
  evidence: ['ship:1', 'source:1'],
  occurredAt: toInstant('2026-11-16T09:00:00Z'),
  precision: 'EXACT',
} as const
const TEXT =
  '2026-11-16T09:00:00.000Z\n["Release 1.0.0: “Faster” swaps",' +
  '{"contracts":[{"a":1,"b":2}],"isFirst":true,"kind":"release","version":"1.0.0"},' +
  '["ship:1","source:1"],"EXACT"]'

test('the text of an event never changes its form, because the ledger stores its digest', () => {
  expect(contentTextOf(EVENT)).toBe(TEXT)
  expect(contentDigestOf(EVENT)).toBe(createHash('sha256').update(TEXT).digest('hex'))
})

test('the text of an undated event begins with null', () => {
  expect(contentTextOf({ ...EVENT, occurredAt: null })).toBe(TEXT.replace('2026-11-16T09:00:00.000Z', 'null'))
})

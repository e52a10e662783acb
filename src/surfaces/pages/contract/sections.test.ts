import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { Contract } from '#contract/shapes/contract.ts'
import { addMs, DAY_MS } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { contractSourceOf, proxyOf } from './sections.ts'

const SHEET = aSheet()
const [{ answer }] = OPERATIONS.contract.examples as unknown as [{ answer: Contract }]
const PROXY = {
  kind: 'eip1967',
  implementation: `0x${'2a'.repeat(20)}`,
  observedAt: addMs(SHEET.now, -2 * DAY_MS),
} as Contract['proxy']

test.each([
  ['that is read', { state: 'MEASURED' }, 'It runs 0x2a2a'],
  ['that was read too long ago', { state: 'STALE' }, 'When it was last read, 2 days ago, it ran 0x2a2a'],
  [
    'whose chain cannot be read',
    { state: 'SOURCE_UNAVAILABLE' },
    'When it was last read, 2 days ago, it ran 0x2a2a',
  ],
] as const)('the implementation of a proxy %s is told of the time of its reading', (_, read, words) => {
  const text = proxyOf({ ...answer, proxy: { ...PROXY, ...read } }, SHEET)
    .toString()
    .replace(/<[^>]+>/g, '')
  expect(text.replace(/\s+/g, ' ')).toContain(words)
})

test.each([
  [{ state: 'MEASURED', items: [] }, 'No explorer that was read has verified its source.'],
  [{ state: 'NO_SOURCE' }, 'Nothing is listed: no source has it.'],
] as const)('the verified source %j reads “%s”', (verifiedSource, words) => {
  const section = contractSourceOf({ ...answer, verifiedSource } as Contract, SHEET).toString()
  expect(section).toContain(words)
})

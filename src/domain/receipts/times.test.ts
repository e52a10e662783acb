import { expect, test } from 'vitest'
import type { ResearchReference } from '#contract/shapes/research-receipt.ts'
import { EVERY_REFERENCE, receiptOf } from '#test/given/research-receipt.ts'
import { faultsOfTimes } from './times.ts'

const LEAP_DAY = '2026-02-29T10:00:00Z'
const faultsOf = (
  changes: Parameters<typeof receiptOf>[1],
  references: readonly ResearchReference[] = EVERY_REFERENCE,
) => faultsOfTimes(receiptOf(references, changes))

test('a receipt with a reference of every type and times that exist has no fault', () => {
  expect(faultsOf({})).toEqual([])
})

test.each(['createdAt', 'evidenceCutoff'] as const)('%s is a time that exists', (field) => {
  expect(faultsOf({ [field]: LEAP_DAY })).toEqual([
    { pointer: `/${field}`, message: `Invalid \`/${field}\`: expected a time that exists.` },
  ])
})

test.each([
  ['a second after the receipt', '2026-11-18T11:00:01Z', ['/evidenceCutoff']],
  ['at the time of the receipt', '2026-11-18T11:00:00Z', []],
  ['before the receipt', '2026-11-18T10:59:59Z', []],
])('a cutoff %s', (_, evidenceCutoff, pointers) => {
  const faults = faultsOf({ evidenceCutoff })
  expect(faults.map(({ pointer }) => pointer)).toEqual(pointers)
  for (const { message } of faults)
    expect(message).toBe('Invalid `/evidenceCutoff`: expected a time that is not later than `/createdAt`.')
})

test('the times of references exist', () => {
  const times = { asOf: LEAP_DAY, observedAt: LEAP_DAY, retrievedAt: LEAP_DAY, answeredAt: LEAP_DAY }
  const unreal = EVERY_REFERENCE.map((reference) => ({ ...reference, ...times }))
  expect(faultsOf({}, unreal).map(({ pointer }) => pointer)).toEqual([
    '/claims/0/references/2/asOf',
    '/claims/0/references/3/observedAt',
    '/claims/0/references/4/retrievedAt',
    '/claims/0/references/5/answeredAt',
  ])
})

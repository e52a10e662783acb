import { expect, test } from 'vitest'
import { ActivityStatus } from '#contract/enums.ts'
import { ACTIVITY_WORDS, partnerStatus } from './activity-words.ts'

test.each([
  ['SHIPPING', 'active'],
  ['ACTIVE', 'active'],
  ['RESUMED', 'active'],
  ['QUIET', 'stale'],
  ['DORMANT', 'dormant'],
  ['UNKNOWN', 'unknown'],
] as const)('%s is %s for partners', (status, expected) => {
  expect(partnerStatus(status)).toBe(expected)
})

test.each(ActivityStatus.enum)(
  '%s has a label of its own and one sentence of help, without the word abandoned',
  (status) => {
    const { label, help } = ACTIVITY_WORDS[status]
    expect(ActivityStatus.enum.filter((other) => ACTIVITY_WORDS[other].label === label)).toEqual([status])
    expect(help).toMatch(/^[A-Z][^.]+\.$/)
    expect(`${label} ${help}`).not.toMatch(/abandon|inactive|price/i)
  },
)

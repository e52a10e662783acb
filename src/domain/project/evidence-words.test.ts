import { describe, expect, test } from 'vitest'
import type { ContractAddress, EvidencePrefix, Slug } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { evidenceTitles } from './evidence-words.ts'
import type { Recorded } from './timeline-entry.ts'

const now = toInstant('2026-11-19T12:00:00Z')
const contract = '0x00000000000000000000000000000000000000c0' as ContractAddress
const implementation = '0x00000000000000000000000000000000000000c1' as ContractAddress
const statement = { by: 'site', statement: 'Reviewed.' } as const

type Case<K extends EvidencePrefix> = readonly [kind: K, recorded: Recorded[K], title: string]
type AnyCase = { [K in EvidencePrefix]: Case<K> }[EvidencePrefix]

const CASES: readonly AnyCase[] = [
  ['ship', { title: 'v1', codeWeek: null }, 'v1'],
  ['signal', { title: 'Shipping faster' }, 'Shipping faster'],
  [
    'abi',
    { contract, provider: 'sourcify', functions: 3, events: 0 },
    `Verified interface of ${contract} at sourcify: 3 functions, 0 events`,
  ],
  [
    'abi',
    { contract, provider: 'sourcify', functions: 1, events: 1 },
    `Verified interface of ${contract} at sourcify: 1 function, 1 event`,
  ],
  [
    'impl',
    { contract, implementation, initial: true },
    `First implementation of ${contract}: ${implementation}`,
  ],
  [
    'impl',
    { contract, implementation, initial: false },
    `Implementation of ${contract} changed to ${implementation}`,
  ],
  ['lock', { amount: '5', unlockAt: now, withdrawn: false }, 'Token lock of 5 units until 2026-11-19'],
  [
    'lock',
    { amount: '5', unlockAt: now, withdrawn: true },
    'Token lock of 5 units until 2026-11-19, withdrawn',
  ],
  [
    'source',
    { kind: 'website', locator: 'https://lumen.example' },
    'Source attached: website https://lumen.example',
  ],
  ['claim', { ...statement, kind: 'builder' }, 'Statement (site): Reviewed.'],
  ['narrative', { ...statement, kind: 'narrative', narrative: 'ai' as Slug }, 'Narrative ai: Reviewed.'],
  ['security', { ...statement, kind: 'security' }, 'Security statement (site): Reviewed.'],
  [
    'method',
    { contract, selector: '0xa9059cbb', signature: 'transfer(address,uint256)' },
    `First recorded call of transfer(address,uint256) on ${contract}`,
  ],
  [
    'method',
    { contract, selector: '0xa9059cbb', signature: null },
    `First recorded call of 0xa9059cbb on ${contract}`,
  ],
  ['sourcechange', { added: 2, removed: 0 }, 'Site changed what it declares: 2 added, 0 removed'],
]

test.each(CASES)('the title of %s from %o', (kind, recorded, title) => {
  expect(evidenceTitles({ kind, recorded }, now)).toEqual({ title, displayTitle: title })
})

describe('today’s wording differs from the recorded one', () => {
  const codeWeek: CodeWeekFacts = {
    weekStart: '2026-11-16' as CalendarDate,
    byDay: {},
    humanCommits: 1,
    excludedCommits: 0,
    authors: 1,
    partial: false,
    readTo: toInstant('2026-11-18T10:00:00Z'),
    substance: 'substantive',
  }
  const concluded = { fact: 'activity.status', value: 'RESUMED', state: 'MEASURED' } as const
  const integrity = { fact: 'market_integrity.state', value: 'OBSERVED', state: 'MEASURED' } as const
  const CASES_TODAY: readonly (readonly [AnyCase, string])[] = [
    [
      ['ship', { title: 'old words', codeWeek }, 'old words'],
      'code changes, week starting 2026-11-16 (to 2026-11-18)',
    ],
    [['state', concluded, 'activity.status: RESUMED'], 'Activity status: Back to shipping'],
    [
      ['state', { ...concluded, value: null, state: 'NO_SOURCE' }, 'activity.status: unknown (NO_SOURCE)'],
      'Activity status: unknown (NO_SOURCE)',
    ],
    [
      ['state', { ...concluded, fact: 'market.status', value: 'LIVE' }, 'market.status: LIVE'],
      'Market status: LIVE',
    ],
    [['integrity', integrity, 'market_integrity.state: OBSERVED'], 'Market integrity: OBSERVED'],
  ]
  test.each(CASES_TODAY)('%o: %s', ([kind, recorded, title], displayTitle) => {
    expect(evidenceTitles({ kind, recorded }, now)).toEqual({ title, displayTitle })
  })
})

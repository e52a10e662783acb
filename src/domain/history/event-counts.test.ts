import { expect, test } from 'vitest'
import type { ChangeType } from '#contract/events.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import { countedTypes, WATCHED, type Watched } from './event-counts.ts'

const measured = {
  counts: new Map<ChangeType, number>([['build.release', 3]]),
  gaps: new Map(),
  uncounted: null,
  integrityPublished: false,
}
const of = (type: ChangeType, input: Parameters<typeof countedTypes>[0]) =>
  countedTypes(input).find((counted) => counted.type === type)

test('a type without an event is 0 where its dimension was measured throughout', () => {
  expect(of('build.release', measured)).toEqual({ type: 'build.release', count: 3 })
  expect(of('lock.observed', measured)).toEqual({ type: 'lock.observed', count: 0 })
  expect(of('research.source_added', measured)).toMatchObject({ count: 0 })
})

/** The event types that are counted only while a dimension is measured, by dimension. */
const WATCHED_FOR: Readonly<Record<Watched, readonly ChangeType[]>> = {
  building: [
    'build.release',
    'build.ship',
    'build.status_changed',
    'build.dormant',
    'build.resumed',
    'build.accelerating',
    'build.code_activity',
    'build.slowing',
    'research.builder_verified',
  ],
  contracts: ['contract.deployed', 'contract.followup_deployed', 'contract.implementation_changed'],
  contract_use: ['contract.usage_changed', 'contract.method_first_observed', 'contract.method_resumed'],
  sites: ['research.source_changed'],
  sources: ['research.builder_verified', 'research.source_unavailable', 'research.source_restored'],
  verified_source: ['contract.interface_changed', 'contract.source_verified', 'contract.source_unverified'],
  market: [
    'market.status_changed',
    'market.liquidity_moved',
    'market.volume_spike',
    'market_integrity.event',
  ],
  locks: ['lock.unlock_due', 'lock.observed', 'lock.withdrawn'],
  token_verification: ['token.verification_changed'],
  launch_stage: ['token.launch_stage_changed'],
}

test.each(WATCHED)('while %s is not measured its types are unknown, and no others', (dimension) => {
  const gaps = new Map([[dimension, 'SOURCE_UNAVAILABLE' as const]])
  const counted = countedTypes({ ...measured, gaps, integrityPublished: true })
  const unknown = counted.filter((one) => 'reason' in one && one.reason === 'SOURCE_UNAVAILABLE')
  expect(unknown).toEqual(
    WATCHED_FOR[dimension].map((type) => ({
      type,
      reason: 'SOURCE_UNAVAILABLE',
      recorded: type === 'build.release' ? 3 : 0,
    })),
  )
})

test('a type that rests on two things is unknown for the first that was not measured', () => {
  const gaps = new Map<Watched, NoValueReason>([
    ['sources', 'STALE'],
    ['building', 'NO_SOURCE'],
  ])
  expect(of('research.builder_verified', { ...measured, gaps })).toMatchObject({ reason: 'NO_SOURCE' })
})

test('a type that nothing causes is not researched', () => {
  expect(of('market.distribution_changed', measured)).toMatchObject({ reason: 'NOT_RESEARCHED' })
})

test('nothing is counted before collection', () => {
  const counted = countedTypes({ ...measured, counts: new Map(), uncounted: 'NOT_RECORDED' })
  const reasons = counted.map((one) => ('reason' in one ? one.reason : undefined))
  expect(new Set(reasons)).toEqual(new Set(['NOT_RECORDED']))
})

test('market integrity is counted only where it is published', () => {
  expect(of('market_integrity.event', measured)).toBeUndefined()
  expect(of('market_integrity.event', { ...measured, integrityPublished: true })).toMatchObject({ count: 0 })
})

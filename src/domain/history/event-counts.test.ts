import { expect, test } from 'vitest'
import type { ChangeType } from '#contract/events.ts'
import { countedTypes, type Watched } from './event-counts.ts'

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

test.each<[ChangeType, Watched]>([
  ['build.release', 'building'],
  ['contract.deployed', 'contracts'],
  ['contract.source_verified', 'verified_source'],
  ['market.status_changed', 'market'],
  ['lock.observed', 'locks'],
  ['token.verification_changed', 'token_verification'],
  ['token.launch_stage_changed', 'launch_stage'],
])('%s is unknown while %s is not measured', (type, dimension) => {
  const input = { ...measured, gaps: new Map([[dimension, 'SOURCE_UNAVAILABLE' as const]]) }
  const recorded = type === 'build.release' ? 3 : 0
  expect(of(type, input)).toEqual({ type, reason: 'SOURCE_UNAVAILABLE', recorded })
  expect(of('research.published', input)).toMatchObject({ count: 0 })
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

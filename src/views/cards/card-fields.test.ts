import { expect, test } from 'vitest'
import { derived, derivedAsOf, fact, unknown } from '#contract/claim.ts'
import type { CoverageState } from '#contract/enums.ts'
import { toInstant } from '#contract/time.ts'
import { KNOWN, RELEASE, release, SOURCE } from '#test/given/card-evidence.ts'
import { claimNote } from '../words/claim-note.ts'
import * as fields from './card-fields.ts'

const AT = toInstant('2026-11-19T10:00:00Z')
const NOW = toInstant('2026-11-19T12:00:00Z')
const unread = unknown('STALE')

test('a known field of a card is its value', () => {
  expect(fields.activityStatusField(KNOWN.activity)).toBe('SHIPPING')
  expect(fields.verificationField(KNOWN.tokenVerification)).toBe('VERIFIED')
  expect(fields.researchLevelField(KNOWN.researchLevel)).toBe('VERIFIED_BUILDER')
  expect(fields.marketStatusField(KNOWN.market)).toEqual({ status: 'LIVE', observed_at: AT })
  expect(fields.shipTitle(release, NOW)).toBe('v2.4.0')
})

test('an unknown field of a card is the value that asserts nothing', () => {
  expect(fields.activityStatusField(unread)).toBe('UNKNOWN')
  expect(fields.verificationField(unread)).toBe('UNVERIFIED')
  expect(fields.researchLevelField(unread)).toBe('INDEXED')
  expect(fields.marketStatusField(unread)).toEqual({ status: 'INSUFFICIENT_DATA', observed_at: null })
})

test.each<[boolean, CoverageState, unknown]>([
  [true, 'MEASURED', 4],
  [true, 'STALE', 4],
  [false, 'STALE', 'STALE'],
  [false, 'MEASURED', 'NOT_ENOUGH_YET'],
])(
  'ships of a card whose activity is measured: %s, under the coverage %s: %s',
  (isMeasured, state, expected) => {
    const coverage = { ...KNOWN.coverage, building: { state, observedAt: AT } }
    const claim = fields.meaningfulShips({ ...KNOWN, activityMeasured: isMeasured, coverage })
    expect(claim.kind === 'UNKNOWN' ? claim.reason : claim.value).toBe(expected)
  },
)

test('an unknown count of ships keeps its reason', () => {
  expect(fields.meaningfulShips({ ...KNOWN, activityMeasured: false, meaningfulShips30d: unread })).toBe(
    unread,
  )
})

test.each<[CoverageState, CoverageState, CoverageState]>([
  ['STALE', 'SOURCE_UNAVAILABLE', 'SOURCE_UNAVAILABLE'],
  ['STALE', 'ERROR', 'ERROR'],
  ['STALE', 'STALE', 'STALE'],
  ['NO_SOURCE', 'SOURCE_UNAVAILABLE', 'NO_SOURCE'],
])('a market unknown for %s under the coverage %s is unknown for %s', (reason, state, expected) => {
  const coverage = { ...KNOWN.coverage, market: { state, observedAt: AT } }
  const market = unknown(reason as Exclude<CoverageState, 'MEASURED'>)
  expect(fields.marketClaim({ market, coverage })).toEqual(unknown(expected as typeof market.reason))
})

const count = derived(4, 'ships.counted@4', [RELEASE])
test.each([
  ['an unknown one', unread, NOW, null],
  ['a fact', fact(4, [SOURCE], AT), NOW, AT],
  ['a derived one', count, NOW, NOW],
  ['a derived one of a project that was never scored', count, null, null],
  ['a derived one that ends earlier', derivedAsOf(count, AT, NOW), NOW, AT],
])('the end of a count: %s', (_, claim, scoredAt, expected) => {
  expect(fields.countedTo(claim, scoredAt)).toBe(expected)
})

test('a card without the span of its last activity has none that applies', () => {
  expect(fields.activityBetween(KNOWN)).toEqual({ kind: 'UNKNOWN', reason: 'NOT_APPLICABLE' })
  const span = derived({ from: AT, to: NOW }, 'activity.last@1', [RELEASE])
  expect(fields.activityBetween({ ...KNOWN, lastActivityBetween: span as never })).toBe(span)
})

test.each([
  ['a fact', fact(1, [SOURCE], AT), { kind: 'FACT', observed_at: AT, evidence: [SOURCE], evidence_total: 1 }],
  [
    'a derived value',
    count,
    { kind: 'DERIVED', rule: 'ships.counted@4', evidence: [RELEASE], evidence_total: 1 },
  ],
  ['a derived value of an earlier time', derivedAsOf(count, AT, NOW), { rule: 'ships.counted@4', as_of: AT }],
  ['an unknown', unread, { kind: 'UNKNOWN', reason: 'STALE' }],
])('the claim note of %s', (_, claim, expected) => {
  expect(claimNote(claim)).toMatchObject(expected)
  expect('as_of' in claimNote(claim)).toBe('as_of' in expected)
})

test('a claim note has the first ten evidence ids and the number of all', () => {
  const ids = Array.from({ length: 11 }, (_, place) => `ship:${place}` as const)
  const note = claimNote(derived(1, 'ships.counted@4', [SOURCE, ...ids]))
  expect(note).toMatchObject({ evidence: [SOURCE, ...ids.slice(0, 9)], evidence_total: 12 })
})

import { expect, test } from 'vitest'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import { toInstant } from '#contract/time.ts'
import { figureClaim, valuationClaim, withheldClaim } from './figures.ts'
import { type FieldWithNote, notedClaim } from './noted.ts'

const AT = toInstant('2026-11-19T10:00:00Z')
const EARLIER = toInstant('2026-11-18T10:00:00Z')
const ids: EvidenceId[] = ['ship:a', 'ship:b', 'ship:c', 'ship:d']
const FACT: ClaimNote = { kind: 'FACT', observed_at: AT, evidence: ids, evidence_total: 4 }
const DERIVED: ClaimNote = { kind: 'DERIVED', rule: 'activity.status@6', evidence: ids, evidence_total: 4 }
const place = { slug: 'lumen' as Slug, site: { baseUrl: 'https://svc.example' } }
const claimOf = (given: Partial<Record<keyof FieldWithNote, unknown>>) =>
  notedClaim(
    {
      name: 'Status',
      note: DERIVED,
      says: 'shipping.',
      value: 'SHIPPING',
      ...given,
    } as never,
    place,
  )

test('a known field says its value, and names its rule and three of its evidence ids', () => {
  expect(claimOf({})).toEqual({
    kind: 'DERIVED',
    statement: 'Status: shipping.',
    words: 'service',
    value: 'SHIPPING',
    rule: 'activity.status@6',
    evidence: ['ship:a', 'ship:b', 'ship:c'],
  })
})

test.each([
  ['no note', undefined, 'NOT_ENOUGH_YET'],
  ['an unknown note', { kind: 'UNKNOWN', reason: 'STALE' }, 'STALE'],
])('a field with %s is unknown and has no value', (_, note, reason) => {
  expect(claimOf({ note })).toEqual({
    kind: 'UNKNOWN',
    statement: 'Status: unknown.',
    words: 'service',
    reason,
  })
  expect(claimOf({ note, because: 'not read' })).toMatchObject({ statement: 'Status: unknown (not read).' })
})

test.each([DERIVED, { kind: 'UNKNOWN', reason: 'STALE' }])(
  'a field of the kind $kind has its explanation and its coverage',
  (note) => {
    expect(claimOf({ note, fact: 'activity.status', freshness: 'STALE' })).toMatchObject({
      explainUrl: 'https://svc.example/api/projects/lumen/explain?fact=activity.status',
      freshness: 'STALE',
    })
  },
)

test.each([
  ['of its note, if the note has one', { ...DERIVED, as_of: EARLIER }, EARLIER],
  ['of the field otherwise', DERIVED, AT],
  ['of neither, for a fact', FACT, undefined],
])('the end of a field’s time is that %s', (_, note, asOf) => {
  const claim = claimOf({ note, asOf: AT, occurredAt: EARLIER })
  expect([claim.asOf, claim.occurredAt]).toEqual([asOf, EARLIER])
})

test.each([
  ['marketCap', 'market cap'],
  ['fdv', 'fully diluted value'],
] as const)('a valuation of the kind %s is called %s', (kind, words) => {
  const valuation = { value: 1500, kind, provider: 'geckoterminal', observedAt: AT }
  const said = { statement: `lumen ${words} (kind ${kind}): USD 1,500, by geckoterminal.`, words: 'service' }
  const value = { value: 1500, kind, provider: 'geckoterminal' }
  expect(valuationClaim('lumen', valuation, DERIVED)).toEqual({
    kind: 'DERIVED',
    ...said,
    value,
    rule: 'activity.status@6',
    observedAt: AT,
    evidence: ids,
  })
  expect(valuationClaim('lumen', valuation, undefined)).toEqual({
    kind: 'FACT',
    ...said,
    value,
    observedAt: AT,
  })
})

test('a figure names its provider and time, and a withheld one its reason', () => {
  const figure = { value: 5, provider: 'dexscreener', observedAt: AT }
  const known = {
    kind: 'FACT',
    statement: 'lumen liquidity: USD 5, by dexscreener.',
    words: 'service',
    value: { value: 5, provider: 'dexscreener' },
    observedAt: AT,
  }
  const of = { slug: 'lumen', name: 'liquidity' }
  expect(figureClaim(of, figure, FACT)).toEqual({ ...known, evidence: ids })
  expect(figureClaim(of, figure, undefined)).toEqual(known)
  expect(withheldClaim('lumen', 'valuation', 'NO_TRADING')).toEqual({
    kind: 'UNKNOWN',
    statement: 'lumen valuation: withheld (NO_TRADING).',
    words: 'service',
    reason: 'WITHHELD',
  })
})

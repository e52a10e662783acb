import { expect, test } from 'vitest'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import { toInstant } from '#contract/time.ts'
import { type NotedField, notedClaim } from './noted.ts'

const FIRST = toInstant('2026-11-18T12:00:00Z')
const LATER = toInstant('2026-11-19T12:00:00Z')
const place = { slug: 'lumen' as Slug, site: { baseUrl: 'https://svc.example' } }
const ships = (count: number) => Array.from({ length: count }, (_, n): EvidenceId => `ship:${n}`)
const claimOf = (note: ClaimNote | undefined, rest: Partial<NotedField> = {}) =>
  notedClaim({ name: 'Ships', says: 'three', value: 3, note, ...rest }, place)

const FACT: ClaimNote = { kind: 'FACT', observed_at: FIRST, evidence: ships(1) }
const DERIVED: ClaimNote = { kind: 'DERIVED', rule: 'ships@1', evidence: ships(1) }

test.each([
  ['a conclusion has the time of its note', { ...DERIVED, as_of: FIRST }, { asOf: LATER }, FIRST],
  ['a conclusion whose note has no time has the time of its field', DERIVED, { asOf: LATER }, LATER],
  ['a conclusion without either time has none', DERIVED, {}, undefined],
  ['a fact has only the time of its observation', FACT, { asOf: LATER }, undefined],
] as const)('%s', (_, note, field, asOf) => {
  const claim = claimOf(note, field)
  expect([claim.kind, claim.value, claim.asOf]).toEqual([note.kind, 3, asOf])
  expect(claim.observedAt).toBe(note === FACT ? FIRST : undefined)
})

test.each([
  [1, 1],
  [3, 3],
  [4, 3],
])('a claim that rests on %i records names %i of them', (held, named) => {
  expect(claimOf({ ...FACT, evidence: ships(held) }).evidence).toEqual(ships(named))
})

test.each([
  ['no note', undefined, 'NOT_ENOUGH_YET'],
  ['a note without a reason', { kind: 'UNKNOWN' }, 'NOT_ENOUGH_YET'],
  ['a note with a reason', { kind: 'UNKNOWN', reason: 'STALE' }, 'STALE'],
] as const)('a field with %s is unknown and has no value', (_, note, reason) => {
  const claim = claimOf(note, { because: 'the site failed' })
  expect(claim).toMatchObject({ kind: 'UNKNOWN', reason, statement: 'Ships: unknown (the site failed).' })
  expect(claim).not.toHaveProperty('value')
})

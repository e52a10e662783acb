import { expect, test } from 'vitest'
import { type Claim, derive, derived, fact, nonEmpty, orAbsent, orNull, unknown } from './claim.ts'
import { toInstant } from './time.ts'

const AT = toInstant('2026-06-01T12:00:00Z')
const RULE = 'sum@1'
const two = fact(2, ['ship:a'], AT)
const three = fact(3, ['ship:b', 'ship:c', 'ship:b'], AT)

test.each<[string, Claim<number>, number | null]>([
  ['a fact', two, 2],
  ['a known zero', fact(0, ['source:a'], AT), 0],
  ['a derived value', derived(5, RULE, ['ship:a']), 5],
  ['an unknown', unknown('NO_SOURCE'), null],
])('orNull and orAbsent: %s', (_, claim, value) => {
  expect(orNull(claim)).toBe(value)
  expect(orAbsent('n', claim)).toEqual(value === null ? {} : { n: value })
})

test.each<[string, Claim<number>, Claim<number>, unknown]>([
  [
    'two facts: the evidence of both',
    two,
    three,
    { kind: 'DERIVED', value: 5, rule: RULE, evidence: ['ship:a', 'ship:b', 'ship:c'] },
  ],
  ['the first unknown', unknown('STALE'), three, { kind: 'UNKNOWN', reason: 'STALE' }],
  ['the second unknown', two, unknown('NO_SOURCE'), { kind: 'UNKNOWN', reason: 'NO_SOURCE' }],
])('derive: %s', (_, a, b, expected) => {
  expect(derive(RULE, a, b, (left, right) => left + right)).toEqual(expected)
})

test.each([
  ['an empty list', [], undefined],
  ['a list', ['a', 'b'], ['a', 'b']],
])('nonEmpty: %s', (_, items, expected) => {
  expect(nonEmpty(items)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { type Claim, derived, fact, nonEmpty, orAbsent, orNull, unknown } from './claim.ts'
import { toInstant } from './time.ts'

const AT = toInstant('2026-06-01T12:00:00Z')
const RULE = 'sum@1'
const two = fact(2, ['ship:a'], AT)

test.each<[string, Claim<number>, number | null]>([
  ['a fact', two, 2],
  ['a known zero', fact(0, ['source:a'], AT), 0],
  ['a derived value', derived(5, RULE, ['ship:a']), 5],
  ['an unknown', unknown('NO_SOURCE'), null],
])('orNull and orAbsent: %s', (_, claim, value) => {
  expect(orNull(claim)).toBe(value)
  expect(orAbsent('n', claim)).toEqual(value === null ? {} : { n: value })
})

test.each([
  ['an empty list', [], undefined],
  ['a list', ['a', 'b'], ['a', 'b']],
])('nonEmpty: %s', (_, items, expected) => {
  expect(nonEmpty(items)).toEqual(expected)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ENCODINGS, encodingFor, preferredType } from './negotiation.ts'

const JSON_TYPE = 'application/json'
test.each([
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['text/markdown', 'text/markdown'],
  ['TEXT/PLAIN', 'text/plain'],
  ['text/*', 'text/plain'],
  ['application/json;q=0.1, text/markdown', 'text/markdown'],
  ['application/json;q=0.1, */*', 'text/plain'],
  ['text/plain;q=0.5, text/markdown;q=0.9, application/json;q=0.1', 'text/markdown'],
  ['text/plain;q=0, */*;q=0.1', JSON_TYPE],
  ['text/html, application/xhtml+xml, */*;q=0.8', JSON_TYPE],
  ['image/png', JSON_TYPE],
  [';;,/,q=1', JSON_TYPE],
])('Accept %s is answered with %s', (accept, expected) => {
  expect(preferredType(accept, [JSON_TYPE, 'text/plain', 'text/markdown'])).toBe(expected)
})

const LARGE = 100_000
test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'zstd'],
  ['zstd;q=0.5, br', 'br'],
  ['GZIP', 'gzip'],
  ['*', 'zstd'],
  ['*;q=0.1', 'zstd'],
  ['zstd;q=0, *', 'br'],
  ['deflate', 'identity'],
  ['br;q=0.5, gzip;q=0.6', 'gzip'],
  ['zstd;q=0, br;q=0, *', 'gzip'],
  ['br ; q = 0.2, gzip;q=0.1', 'br'],
  ['identity, br;q=0.5', 'identity'],
  ['*;q=0', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0, br;q=0', 'identity'],
  ['zstd;q=0, br;q=0, gzip;q=0, identity;q=0, *;q=0', 'identity'],
  [';;,,=;q', 'identity'],
])('Accept-Encoding %s is answered by %s', (accept, expected) => {
  expect(encodingFor(accept, LARGE)).toBe(expected)
})

test('does not compress small bodies', () => {
  expect(encodingFor('br', 1_000)).toBe('identity')
})

test('never chooses a refused encoding', () => {
  const names = fc.subarray(['zstd', 'br', 'gzip'] as const)
  const others = fc.array(fc.constantFrom('*', '*;q=0', 'identity', 'identity;q=0', 'deflate;q=1'))
  fc.assert(
    fc.property(names, others, (refused, rest) => {
      const accept = [...refused.map((name) => `${name};q=0`), ...rest].join(', ')
      const chosen = encodingFor(accept, LARGE)
      expect(ENCODINGS).toContain(chosen)
      expect(refused).not.toContain(chosen)
    }),
  )
})

import { expect, test } from 'vitest'
import { preferredType } from './negotiate.ts'

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
  ['text/plain;q=7', JSON_TYPE],
  [';;,/,q=1', JSON_TYPE],
  [`${'a/b,'.repeat(5000)}text/plain`, JSON_TYPE],
])('Accept %s is answered with %s', (accept, expected) => {
  expect(preferredType(accept, [JSON_TYPE, 'text/plain', 'text/markdown'])).toBe(expected)
})

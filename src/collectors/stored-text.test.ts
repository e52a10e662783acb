import { expect, test } from 'vitest'
import { storedText } from './stored-text.ts'

test.each([
  ['as long as the limit', 'abc', 'abc'],
  ['longer than the limit', 'abcd', 'abc'],
  ['with a character of two units across the limit', 'ab\u{1F600}', 'ab'],
  ['with a character of two units before the limit', 'a\u{1F600}d', 'a\u{1F600}'],
  ['with half a character of its own', 'a\uD83Db', 'a\uFFFDb'],
  ['with NUL', 'a\u0000bc', 'abc'],
])('a text %s is stored whole, at most three units long', (_, text, stored) => {
  expect(storedText(text, 3)).toBe(stored)
})

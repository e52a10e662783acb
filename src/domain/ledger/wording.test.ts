import { expect, test } from 'vitest'
import { known } from '#contract/known.ts'
import { oneLine } from './wording.ts'

const FAMILY = '👩‍👩‍👧'

test.each([
  ['a plain text', 'Lumen v2.4.0, 0x1234…abcd', 'Lumen v2.4.0, 0x1234…abcd'],
  ['spaces, tabs and line ends', ' a\t\n b  c\r\n', 'a b c'],
  ['a control character', 'a\u0007b', 'a b'],
  ['a change of direction', 'a\u202Eb', 'a b'],
  ['an invisible character', 'a\u200Bb', 'a b'],
  ['a half of a character', 'a\uD83D', 'a\uFFFD'],
  ['letters of every script', 'Łódź 東京', 'Łódź 東京'],
  ['joined characters', FAMILY, FAMILY],
  ['nothing visible', '\u200B \n', ''],
  ['[R106] letters that look blank', 'a\u3164\u2800b\u115F\u1160\uFFA0', 'a b'],
  ['[R106] nothing but blank letters', '\u3164\u2800', ''],
  ['[R106] nothing but joiners and marks', '\u200D\uFE0F\u034F\u0301', ''],
  ['[R106] marks stacked on a letter', `a${'\u0301'.repeat(40)}b`, `a${'\u0301'.repeat(4)}b`],
  ['Hebrew with its vowels and accents', 'בְּרֵאשִׁ֖ית', 'בְּרֵאשִׁ֖ית'],
  ['nothing', '', ''],
])('%s is one line', (_, text, expected) => {
  expect(oneLine(text)).toBe(expected)
})

test.each([
  ['as long as allowed', 'abcd', 'abcd'],
  ['a character longer', 'abcde', 'abc…'],
  ['as long as allowed, in other letters', 'łódź', 'łódź'],
  ['a character longer, in other letters', 'łódźa', 'łód…'],
  ['as long as allowed, of wide characters', '🙂🙂🙂🙂', '🙂🙂🙂🙂'],
  ['wide characters that are cut', '🙂🙂🙂🙂🙂', '🙂🙂🙂…'],
])('at most four characters are shown: %s', (_, text, expected) => {
  expect(oneLine(text, 4)).toBe(expected)
})

test('a line has at most 300 characters', () => {
  expect(oneLine('a'.repeat(300))).toBe('a'.repeat(300))
  expect(oneLine('a'.repeat(301))).toBe(`${'a'.repeat(299)}…`)
})

test('facts that are null are absent; zero, false and an empty text are known', () => {
  expect(known({ a: null, b: 0, c: false, d: '' })).toEqual({ b: 0, c: false, d: '' })
})

import { expect, test } from 'vitest'
import { searchWords } from './list-parameters.ts'

const words = searchWords({ min: 2, max: 8 }, 'Words of a name')

test.each<[string, string, string | undefined]>([
  ['a name', 'lumen', 'lumen'],
  ['spaces around it', '  lumen ', 'lumen'],
  ['the shortest', 'lu', 'lu'],
  ['one character less', 'l', undefined],
  ['the longest', 'lumenlab', 'lumenlab'],
  ['one character more', 'lumenlabs', undefined],
  ['eight characters of two units each', '🜂'.repeat(8), '🜂'.repeat(8)],
  ['nothing but spaces', '    ', undefined],
  ['a control character', 'lu\u0000men', undefined],
  ['bytes that are not UTF-8', new URLSearchParams('q=lumen%ff').get('q') ?? '', undefined],
  ['half a surrogate pair', 'lumen\ud800', undefined],
])('search words: %s', (_, text, expected) => {
  const parsed = words.parse(text)
  expect('value' in parsed ? parsed.value : undefined).toBe(expected)
})

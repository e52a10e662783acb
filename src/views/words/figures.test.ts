import { expect, test } from 'vitest'
import { POLICED } from '#collectors/providers.ts'
import {
  amountWords,
  listWords,
  listWordsFirst,
  numberWords,
  providerName,
  REASON_WORDS,
  reasonMeaning,
  unmeasuredWords,
} from './figures.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234567.125, '−1,234,567.125'],
  [-0, '0'],
  [1 / 3, '0.3333333333333333'],
  [1e-7, '0.0000001'],
  [-1.25e-19, '−0.000000000000000000125'],
  [1.5e21, '1,500,000,000,000,000,000,000'],
  [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991'],
])('the number %s is written %s', (value, words) => {
  expect(numberWords(value)).toBe(words)
})

test.each([
  ['0', '0'],
  ['1000', '1,000'],
  ['123456789012345678901', '123,456,789,012,345,678,901'],
])('the amount %s is written %s', (digits, words) => {
  expect(amountWords(digits)).toBe(words)
})

test.each([
  ['NO_SOURCE', 'no source has it'],
  ['NOT_ENOUGH_YET', 'not watched for long enough yet'],
  ['STALE', 'the last reading is too old'],
  ['SOURCE_UNAVAILABLE', 'the source cannot be read'],
  ['NOT_APPLICABLE', 'does not apply'],
  ['NOT_RESEARCHED', 'not researched'],
  ['ERROR', 'the source refuses us, or cannot be parsed'],
  ['WITHHELD', 'withheld'],
  ['NOT_RECORDED', 'not recorded'],
] as const)('the reason %s is “%s”', (reason, words) => {
  expect(REASON_WORDS[reason]).toBe(words)
  expect(reasonMeaning(reason)).toMatch(/\.$/)
  expect(reasonMeaning(reason) === 'No value was recorded.').toBe(reason === 'NOT_RECORDED')
})

test.each([
  ['building', 'NOT_APPLICABLE', 'nothing reads its kind of source yet'],
  ['contracts', 'NOT_APPLICABLE', 'another project has each of them'],
  ['building', 'NO_SOURCE', 'no source has it'],
  ['market', 'NOT_APPLICABLE', 'does not apply, because the project has no token'],
  ['verified_source', 'NOT_APPLICABLE', 'does not apply'],
] as const)('[R24] the dimension %s in the state %s is “%s”', (dimension, state, words) => {
  expect(unmeasuredWords(dimension, state)).toBe(words)
})

test.each([
  ['VERIFIED_BUILDER', 'verified builder', 'Verified builder'],
  ['github_repository', 'GitHub repository', 'GitHub repository'],
  ['npm_package', 'npm package', 'npm package'],
])('the code %s reads %s, and %s first in a line', (code, words, first) => {
  expect([listWords(code), listWordsFirst(code)]).toEqual([words, first])
})

test('every provider has a name for people, and an unknown one its code', () => {
  expect(POLICED.map(providerName).filter((name, at) => name === POLICED[at])).toEqual([])
  expect(providerName('geckoterminal')).toBe('GeckoTerminal')
  expect(providerName('elsewhere')).toBe('elsewhere')
})

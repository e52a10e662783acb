import { describe, expect, test } from 'vitest'
import { longestOf, mayBeTicker, phrasesBeyond, phrasesIn, withoutPhrases } from './named-inside.ts'

const textsOf = (text: string) => phrasesIn(text).map((phrase) => phrase.text)

describe('[R135] the phrases of a text that may be a name', () => {
  test.each([
    ['driftwood', ['driftwood']],
    ['why is driftwood unknown?', ['driftwood', 'is driftwood', 'driftwood unknown']],
    ['the people of House of Light', ['people of House', 'House of Light', 'Light', 'House', 'people']],
    ["Lumen's $LUM, and more", ['Lumen $LUM', '$LUM', 'Lumen']],
    ['the people at Old Mill', ['Old Mill', 'Mill', 'people']],
    ['is old mill dead', ['old mill', 'mill']],
    ['lumen near gantry', ['lumen near gantry', 'lumen', 'gantry', 'near']],
    ['is it the one', []],
    ['', []],
  ])('%s', (text, phrases) => {
    expect(textsOf(text).toSorted()).toEqual(expect.arrayContaining([...phrases].toSorted()))
    if (phrases.length < 2) expect(textsOf(text)).toEqual(phrases)
  })

  test.each([
    ['“Lumen”', 'Lumen'],
    ['((Lumen))', 'Lumen'],
    ['Lumen!', 'Lumen'],
    ['Lumen?!', 'Lumen'],
    ['lumen-v2.1', 'lumen-v2.1'],
    ['“lumen-v2.1”?', 'lumen-v2.1'],
    ['…$LUM,', '$LUM'],
    ['Lumen’s', 'Lumen'],
    ["Lumen's.", 'Lumen'],
    ["O'Shea", "O'Shea"],
    ['Harbours', 'Harbours'],
  ])('%s is named without the marks around it: %s', (text, name) => {
    expect(textsOf(text)).toEqual([name])
  })

  test('marks alone are no word', () => {
    expect(textsOf('Lumen – Gantry … ?!')).toEqual(['Lumen Gantry', 'Gantry', 'Lumen'])
  })

  test('of a long text each word is one of them, and there are never more than 24', () => {
    const text = Array.from({ length: 24 }, (_, place) => `name${place}`).join(' ')
    expect(textsOf(text)).toHaveLength(24)
    expect(textsOf(text)).toContain('name23')
  })
})

test('a phrase inside a longer one does not count, and one beside it does', () => {
  const [longer, inside, beside] = [
    { text: 'Harbour Alpha', from: 0, to: 1 },
    { text: 'Harbour', from: 0, to: 0 },
    { text: 'Lumen', from: 3, to: 3 },
  ]
  expect(longestOf([longer, inside, beside])).toEqual([longer, beside])
})

test.each([
  ['begins with its last word', 1, 2, false],
  ['ends with its first word', -1, 0, false],
  ['begins after it', 2, 3, true],
  ['ends before it', -2, -1, true],
])('a phrase that %s counts beside a longer one: %s', (_, from, to, expected) => {
  const longer = { text: 'Harbour Alpha', from: 0, to: 1 }
  const other = { text: 'Lumen', from, to }
  expect(longestOf([longer, other])).toEqual(expected ? [longer, other] : [longer])
})

test.each([
  ['is old mill dead', 'mill', ['is old mill dead', 'old mill', 'mill dead']],
  ['compare old mill, and lumen', 'lumen', ['and lumen']],
  ['tell me of old mill in october', 'mill in october', ['of old mill in', 'old mill in', 'old mill']],
  ['is lumen', 'mill', []],
  ['is the one', '', []],
])('beyond its name “%s” has phrases', (text, name, phrases) => {
  const found = phrasesBeyond(text, name).map((phrase) => phrase.text)
  expect(found).toEqual(expect.arrayContaining([...phrases]))
  if (phrases.length < 2) expect(found).toEqual(phrases)
})

test('a name of two words is found where both stand, not at a place of one of them', () => {
  const found = phrasesBeyond('is the mill of old mill dead', 'old mill')
  expect(found.map(({ text, withName }) => [text, withName])).toEqual([
    ['of old mill dead', 'of old mill dead'],
    ['of old mill', 'of old mill'],
    ['old mill dead', 'old mill dead'],
    ['of old', 'of old mill'],
    ['mill dead', 'old mill dead'],
  ])
})

test('a phrase over a part of its name says the whole name with it', () => {
  const found = phrasesBeyond('is old mill in october dead', 'mill in october')
  expect(found.find(({ text }) => text === 'old mill')?.withName).toBe('old mill in october')
})

test.each([
  ['gantry in October', 'gantry', '· in October'],
  ["is Old Mill's gate open?", 'Old Mill', 'is · · gate open'],
])('[R136] %s has a mark in the place of each word of its name', (text, name, left) => {
  const found = phrasesIn(text).filter((phrase) => phrase.text === name)
  expect(withoutPhrases(text, found)).toBe(left)
})

test.each([
  ['LUM', true],
  ['$lum', true],
  ['lum', false],
  ['Lum', false],
  ['123', false],
])('whether %s may be a ticker', (text, expected) => {
  expect(mayBeTicker(text)).toBe(expected)
})

import { COMMON_WORDS } from './common-words.ts'

/** Consecutive words of a text, by the places of the first and the last word. */
export type Phrase = { readonly text: string; readonly from: number; readonly to: number }

/** Numbers of words in the names that are looked for inside a text. */
const LENGTHS = [1, 2, 3, 4]
/** Marks the place of words that were taken out of a text, so that the words around it are not read as one phrase. */
export const APART = '·'
/** Maximum number of phrases that are looked up for one text. */
const MOST = 24

/**
 * The phrases of a text that may be a name, the longest first: each has a word that is not common. “Old Mill” is a
 * name, though “old” is a common word. Of a long text the shortest phrases are kept, because most names are one word.
 */
export function phrasesIn(text: string): readonly Phrase[] {
  const words = wordsOf(text)
  return LENGTHS.flatMap((length) =>
    words.slice(length - 1).flatMap((_, from): Phrase[] => {
      const own = words.slice(from, from + length)
      return own.every(isCommon) ? [] : [{ text: own.join(' '), from, to: from + length - 1 }]
    }),
  )
    .slice(0, MOST)
    .toReversed()
}

/**
 * A phrase that overlaps a name and reaches beyond it. `withName` is the name together with the words of the phrase.
 */
type LongerPhrase = Phrase & { readonly withName: string }

/**
 * The phrases that overlap a name in a text and reach into the common words beside it: “old mill” for “mill” in “is old
 * mill dead”. The longest come first; empty when the text does not have the name.
 */
export function phrasesBeyond(text: string, name: string): readonly LongerPhrase[] {
  const words = wordsOf(text)
  const own = wordsOf(name)
  const from = words.findIndex((_, at) => own.every((word, place) => words[at + place] === word))
  if (own.length === 0 || from === -1) return []
  const to = from + own.length - 1
  const first = from - commonIn(words.slice(0, from).toReversed())
  const last = to + commonIn(words.slice(to + 1))
  return LENGTHS.toReversed().flatMap((length) =>
    words.flatMap((_, start): LongerPhrase[] => {
      const end = start + length - 1
      const isBeyond = first <= start && end <= last && (start < from || to < end)
      const isOver = start <= to && from <= end
      if (!isBeyond || !isOver) return []
      const between = (one: number, other: number) => words.slice(one, other + 1).join(' ')
      const withName = between(Math.min(start, from), Math.max(end, to))
      return [{ text: between(start, end), from: start, to: end, withName }]
    }),
  )
}

/** The phrases that overlap no earlier phrase of the list, which has the longest first. */
export function longestOf<P extends Phrase>(phrases: readonly P[]): readonly P[] {
  return phrases.filter(
    ({ from, to }, index) => !phrases.slice(0, index).some((one) => one.from <= to && from <= one.to),
  )
}

/** The words of a text with a mark in the place of each word of its phrases. */
export function withoutPhrases(text: string, phrases: readonly Phrase[]): string {
  return wordsOf(text)
    .map((word, at) => (phrases.some(({ from, to }) => from <= at && at <= to) ? APART : word))
    .join(' ')
}

/** Whether a phrase may be a ticker: written with a dollar sign or in capitals. In small letters it may be any word. */
export function mayBeTicker(text: string): boolean {
  return text.startsWith('$') || (/\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text))
}

/** The number of common words at the beginning of a text, at most as many as a name can have beside another word. */
function commonIn(words: readonly string[]): number {
  const end = words.findIndex((word) => !isCommon(word))
  return Math.min(end === -1 ? words.length : end, LENGTHS.length - 1)
}

function isCommon(word: string): boolean {
  return COMMON_WORDS.has(word.toLowerCase())
}

/** The words of a text without the punctuation around them. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .map(bareWord)
    .filter((word) => word !== '')
}

/** A word without the punctuation around it and the ’s of a genitive. */
export function bareWord(word: string): string {
  return word
    .replace(/^[^\p{L}\p{N}$]+/u, '')
    .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
    .replace(/['’]s$/u, '')
}

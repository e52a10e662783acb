import { COMMON_WORDS } from './common-words.ts'

/** Some words of a text that follow each other, by their places. */
export type Phrase = { readonly text: string; readonly from: number; readonly to: number }

/** Words of the names that are looked for inside a text. */
const LENGTHS = [1, 2, 3, 4]
/** Phrases that are looked up for one text. */
const MOST = 24

/**
 * The phrases of a text that may be a name, the longest first. No phrase ends with a common word, and one begins with it
 * only in capitals. Of a long text the shortest phrases are kept, because most names are one word.
 */
export function phrasesIn(text: string): readonly Phrase[] {
  const words = wordsOf(text)
  const isName = (at: number) => !isCommon(String(words[at]))
  return LENGTHS.flatMap((length) =>
    words.slice(length - 1).flatMap((_, from): Phrase[] => {
      const to = from + length - 1
      const begins = isName(from) || isCapital(String(words[from]))
      if (!begins || !isName(to)) return []
      return [{ text: words.slice(from, to + 1).join(' '), from, to }]
    }),
  )
    .slice(0, MOST)
    .toReversed()
}

/** The phrases that lie in no longer one. The longest come first. */
export function longestOf<P extends Phrase>(phrases: readonly P[]): readonly P[] {
  return phrases.filter(
    ({ from, to }, index) => !phrases.slice(0, index).some((one) => one.from <= to && from <= one.to),
  )
}

/** The words of a text outside of its phrases that are no common words; undefined when there are none. */
export function leftBeside(text: string, phrases: readonly Phrase[]): string | undefined {
  const left = wordsOf(text).filter(
    (word, at) => !isCommon(word) && !phrases.some(({ from, to }) => from <= at && at <= to),
  )
  return left.length === 0 ? undefined : left.join(' ')
}

/** Whether a phrase may be a ticker: written with a dollar sign or in capitals. In small letters it may be any word. */
export function mayBeTicker(text: string): boolean {
  return text.startsWith('$') || (/\p{Lu}/u.test(text) && !/\p{Ll}/u.test(text))
}

/** “Old Mill” is a name, though “old” is a common word. */
function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

function isCommon(word: string): boolean {
  return COMMON_WORDS.has(word.toLowerCase())
}

/** The words of a text without the marks around them. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/\s+/)
    .map((word) =>
      word
        .replace(/^[^\p{L}\p{N}$]+/u, '')
        .replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, '')
        .replace(/['’]s$/u, ''),
    )
    .filter((word) => word !== '')
}

import { SILENT_WORDS } from '#domain/project/common-words.ts'
import { APART, bareWord } from '#domain/project/named-inside.ts'

/** Words of a question, in small letters, with commas between them. “more … than” has up to 80 characters between. */
export type WordList = string

/** How a question in words asks a capability, and what of it the answer answers. */
export type CapabilityWords = {
  /** Words that ask for it, whatever else a question has. */
  readonly first?: WordList
  /** Words that ask for it. */
  readonly named?: WordList
  /** Words that ask for it in a question with a period of days. */
  readonly ofDays?: WordList
  /** Words that ask for it where no other words ask for anything. */
  readonly last?: WordList
  /** Words that ask for it in a question with two names or more. */
  readonly ofSeveral?: WordList
  /** What its answer answers. Every other word that carries meaning is named as left out. */
  readonly answered: readonly (WordList | RegExp)[]
  /** It answers of all projects where none is named. */
  readonly ofAll?: true
  /** Two names in its question ask how the two projects are related. */
  readonly ofTwo?: true
}

export const NEW = 'new, news, update, updates'
/** What is answered of the past by a list whose newest entries come first, each with its time. */
export const NEWEST = 'was, were, been, had, when, last, latest, newest, recent, recently'
export const NUMBER = 'how many, how much, count'
/** The present, in which a status is. */
export const NOW = 'today, since today'
export const BUILDING =
  'ship, ships, shipped, shipping, build, builds, building, built, active, activity, alive, dead, dormant, maintained'

/** Finds words in a text in small letters, “market cap” before “market”. */
export function patternOf(words: WordList): RegExp {
  const longestFirst = words.split(', ').toSorted((one, other) => other.length - one.length)
  return new RegExp(`\\b(?:${longestFirst.join('|').replaceAll(' … ', '\\b.{1,80}\\b')})\\b`)
}

/** The words of a text that are neither silent nor answered; those that follow each other are one. */
export function unreadIn(text: string, words?: Pick<CapabilityWords, 'answered'>): readonly string[] {
  const left = words === undefined ? text : text.replace(answeredBy(words), ` ${APART} `)
  return left
    .split(/\s+/)
    .map((word) => (isSilent(bareWord(word)) ? APART : bareWord(word)))
    .join(' ')
    .split(APART)
    .map((some) => some.trim())
    .filter((some) => some !== '')
}

/** Finds what is answered. Words of a slug are not: “ship” of “ship-to-shore”. */
export function answeredBy({ answered }: Pick<CapabilityWords, 'answered'>): RegExp {
  const any = answered.map((one) => (typeof one === 'string' ? patternOf(one) : one).source).join('|')
  return new RegExp(`(?<![-_.])(?:${any})(?![-_.][\\p{L}\\p{N}])`, 'giu')
}

export function isSilent(word: string): boolean {
  return word === '' || SILENT_WORDS.has(word.toLowerCase())
}

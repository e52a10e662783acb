import { SILENT_WORDS } from '#domain/project/common-words.ts'
import { APART, bareWord } from '#domain/project/named-inside.ts'

/**
 * Words or phrases of a question in lower case, separated by commas. “…” in “more … than” matches 1 to 80 characters.
 */
export type WordList = string

/** The words by which a question selects a capability, and the words that the answer of the capability covers. */
export type CapabilityWords = {
  /** Words that ask for the capability, whatever other words the question has. */
  readonly first?: WordList
  /** Words that ask for the capability. */
  readonly named?: WordList
  /** Words that ask for the capability in a question with a period of days. */
  readonly ofDays?: WordList
  /** Words that ask for the capability in a question where no other word asks for one. */
  readonly last?: WordList
  /** Words that ask for the capability in a question with two names or more. */
  readonly ofSeveral?: WordList
  /** Words that the answer covers. Every other word that carries meaning is named as left out. */
  readonly answered: readonly (WordList | RegExp)[]
  /** Without a named project, the capability answers about all projects. */
  readonly ofAll?: true
  /** Two names in a question ask how the two projects are related. */
  readonly ofTwo?: true
}

export const NEW = 'new, news, update, updates'
/** Words about the past that a list covers, because its newest entries come first and each has its time. */
export const NEWEST = 'was, were, been, had, when, last, latest, newest, recent, recently'
export const NUMBER = 'how many, how much, count'
/** Words for the present, which a status describes. */
export const NOW = 'today, since today'
export const BUILDING =
  'ship, ships, shipped, shipping, build, builds, building, built, active, activity, alive, dead, dormant, maintained'

/** The pattern that finds the words in a lower-case text. Longer words match first: “market cap” before “market”. */
export function patternOf(words: WordList): RegExp {
  const longestFirst = words.split(', ').toSorted((one, other) => other.length - one.length)
  return new RegExp(`\\b(?:${longestFirst.join('|').replaceAll(' … ', '\\b.{1,80}\\b')})\\b`)
}

/** The words of a text that are neither silent nor covered by the answer. Neighbouring words form one entry. */
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

/**
 * The pattern that finds the words that an answer covers. It skips words inside a slug, such as “ship” in
 * “ship-to-shore”.
 */
export function answeredBy({ answered }: Pick<CapabilityWords, 'answered'>): RegExp {
  const any = answered.map((one) => (typeof one === 'string' ? patternOf(one) : one).source).join('|')
  return new RegExp(`(?<![-_.])(?:${any})(?![-_.][\\p{L}\\p{N}])`, 'giu')
}

export function isSilent(word: string): boolean {
  return word === '' || SILENT_WORDS.has(word.toLowerCase())
}

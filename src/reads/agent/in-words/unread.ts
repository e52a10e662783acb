import { SILENT_WORDS } from '#domain/project/common-words.ts'
import { APART, bareWord } from '#domain/project/named-inside.ts'
import { type CapabilityWords, patternOf } from '../capability-words.ts'

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

import { CHAIN_ID } from '#contract/ids.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { askInstead, widestOf } from './ask-instead.ts'
import type { Named } from './subject.ts'
import { plainWords, quoteWords } from './words.ts'

/**
 * Maximum bytes of the sentences that `withReading` adds, and of the words that it adds to the query. An answer leaves
 * room for them.
 */
export const READING_BYTES = 3_000

/** Adds to an answer how its question was read: the guesses, and the words that the answer leaves out. */
export function withReading(
  answer: AgentAnswer,
  { guesses = NONE, unread }: { readonly guesses?: readonly Named[]; readonly unread: readonly string[] },
): AgentAnswer {
  const { notUnderstood, ...query } = answer.query
  const before: readonly string[] = notUnderstood === undefined ? NONE : notUnderstood
  const left = widestOf([...before, ...unread.map(plainWords)])
  const added = left.filter((words) => !before.includes(words))
  const isOfContract = query.contract !== undefined && added.length > 0 && before.length === 0
  const instead = askInstead(added, answer.subject?.slug)
  const sentences = [
    ...guesses.flatMap(guessWords),
    ...(isOfContract ? [ONE_CHAIN] : []),
    answer.answer,
    ...(added.length === 0 ? [] : [leftOutSentence(added)]),
    ...instead.filter((sentence) => !answer.answer.includes(sentence)),
  ]
  return {
    ...answer,
    ...(left.length > 0 && answer.status === 'answered' && { status: 'partial' as const }),
    query: { ...query, ...(left.length > 0 && { notUnderstood: [...left] }) },
    answer: sentences.join(' '),
  }
}

/** Words beside a contract may name another chain. */
const ONE_CHAIN = `Only chain ${CHAIN_ID} is indexed, and the contract is read as one of it.`

function leftOutSentence(words: readonly string[]): string {
  return `Not understood, and not answered: ${words.map((one) => quoteWords(one).text).join(', ')}.`
}

const NONE: readonly never[] = []

/**
 * The sentence for a guessed project: the words are only a part of its name. Empty when the words name the project
 * exactly.
 */
export function guessWords({ matchedBy, words, name, slug }: Named): readonly string[] {
  if (matchedBy !== 'part_of_name') return []
  const read = `${quoteWords(words).text} is read as ${quoteWords(name).text} (${slug})`
  return [`${read}: a guess, the only published name that has it.`]
}

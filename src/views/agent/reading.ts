import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import type { Named } from './subject.ts'
import { plainWords, quoteWords } from './words.ts'

/** Bytes that these sentences take at most, with the words in the query. An answer leaves room for them. */
export const READING_BYTES = 2_500

/** The answer with what it makes of the words of the question: a guess that it took, and the words that it leaves out. */
export function withReading(
  answer: AgentAnswer,
  { guesses = NONE, unread }: { readonly guesses?: readonly Named[]; readonly unread: readonly string[] },
): AgentAnswer {
  const left = unread.map(plainWords)
  const sentences = [
    ...guesses.flatMap(guessWords),
    answer.answer,
    ...(left.length === 0
      ? []
      : [`Not understood, and not answered: ${left.map((words) => quoteWords(words).text).join(', ')}.`]),
  ]
  const { notUnderstood: before = NONE, ...query } = answer.query
  return {
    ...answer,
    ...(left.length > 0 && answer.status === 'answered' && { status: 'partial' as const }),
    query: { ...query, ...(before.length + left.length > 0 && { notUnderstood: [...before, ...left] }) },
    answer: sentences.join(' '),
  }
}

const NONE: readonly never[] = []

/** A name that only begins with the words is a guess, and these words say so. */
export function guessWords({ matchedBy, words, name, slug }: Named): readonly string[] {
  if (matchedBy !== 'part_of_name') return []
  const read = `${quoteWords(words).text} is read as ${quoteWords(name).text} (${slug})`
  return [`${read}: a guess, the only published name that has it.`]
}

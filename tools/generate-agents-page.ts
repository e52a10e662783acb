import type { CapabilityWords, WordList } from '#reads/agent/capability-words.ts'
import { CAPABILITIES, OFFERED, TOOLS } from '#reads/agent/questions/index.ts'
import { code, tableOf } from './markdown-table.ts'
import { writeParts } from './marked-parts.ts'

/**
 * Writes the capabilities, the tools and the words of questions in docs/agents.md, between their markers. With --check
 * it fails if the page differs.
 */
const capabilities = tableOf(
  ['Capability', 'Answers', 'Parameters'],
  OFFERED.map(({ name, description, parameters }) => [
    code(name),
    description,
    parameters.map(code).join(', '),
  ]),
)
const tools = TOOLS.map(({ name, description }) => `- ${code(name)}: ${description}`)

const questions = Object.values(CAPABILITIES)
const words = tableOf(
  ['The text has', 'Capability'],
  [
    ...rowsOf(({ ofSeveral }) => [listed(ofSeveral, '; with two names')]),
    ...rowsOf(({ first }) => [listed(first)]),
    ...rowsOf(({ named, ofDays }) => [listed(named), listed(ofDays, '; with a period')]),
    ...rowsOf(({ last }) => [listed(last)]),
  ],
)
await writeParts({
  file: 'agents.md',
  parts: { capabilities, tools: tools.join('\n'), words },
  from: 'the rows of capabilities and tools',
  script: 'agents-page',
})

/** The rows of words that ask for each capability, in the order in which they count. */
function rowsOf(cells: (words: CapabilityWords) => readonly (string | undefined)[]): readonly string[][] {
  return questions.flatMap(({ name, words }) =>
    cells(words).flatMap((cell) => (cell === undefined ? [] : [[cell, code(name)]])),
  )
}

function listed(list: WordList | undefined, condition = ''): string | undefined {
  return list === undefined ? undefined : `${list}${condition}`
}

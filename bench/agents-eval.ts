import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { evaluate, figuresOf, type Scored } from './agents-eval/evaluate.ts'
import { makeQuestions } from './agents-eval/make-questions.ts'
import { agentOf } from './agents-eval/model.ts'
import type { Question } from './agents-eval/question.ts'
import { openEvaluatedWorld, restOf, toolboxOf } from './agents-eval/world.ts'
import { figure, tableOf } from './figures.ts'

/**
 * Asks an agent 200 questions about the sandbox at a fixed time. Prints how many answers are right, with the agent's
 * calls and tokens. With --write it writes the questions instead.
 */
const FILE = join(import.meta.dirname, 'agents-eval/questions.json')

await using opened = await openEvaluatedWorld()
const rest = restOf(opened.world)
if (process.argv.includes('--write')) {
  const questions = await makeQuestions(rest)
  await writeFile(FILE, `${JSON.stringify(questions, null, 2)}\n`)
  console.log(`${questions.length} questions`)
} else {
  const questions = JSON.parse(await readFile(FILE, 'utf8')) as readonly Question[]
  const agent = agentOf(process.env)
  const scored = await evaluate({ agent, questions }, { toolbox: await toolboxOf(opened.world), rest })
  print(agent.name, scored)
}

function print(name: string, scored: readonly Scored[]): void {
  const rows = figuresOf(scored).map(({ class: of, questions, right, calls, mostCalls, tokens }) => [
    of,
    String(questions),
    String(right),
    `${figure((100 * right) / questions)} %`,
    (calls / questions).toFixed(2),
    String(mostCalls),
    figure(tokens / questions),
  ])
  const head = [
    `agent ${name}`,
    'questions',
    'right',
    'accuracy',
    'calls a question',
    'most calls',
    'tokens a question',
  ]
  console.log(tableOf([head, ...rows]))
  const faults = scored.filter(({ isRight }) => !isRight)
  if (faults.length > 0) console.log(`\nNot right:\n${faults.map(faultLine).join('\n')}`)
}

function faultLine({ question, fault }: Scored): string {
  return `${question.id} ${question.text}\n  ${fault}`
}

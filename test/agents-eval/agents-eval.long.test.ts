import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { forFile } from '#test/run/for-file.ts'
import { evaluate, figuresOf } from '../../bench/agents-eval/evaluate.ts'
import { makeQuestions } from '../../bench/agents-eval/make-questions.ts'
import { CLASSES, type Question } from '../../bench/agents-eval/question.ts'
import { scriptedAgent } from '../../bench/agents-eval/scripted.ts'
import { openEvaluatedWorld, restOf, toolboxOf } from '../../bench/agents-eval/world.ts'

/** The least right answers of the scripted agent, by class. `docs/benchmarks.md` has the same figures. */
const LEAST_RIGHT = { value: 92, unknown: 37, instruction: 18, stale: 19, no_tool: 18, all: 184 }

const opened = await forFile(openEvaluatedWorld())
const file = new URL('../../bench/agents-eval/questions.json', import.meta.url)
const stored: readonly Question[] = JSON.parse(await readFile(file, 'utf8'))
const rest = restOf(opened.world)
const made = await makeQuestions(rest)
const scored = await evaluate(
  { agent: scriptedAgent, questions: made },
  { toolbox: await toolboxOf(opened.world), rest },
)

test('the stored questions are what the sandbox makes: npm run bench:agents-eval -- --write', () => {
  expect(stored).toEqual(made)
})

test('each class has its questions, and none is asked twice', () => {
  const counted = Object.keys(CLASSES).map((name) => [name, made.filter((one) => one.class === name).length])
  expect(Object.fromEntries(counted)).toEqual(CLASSES)
  expect(new Set(made.map(({ text }) => text)).size).toBe(200)
  for (const { class: of, truth } of made) {
    if (of === 'unknown' || of === 'value') expect(truth.kind).toBe(of)
    expect(truth.kind === 'none').toBe(of === 'no_tool')
  }
})

test('an agent that knows only the words of the tools answers each question in at most three calls', () => {
  expect(scored.filter(({ run }) => run.calls > 3)).toEqual([])
})

test('it answers at least so many questions of each class rightly', () => {
  for (const { class: of, right } of figuresOf(scored))
    expect.soft([of, right >= LEAST_RIGHT[of] ? 'enough' : right]).toEqual([of, 'enough'])
})

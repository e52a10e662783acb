import { expect, test } from 'vitest'
import { QUESTION } from '#contract/parameters/agent-parameters.ts'
import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { readQuestion } from '../in-words/question.ts'
import { CAPABILITIES, OFFERED, TOOLS } from './index.ts'

test('every capability stands under its own name, and is offered in the order of the contract', () => {
  for (const [name, row] of Object.entries(CAPABILITIES)) expect(row.name).toBe(name)
  expect(OFFERED.map(({ name }) => name)).toEqual(AgentCapability.enum)
})

test.each(OFFERED)('$name has its own address, and reads parameters of a question', (row) => {
  const { name, address, parameters } = row
  expect(address).toMatch(new RegExp(`^/api/agent/${name}\\?`))
  const named = [...address.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter)
  expect(parameters).toEqual(expect.arrayContaining(named))
  expect(Object.keys(QUESTION)).toEqual(expect.arrayContaining([...parameters]))
})

test.each(OFFERED)(
  'each example of $name asks it, and every word of it is read',
  ({ name: capability, examples }) => {
    for (const example of examples)
      expect(readQuestion(example)).toMatchObject({ kind: 'asked', capability, unread: [] })
  },
)

test('no two tools have one name', () => {
  expect(new Set(TOOLS.map(({ name }) => name)).size).toBe(TOOLS.length)
})

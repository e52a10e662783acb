import { expect, test } from 'vitest'
import { DISCLAIMERS } from '../disclaimers.ts'
import type { Operation } from '../operation.ts'
import { OPERATIONS } from './index.ts'

const answers = Object.values<Operation>(OPERATIONS).flatMap(({ name, examples }) =>
  examples.map(({ answer }) => ({ name, disclaimer: Object(answer).disclaimer })),
)
const disclaimers: readonly unknown[] = Object.values(DISCLAIMERS)

test('the disclaimer of an example is a disclaimer of the service, word for word', () => {
  const given = answers.filter(({ disclaimer }) => disclaimer !== undefined)
  expect(given.length).toBeGreaterThan(20)
  expect(given.filter(({ disclaimer }) => !disclaimers.includes(disclaimer))).toEqual([])
})

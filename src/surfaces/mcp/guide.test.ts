import { expect, test } from 'vitest'
import { TOOLS } from '#reads/agent/questions/index.ts'
import { GUIDE, INSTRUCTIONS } from './guide.ts'
import { getPrompt, PROMPTS } from './prompts.ts'

const given = { project: 'lumen', claims: 'It ships.', token: '0x1', after: 'c1.0' }
const TEXTS: readonly (readonly [string, string])[] = [
  ['the instructions', INSTRUCTIONS],
  ['the guide', GUIDE],
  ...PROMPTS.map(({ name }) => [name, JSON.stringify(getPrompt({ name, args: given }).messages)] as const),
]

test.each(TEXTS)('%s names only tools that exist', (_, text) => {
  const names = TOOLS.map(({ name }) => name)
  const named = [...text.matchAll(/\b(?:get|list|search|lookup|explain|compare|validate|what)_[a-z_]+/g)]
  expect(named.length).toBeGreaterThan(0)
  expect(names).toEqual(expect.arrayContaining(named.map(([name]) => name)))
})

import { expect, test } from 'vitest'
import { parseSlug } from '#contract/ids.ts'
import type { ExplainedInput, Explanation } from '#contract/shapes/explanation.ts'
import { explainClaims } from './explain.ts'

const slug = parseSlug('lumen')
if (slug === undefined) throw new Error('not a slug')
const EXPLANATION: Explanation = {
  project: { slug, name: 'Lumen', url: 'https://svc.example/project/lumen' },
  scoringVersion: '1',
  fact: 'activity.status',
  state: 'DERIVED',
  value: 'ACTIVE',
  disclaimer: '',
}

test.each<[ExplainedInput, object]>([
  [
    { name: 'ships', value: 0 },
    { kind: 'FACT', statement: 'Input ships: 0.', value: 0 },
  ],
  [
    { name: 'ships', value: [] },
    { kind: 'FACT', statement: 'Input ships: an empty list.', value: [] },
  ],
  [
    { name: 'newestAt', value: null },
    { kind: 'UNKNOWN', statement: 'Input newestAt: unknown.' },
  ],
])('an input %j is a claim %j: null is unknown, never none', (input, claim) => {
  const [, ofInput] = explainClaims({ ...EXPLANATION, inputs: [input] })
  expect(ofInput).toMatchObject(claim)
  expect('value' in Object(ofInput)).toBe('value' in claim)
})

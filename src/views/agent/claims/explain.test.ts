import { expect, test } from 'vitest'
import { parseSlug } from '#contract/ids.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ExplainedInput, Explanation } from '#contract/shapes/explanation.ts'
import { claimLine } from '../line.ts'
import { explainClaims } from './explain.ts'

const slug = parseSlug('lumen')
if (slug === undefined) throw new Error('not a slug')
const AT = '2026-11-19T10:00:00.000Z'
const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const EXPLANATION: Explanation = {
  project: { slug, name: 'Lumen', url: 'https://svc.example/project/lumen' },
  scoringVersion: '1',
  fact: 'activity.status',
  state: 'DERIVED',
  value: 'ACTIVE',
  ignoredParameters: [],
  disclaimer: '',
}
const claimsOf = (given: object) => explainClaims({ ...EXPLANATION, ...given } as Explanation)

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
  [
    { name: 'newestAt', value: null, reason: 'STALE' },
    { kind: 'UNKNOWN', statement: 'Input newestAt: unknown.', reason: 'STALE' },
  ],
  [
    { name: 'ships', value: 3, source: SOURCE, observedAt: AT as never },
    { kind: 'FACT', statement: 'Input ships: 3.', value: 3, evidence: [SOURCE], observedAt: AT },
  ],
])('an input %j is a claim %j: null is unknown, never none', (input, claim) => {
  const [, ofInput] = claimsOf({ inputs: [input] })
  expect(ofInput).toEqual({ words: 'service', ...claim })
})

test.each([
  [{}, { statement: 'activity.status of lumen: ACTIVE.', value: 'ACTIVE' }],
  [{ value: false }, { statement: 'activity.status of lumen: false.', value: false }],
  [
    { value: undefined, state: 'FACT' },
    { kind: 'FACT', statement: 'activity.status of lumen: recorded.' },
  ],
  [
    { value: { value: 1200, kind: 'fdv', provider: 'dexscreener', observedAt: AT } },
    {
      statement: 'activity.status of lumen: USD 1,200, kind fdv, by dexscreener.',
      value: { value: 1200, kind: 'fdv', provider: 'dexscreener', observedAt: AT },
      observedAt: AT,
    },
  ],
  [
    { state: 'UNKNOWN', value: undefined, reason: 'STALE', meaning: 'It is old.' },
    { kind: 'UNKNOWN', statement: 'activity.status of lumen: unknown. It is old.', reason: 'STALE' },
  ],
  [
    { state: undefined, value: undefined },
    { kind: 'UNKNOWN', statement: 'activity.status of lumen: unknown.' },
  ],
])('the conclusion of %j', (given, expected) => {
  expect(claimsOf(given)).toEqual([{ kind: 'DERIVED', words: 'service', ...expected }])
})

test('a conclusion has its rule, its time and the first ten of its evidence', () => {
  const evidence = Array.from({ length: 11 }, (_, at) => ({ id: `ship:${at}` }))
  const rule = { id: 'activity.status@6', text: 'The rule.' }
  expect(claimsOf({ evidence, rule, confirmedAt: AT })).toEqual([
    {
      kind: 'DERIVED',
      statement: 'activity.status of lumen: ACTIVE.',
      words: 'service',
      value: 'ACTIVE',
      rule: rule.id,
      asOf: AT,
      evidence: evidence.slice(0, 10).map(({ id }) => id),
    },
    { kind: 'FACT', statement: 'Rule activity.status@6: The rule.', words: 'service', rule: rule.id },
  ])
  expect(claimsOf({ rule: { id: rule.id } })).toHaveLength(1)
})

test.each([
  [800, 'x', 'x'.repeat(800)],
  [801, 'x', `${'x'.repeat(799)}…`],
  [800, '🙂', '🙂'.repeat(800)],
  [801, '🙂', `${'🙂'.repeat(799)}…`],
])('the text of a rule of %i characters %s is at most 800', (length, character, text) => {
  const [, rule] = claimsOf({ rule: { id: 'a@1', text: character.repeat(length) } })
  expect(rule?.statement).toBe(`Rule a@1: ${text}`)
})

test('an input that the rule did not know is named with its reason', () => {
  expect(claimsOf({ unknownInputs: [{ input: 'building', reason: 'STALE' }] })[1]).toEqual({
    kind: 'UNKNOWN',
    statement: 'Not read for this: building.',
    words: 'service',
    reason: 'STALE',
  })
})

test('the index has the state of each fact, of one source where it names one', () => {
  const items = [
    { fact: 'activity.status', state: 'DERIVED' },
    { fact: 'source.counted', source: SOURCE, state: 'FACT' },
    { fact: 'build.momentum', state: 'UNKNOWN', reason: 'STALE' },
  ]
  const words = 'service'
  expect(claimsOf({ items })).toEqual([
    {
      kind: 'DERIVED',
      statement: 'lumen: activity.status is DERIVED.',
      words,
      value: { fact: 'activity.status', state: 'DERIVED' },
    },
    {
      kind: 'FACT',
      statement: `lumen: source.counted of ${SOURCE} is FACT.`,
      words,
      evidence: [SOURCE],
      value: { fact: 'source.counted', state: 'FACT' },
    },
    { kind: 'UNKNOWN', statement: 'lumen: build.momentum is UNKNOWN.', words, reason: 'STALE' },
  ])
})

test('a line has the precision, the time of the reading and the number of further evidence', () => {
  const claim = {
    kind: 'FACT',
    words: 'service',
    statement: 'S.',
    precision: 'OBSERVED',
    observedAt: AT,
    evidence: ['a:1', 'b:2'],
    evidenceTotal: 5,
  } as unknown as AgentClaim
  expect(claimLine(claim)).toBe(`FACT S. [precision OBSERVED; observed ${AT}; evidence a:1 b:2 and 3 more]`)
})

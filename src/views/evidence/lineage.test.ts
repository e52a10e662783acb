import { expect, test } from 'vitest'
import type { ExplainedInput } from '#contract/shapes/explanation.ts'
import type { Instant } from '#contract/time.ts'
import type { StoredConclusion } from '#domain/project/explained-record.ts'
import { lineageOf } from './lineage.ts'

const [FIRST, SECOND, THIRD] = [
  '2026-11-17T12:00:00.000Z',
  '2026-11-18T12:00:00.000Z',
  '2026-11-19T12:00:00.000Z',
] as [Instant, Instant, Instant]
const input = (given: Partial<ExplainedInput>): ExplainedInput => ({ name: 'given', value: 1, ...given })

function stepsOf(inputs: readonly ExplainedInput[], given: object = {}, publishedAt = FIRST) {
  const conclusion = {
    rule: 'activity.status@6',
    evidence: [],
    unknownInputs: [],
    evaluatedAt: SECOND,
    confirmedAt: THIRD,
    ...given,
  } as unknown as StoredConclusion
  return Object.fromEntries(
    lineageOf(conclusion, { inputs, publishedAt }).map(({ step, ...rest }) => [step, rest]),
  )
}

test.each([
  ['none', [], [], 'No source is cited.'],
  ['one, cited twice', ['source:a'], ['source:a', undefined], '1 source is cited.'],
  ['two, and a ship', ['source:a', 'ship:a'], ['source:b'], '2 sources are cited.'],
])('the step of the sources counts each once: %s', (_, evidence, sources, text) => {
  const inputs = sources.map((source) =>
    input(source === undefined ? {} : ({ source } as Partial<ExplainedInput>)),
  )
  expect(stepsOf(inputs, { evidence })['source']).toEqual({ text })
})

test.each([
  ['without a time', [undefined], { text: 'No input has a time of its own.' }],
  ['of one time', [SECOND, undefined, SECOND], { at: SECOND, text: 'The inputs are of this time.' }],
  [
    'of several times',
    [SECOND, FIRST, THIRD],
    { from: FIRST, at: THIRD, text: 'The inputs are of times between these two.' },
  ],
])('the step of the readings has the times of inputs %s', (_, times, expected) => {
  const inputs = times.map((observedAt) => input(observedAt === undefined ? {} : { observedAt }))
  expect(stepsOf(inputs)['reading']).toEqual(expected)
})

test('the steps of the rule have its inputs, its times, and when the result became public', () => {
  const steps = stepsOf([input({})], { unknownInputs: [{ input: 'a', reason: 'STALE' }] })
  expect(Object.keys(steps)).toEqual(['source', 'reading', 'selection', 'rule', 'published'])
  expect(steps['selection']).toEqual({ at: THIRD, text: 'The rule used 1 input; 1 input is unknown.' })
  expect(steps['rule']).toMatchObject({
    from: SECOND,
    at: THIRD,
    text: expect.stringMatching(/^activity\.status@6 concluded/),
  })
  expect(steps['published']).toMatchObject({ at: SECOND, text: 'It is public since this time.' })
  expect(stepsOf([], {}, THIRD)['published']?.at).toBe(THIRD)
})

import { describe, expect, test } from 'vitest'
import type { AgentAnswer, Question, Truth } from '../../bench/agents-eval/question.ts'
import { scoreOf } from '../../bench/agents-eval/score.ts'

const EVIDENCE = 'ship:1'
const OTHER = 'ship:2'
const claims = [{ statement: 'It ships.', evidence: [EVIDENCE] }]
const value = (answer: string, more: Partial<AgentAnswer> = {}): AgentAnswer => ({
  kind: 'value',
  answer,
  claims,
  ...more,
})

async function isRight(truth: Truth, answer: AgentAnswer, calls = 1): Promise<boolean> {
  const question: Question = { id: 'value-001', class: 'value', text: '?', about: { kind: 'none' }, truth }
  const known = { truth, evidence: new Set([EVIDENCE]) }
  const values = new Set(['SHIPPING', 'DORMANT', 'QUIET'])
  const resolves = async (id: string) => id !== 'ship:missing'
  return (await scoreOf({ question, run: { answer, calls, tokens: 1 } }, { known, values, resolves })).isRight
}

const SHIPPING: Truth = { kind: 'value', value: 'SHIPPING' }

describe('an answer is right', () => {
  test.each([
    [SHIPPING, value('SHIPPING')],
    [SHIPPING, value('Its status is shipping.')],
    [{ kind: 'value', value: 1854477.8 } as const, value('marketCap of USD 1,854,477.8')],
    [{ kind: 'value', value: 0 } as const, value('0 of 100')],
    [{ kind: 'unknown' } as const, { kind: 'unknown', answer: '', claims: [] } as const],
  ])('%j by %j', async (truth, answer) => {
    expect(await isRight(truth, answer)).toBe(true)
  })

  test('without a call where no tool answers', async () => {
    const none = { kind: 'none', answer: '', claims: [] } as const
    expect(await isRight({ kind: 'none' }, none, 0)).toBe(true)
    expect(await isRight({ kind: 'none' }, none, 1)).toBe(false)
  })
})

describe('an answer is wrong', () => {
  test.each([
    ['another value', SHIPPING, value('DORMANT')],
    ['several values', SHIPPING, value('SHIPPING, QUIET or DORMANT')],
    ['another figure', { kind: 'value', value: 19 } as const, value('190')],
    ['no claim', SHIPPING, value('SHIPPING', { claims: [] })],
    [
      'a claim without evidence',
      SHIPPING,
      value('SHIPPING', { claims: [...claims, { statement: 'x', evidence: [] }] }),
    ],
    [
      'evidence of something else',
      SHIPPING,
      value('SHIPPING', { claims: [{ statement: 'x', evidence: [OTHER] }] }),
    ],
    [
      'an id that does not resolve',
      SHIPPING,
      value('SHIPPING', { claims: [{ statement: 'x', evidence: ['ship:missing'] }] }),
    ],
    ['unknown in place of a value', SHIPPING, { kind: 'unknown', answer: '', claims: [] } as const],
    ['zero in place of unknown', { kind: 'unknown' } as const, value('0')],
  ])('with %s', async (_, truth, answer) => {
    expect(await isRight(truth, answer)).toBe(false)
  })
})

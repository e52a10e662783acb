import { expect, test } from 'vitest'
import type { EvidenceId } from '#contract/ids.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { type AnswerContent, agentAnswer } from './answer.ts'

const SITE = { baseUrl: 'https://svc.example' }
const SHIP = 'ship:00000000-0000-4000-8000-000000000001' as EvidenceId
const FACT: AgentClaim = { statement: 'x'.repeat(500), words: 'service', kind: 'FACT', evidence: [SHIP] }
const UNREAD: AgentClaim = { statement: 'y', words: 'service', kind: 'UNKNOWN', reason: 'NO_SOURCE' }
const NOT_ARISING: AgentClaim = { ...UNREAD, reason: 'NOT_APPLICABLE' }
const OPEN: AgentUnknown = { category: 'market', statement: 'x', doNotConclude: 'y', reason: 'STALE' }

function said(of: Partial<AnswerContent>): AnswerContent {
  return {
    capability: 'unknowns',
    query: { capability: 'unknowns', ignoredParameters: [] },
    answer: 'x',
    claims: [FACT],
    unknowns: [],
    freshness: [],
    links: [],
    data: {},
    about: 'Lumen',
    references: [],
    more: 'GET more',
    isCut: false,
    ...of,
  }
}

test.each<[string, Partial<AnswerContent>, string]>([
  ['every claim is held', {}, 'answered'],
  ['what is unknown does not arise', { claims: [FACT, NOT_ARISING] }, 'answered'],
  ['a claim is unknown', { claims: [FACT, UNREAD] }, 'partial'],
  ['a dimension is unknown', { unknowns: [OPEN] }, 'partial'],
  [
    '[R24] no reading can say whether it builds',
    { claims: [FACT, NOT_ARISING], unknowns: [{ ...OPEN, category: 'building', reason: 'NOT_APPLICABLE' }] },
    'partial',
  ],
  ['a token does not arise', { unknowns: [{ ...OPEN, reason: 'NOT_APPLICABLE' }] }, 'answered'],
  ['every claim is unknown', { claims: [UNREAD] }, 'unknown'],
  ['nothing is held', { claims: [], unknowns: [OPEN] }, 'unknown'],
])('when %s the status says so', (_, of, status) => {
  expect(agentAnswer(said(of), SITE).status).toBe(status)
})

test('claims that do not fit are left out from the end, and the next call is named', () => {
  const answer = agentAnswer(said({ claims: Array.from({ length: 200 }, () => FACT) }), SITE)
  expect(Buffer.byteLength(JSON.stringify(answer))).toBeLessThanOrEqual(LIMITS.agentBytes)
  expect(answer.claims.length).toBeGreaterThan(40)
  expect([answer.truncated, answer.next]).toEqual([true, 'GET more'])
})

test('an answer that fits is not truncated, and names its evidence once', () => {
  const answer = agentAnswer(said({ claims: [FACT, FACT] }), SITE)
  expect([answer.truncated, 'next' in answer]).toEqual([false, false])
  expect(answer.evidence).toEqual([
    { id: SHIP, receiptUrl: `https://svc.example/api/evidence/${encodeURIComponent(SHIP)}` },
  ])
  expect(answer.citation).toEqual({
    text: 'Evidence Research Service, unknowns of Lumen, never evaluated.',
    references: [{ type: 'service_evidence', id: SHIP }],
  })
})

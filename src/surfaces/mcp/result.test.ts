import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ToolAnswer } from '#contract/shapes/tool-answer.ts'
import type { Arguments, ToolClaims } from '#reads/agent/tool.ts'
import { bytesOfClaim } from '#views/agent/fit.ts'
import { resultOf } from './result.ts'

const claimOf = (n: number): AgentClaim => ({
  statement: `Ship ${n}.`,
  words: 'service',
  kind: 'FACT',
  value: n,
})
const [FIRST, SECOND] = [claimOf(1), claimOf(2)]
const BOTH = bytesOfClaim(FIRST) + bytesOfClaim(SECOND)
const tool = { name: 'list_ships' }
const site = { baseUrl: 'https://svc.example' }

function answerOf(
  { args = {}, bytes, ...call }: { args?: Arguments; bytes: number; givenAgain?: string },
  answered: Partial<ToolClaims> = {},
): ToolAnswer {
  const asked = { tool: { ...tool, ...call }, args, bytes, site }
  return resultOf({ claims: [FIRST, SECOND], ...answered }, asked).structuredContent as ToolAnswer
}

test.each([
  ['both claims fit exactly', BOTH, [FIRST, SECOND]],
  ['the last claim is a byte too long', BOTH - 1, [FIRST]],
  ['the first claim is a byte too long', bytesOfClaim(FIRST) - 1, []],
])('%s', (_, bytes, claims) => {
  const answer = answerOf({ bytes })
  expect(answer.claims).toEqual(claims)
  expect(answer.truncated).toBe(claims.length < 2)
  expect(answer.next).toHaveLength(claims.length < 2 ? 1 : 0)
})

const { max, default: usual } = LIMITS.answerTokens
test.each([
  ['without a number of tokens', {}, [{ project: 'lumen', maxTokens: max }]],
  ['with fewer tokens than the most', { maxTokens: usual }, [{ project: 'lumen', maxTokens: max }]],
  ['with the most tokens', { maxTokens: max }, []],
])(
  'a truncated answer to a call %s names the same call with more tokens, if it may have more',
  (_, args, next) => {
    const answer = answerOf({ args: { project: 'lumen', ...args }, bytes: 1 })
    expect(answer.truncated).toBe(true)
    expect(answer.next.map((call) => [call.tool, call.arguments])).toEqual(
      next.map((one) => ['list_ships', one]),
    )
  },
)

test('the next entries follow the same call with more tokens', () => {
  const further = { tool: 'list_ships', arguments: { cursor: 'c' }, why: 'the next entries' }
  const { truncated, next } = answerOf({ bytes: BOTH - 1 }, { next: [further], hasMore: true })
  expect([truncated, next.map(({ why }) => why)]).toEqual([
    true,
    ['the claims that are left out here', 'the next entries'],
  ])
  expect(answerOf({ bytes: BOTH }, { next: [further], hasMore: true })).toMatchObject({
    truncated: true,
    next: [further],
  })
})

const textOfCall = (args: Arguments, answered: Partial<ToolClaims>, bytes = BOTH) =>
  String(
    Reflect.get(
      resultOf({ claims: [FIRST, SECOND], ...answered }, { tool, args, bytes, site }).content[0] ?? {},
      'text',
    ),
  )

test.each([
  [{}, '{"after":"c1.4"}'],
  [{ project: 'lumen', days: 7 }, '{"project":"lumen","after":"c1.4"}'],
  [{ contract: '0x1', after: 'c1.2' }, '{"contract":"0x1","after":"c1.4"}'],
])('the call to go on from later is of the same project: %j', (args, next) => {
  expect(textOfCall(args, { resume: 'c1.4' })).toContain(`later: what_changed with ${next}.`)
})

test.each([
  [BOTH - 1, '1 claim is left out'],
  [1, '2 claims are left out'],
])('says how many claims do not fit %i bytes', (bytes, words) => {
  expect(textOfCall({}, {}, bytes)).toContain(`NOTE Truncated: ${words}.`)
})

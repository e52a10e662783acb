import { beforeAll, describe, expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import type { AgentAnswer } from '#contract/shapes/agent-answer.ts'
import { mcpOf } from '#test/agents/mcp.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { storeListed, tokenOf } from '#test/given/listed-project.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()
beforeAll(async () => {
  const { database } = service
  const mismatch = derived(
    { status: 'MISMATCH' as const, reason: 'site_names_another' },
    'token.verification@5',
    ['claim:00000000-0000-4000-8000-000000000001'],
  )
  const listed = { activity_status: 'SHIPPING' } as const
  await storeListed(
    {
      project: { slug: 'kite', name: 'Kite' },
      token: { address: tokenOf(1), symbol: 'KITE' },
      listed,
      evidence: { ...KNOWN, tokenVerification: mismatch },
    },
    database,
  )
  await storeListed(
    { project: { slug: 'lumen', name: 'Lumen' }, token: { address: tokenOf(2), symbol: 'LUM' }, listed },
    database,
  )
  await storeListed(
    {
      project: { slug: 'vaults', name: 'Vaults', kind: 'data' },
      evidence: { ...KNOWN, activity: unknown('NOT_APPLICABLE'), activityMeasured: false },
    },
    database,
  )
})

const NOT_LINKED = "the activity is the project's and is not linked to this token"

async function answerOf(question: string): Promise<AgentAnswer> {
  const { body } = await service.get(`/api/agent/${question}`)
  return body as AgentAnswer
}
const statusLines = ({ answer, claims }: AgentAnswer) => [
  answer,
  ...claims.map(({ statement }) => statement).filter((said) => /activity status/i.test(said)),
]

describe('a token that the project does not name', () => {
  test.each([
    `builder_status?contract=${tokenOf(1)}`,
    'builder_status?project=kite',
    'research_project?project=kite',
    'compare_builders?projects=kite,vaults',
  ])('%s says that the activity is not linked to it', async (question) => {
    const [answer, first] = statusLines(await answerOf(question))
    expect([answer, first]).toEqual([
      expect.stringContaining(NOT_LINKED),
      expect.stringContaining(NOT_LINKED),
    ])
  })

  test('a list of the tool server says so beside the status', async () => {
    const { call } = mcpOf(service)
    const said = JSON.stringify(await call('search_projects', { q: 'kite' }))
    expect(said).toContain(`SHIPPING, Shipping; 4 meaningful ships in 30 days; ${NOT_LINKED}.`)
  })
})

test.each(['builder_status?project=lumen', 'research_project?project=vaults'])(
  '%s does not say so of a token that the project names, nor without a token',
  async (question) => {
    expect(statusLines(await answerOf(question)).join()).not.toContain('not linked')
  },
)

test.each([
  ['research_project', ['activity.status']],
  ['builder_status', ['activity.status']],
  ['verify_project', []],
])('%s lists among the unknowns each fact that its claims call unknown', async (capability, facts) => {
  const { claims, unknowns } = await answerOf(`${capability}?project=vaults`)
  const categories = unknowns.map(({ category }) => category)
  expect(categories).toEqual(expect.arrayContaining(facts))
  const explained = claims.flatMap(({ kind, explainUrl = '' }) =>
    kind === 'UNKNOWN' ? new URL(explainUrl, 'https://svc.example').searchParams.getAll('fact') : [],
  )
  expect(categories).toEqual(expect.arrayContaining(explained))
})

test('an activity that cannot be judged by code is not told as building that is not measured', async () => {
  const { answer } = await answerOf('builder_status?project=vaults')
  expect(answer).toContain('Its work is not code, so silence is no finding.')
})

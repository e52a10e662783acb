import { beforeAll, expect, test } from 'vitest'
import { mcpOf } from '#test/agents/mcp.ts'
import { evaluatedCast } from '#test/given/evaluated-cast.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW } from '#test/service/http-service.ts'
import {
  comparisonQuestions,
  evidenceQuestion,
  expectSame,
  LIST_QUESTIONS,
  projectQuestions,
} from '#test/world/same-by-mcp.ts'

const service = await httpServiceOfFile()
const { call } = mcpOf(service)
let slugs: readonly string[]
beforeAll(async () => {
  slugs = (await evaluatedCast(NOW, service.database)).map(({ slug }) => slug)
}, 60_000)

test('[agents 22] a tool and REST answer equal values, kinds, times and evidence of the whole cast', {
  timeout: 180_000,
}, async () => {
  for (const slug of slugs)
    for (const question of projectQuestions(slug)) await expectSame(question, { get: service.get, call })
})

test('[agents 22] a tool and REST answer equal lists [contract POST /mcp]', { timeout: 60_000 }, async () => {
  for (const question of LIST_QUESTIONS) await expectSame(question, { get: service.get, call })
})

test('[agents 22] a tool and REST answer equal comparisons of the whole cast', {
  timeout: 60_000,
}, async () => {
  for (const question of comparisonQuestions(slugs)) await expectSame(question, { get: service.get, call })
})

test('[agents 22] a tool and REST answer equal records of evidence', { timeout: 60_000 }, async () => {
  const { structuredContent } = await call('list_ships', { limit: 48, maxTokens: 8000 })
  const ids = structuredContent.claims.flatMap(({ evidence }) => evidence as readonly string[])
  expect(ids.length).toBeGreaterThan(10)
  for (const id of ids) await expectSame(evidenceQuestion(id), { get: service.get, call })
})

test('market integrity that is not published is withheld by every tool', async () => {
  const [slug] = slugs
  const { structuredContent } = await call('explain_fact', { slug, fact: 'market_integrity.state' })
  const [concluded] = structuredContent.claims
  expect(concluded).toMatchObject({ kind: 'UNKNOWN', reason: 'WITHHELD' })
  expect(concluded).not.toHaveProperty('value')
})

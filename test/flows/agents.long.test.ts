import { expect, test } from 'vitest'
import { mcpOf } from '#test/agents/mcp.ts'
import { forFile } from '#test/run/for-file.ts'
import { expectSame, LIST_QUESTIONS, projectQuestions } from '#test/world/same-by-mcp.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld())

test('[agents 22] a tool and REST answer the same of every project of the sandbox', {
  timeout: 240_000,
}, async () => {
  const { call } = mcpOf(world)
  const { get } = world
  for (const question of LIST_QUESTIONS) await expectSame(question, { get, call })
  const { body } = await get('/api/projects?limit=48')
  const slugs = (body['items'] as readonly { readonly slug: string }[]).map(({ slug }) => slug)
  expect(slugs.length).toBeGreaterThan(20)
  for (const slug of slugs)
    for (const question of projectQuestions(slug)) await expectSame(question, { get, call })
})

import { expect, test } from 'vitest'
import { openApi } from '#contract/openapi/openapi.ts'
import { openApi30 } from '#contract/openapi/openapi-30.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'

const operations = Object.values<Operation>(OPERATIONS)
const document = openApi({
  baseUrl: 'https://svc.example',
  version: '0.1.0',
  publishes: { marketIntegrity: true },
})
const older = openApi30(document)
const described: Record<
  string,
  Record<string, { responses: Record<string, { content?: object }> }>
> = JSON.parse(JSON.stringify(document.paths))

test('has at most 350 KiB (358,400 bytes) without white space, in both versions', () => {
  const sizes = [document, older].map((one) => Buffer.byteLength(JSON.stringify(one)))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(350 * 1024)
})

test('has nothing in OpenAPI 3.0 that only 3.1 has [contract GET /openapi-3.0.json]', () => {
  const faults = keywordsOf({ ...older, examples: {} }).filter(
    ([key, value, siblings]) =>
      key === 'const' ||
      (key === 'type' && (Array.isArray(value) || value === 'null')) ||
      (key === '$ref' && siblings > 1) ||
      (key.startsWith('exclusive') && typeof value !== 'boolean'),
  )
  expect(faults).toEqual([])
  expect(Object.keys(older)).not.toContain('webhooks')
  expect(older.components).toMatchObject({
    schemas: {
      A2aTaskQuery: { properties: { status: { nullable: true, allOf: [{ $ref: expect.anything() }] } } },
      DiffEventCount: { properties: { count: { type: 'integer', nullable: true } } },
      ErrorCode: document.components.schemas['ErrorCode'],
    },
  })
})

/** Every member of the document outside examples, with the number of members of its object. */
function keywordsOf(node: unknown): readonly (readonly [string, unknown, number])[] {
  if (typeof node !== 'object' || node === null) return []
  const members = Object.entries(node).filter(([key]) => key !== 'example' && key !== 'examples')
  const own = Array.isArray(node) ? [] : members.map(([key, value]) => [key, value, members.length] as const)
  return [...own, ...members.flatMap(([, value]) => keywordsOf(value))]
}

test('has groups of at most eight operations, each described', () => {
  const groups = Map.groupBy(operations, ({ tag }) => tag)
  expect(document.tags.map(({ name }) => name).sort()).toEqual([...groups.keys()].sort())
  expect([...groups].filter(([, ofGroup]) => ofGroup.length > 8)).toEqual([])
})

test('names webhooks apart from operations, and components apart from each other', () => {
  const names = [
    ...operations.map(({ operationId }) => operationId),
    ...Object.values<{ post: { operationId: string } }>(document.webhooks).map(
      ({ post }) => post.operationId,
    ),
  ].map((name) => name.toLowerCase())
  expect(new Set(names).size).toBe(names.length)
  const { schemas, parameters, requestBodies, responses } = document.components
  const components = [schemas, parameters, requestBodies, responses].flatMap(Object.keys)
  expect(new Set(components.map((name) => name.toLowerCase())).size).toBe(components.length)
})

test('[R142] has only JSON as the answer of an operation that answers JSON', () => {
  for (const { path, method, media, lines } of operations) {
    if (media !== undefined || lines !== undefined) continue
    const { responses } = described[path]?.[method.toLowerCase()] ?? { responses: {} }
    const { content } = responses['200'] ?? responses['201'] ?? {}
    if (method !== 'DELETE') expect(Object.keys(content ?? {}), path).toEqual(['application/json'])
  }
})

test('[R148] names the answer without a body to a notification', () => {
  expect(described['/api/a2a']?.['post']?.responses).toHaveProperty('204')
  expect(described['/mcp']?.['post']?.responses).toHaveProperty('202')
})

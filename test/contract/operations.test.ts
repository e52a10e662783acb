import { sql } from 'kysely'
import { Value } from 'typebox/value'
import { describe, expect, test } from 'vitest'
import { AgentError } from '#contract/agent-error.ts'
import { ERRORS, ErrorEnvelope } from '#contract/errors.ts'
import { openApi } from '#contract/openapi/openapi.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS, READS } from '#contract/operations/index.ts'
import { openRoutes, operationOf } from '#surfaces/http/routes.ts'
import { readInput } from '#surfaces/input.ts'
import { issueKey } from '#test/given/accounts.ts'
import { KNOWN, RELEASE, WEEK } from '#test/given/card-evidence.ts'
import { storeMonthlyReport } from '#test/given/monthly-report.ts'
import { aShip } from '#test/given/records.ts'
import { validatorOf } from '#test/service/described-answers.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, someAddress, storeToken } from '#test/service/http-service.ts'
import { answeredPaths, type ReadName, refusedRests } from '#test/service/read-requests.ts'

const operations = Object.values<Operation>(OPERATIONS)
const examples = operations.flatMap((operation) =>
  operation.examples.map((example) => ({ operation, example, name: `${operation.name}, ${example.name}` })),
)
const document = openApi({
  baseUrl: 'https://svc.example',
  version: '0.1.0',
  publishes: { marketIntegrity: false },
})
const described: Record<string, Record<string, { responses: Record<string, unknown> }>> = JSON.parse(
  JSON.stringify(document.paths),
)
const refusals: Record<string, unknown> = JSON.parse(JSON.stringify(document.components.responses))
const refusal = (given: unknown) =>
  refusals[String(Object(given).$ref).replace('#/components/responses/', '')]
const nameOf = (schema: object) => String(Reflect.get(schema, '$id'))

const service = await httpServiceOfFile()
await storeMonthlyReport(service.database)
const other = (await storeToken({ name: 'Ember' }, service.database)).slug
for (const name of ['Twin', 'Twin']) await storeToken({ name }, service.database)

test('each operation has the name of its registration', () => {
  expect(operations.map(({ name }) => name)).toEqual(Object.keys(OPERATIONS))
})

describe('examples', () => {
  test.each(examples)('$name has an answer that matches the schema', ({ operation, example }) => {
    expect([...Value.Errors(operation.output, example.answer)]).toEqual([])
  })
  test.each(examples)('$name has a valid input', ({ operation, example }) => {
    const inPath = Object.keys(operation.input.path)
    const entries = Object.entries(example.input)
    const raw = {
      path: Object.fromEntries(entries.filter(([name]) => inPath.includes(name))),
      query: entries.filter(([name]) => !inPath.includes(name)),
      header: () => undefined,
    }
    expect(() => readInput(operation, { ...raw, body: example.body })).not.toThrow()
  })
})

describe('the OpenAPI description', () => {
  test('is valid JSON Schema, and every example is valid for an independent validator', () => {
    const ajv = validatorOf(document.components)
    for (const { operation, example } of examples) {
      if (operation.status === 204) continue
      const validate = ajv.getSchema(`api#/components/schemas/${nameOf(operation.output)}`)
      expect(validate?.(example.answer), `${operation.name}: ${ajv.errorsText(validate?.errors)}`).toBe(true)
      if (operation.input.body === undefined) continue
      const validateBody = ajv.getSchema(`api#/components/schemas/${nameOf(operation.input.body)}`)
      expect(validateBody?.(example.body), `${operation.name}: body`).toBe(true)
    }
  })

  test('[agents 39] has every operation with its refusals and its limits', () => {
    const all = Object.entries(described).flatMap(([path, ofPath]) =>
      Object.keys(ofPath).map((method) => `${method} ${path}`),
    )
    const lineOf = ({ method, path }: Operation) => `${method.toLowerCase()} ${path}`
    expect(all.sort()).toEqual(operations.map(lineOf).sort())
    for (const { method, path, errorForm, protocolRefusals = [] } of operations) {
      const form = { $ref: `#/components/schemas/${errorForm === 'agent' ? 'AgentError' : 'Error'}` }
      const { responses } = described[path]?.[method.toLowerCase()] ?? { responses: {} }
      for (const status of ['400', '401', '403', '404', '429', '500', '503']) {
        const limits = status === '429' ? { 'ratelimit-limit': expect.anything() } : {}
        const schema = protocolRefusals.includes(Number(status))
          ? { anyOf: [form, { $ref: '#/components/schemas/McpAnswer' }] }
          : form
        expect(refusal(responses[status]), `${method} ${path} ${status}`).toMatchObject({
          headers: expect.objectContaining({ 'x-request-id': expect.anything(), ...limits }),
          content: { 'application/json': { schema } },
        })
      }
    }
  })

  test('is served as committed, except for the address [contract GET /openapi.json]', async () => {
    const { default: committed } = await import('../../openapi.json', { with: { type: 'json' } })
    const { body, text } = await service.get('/openapi.json')
    expect(text).toBe(JSON.stringify(document))
    const { servers, info } = committed
    expect(committed).toEqual({ ...body, servers, info: { ...document.info, contact: info.contact } })
    expect([servers, info.contact.url]).toEqual([
      [{ url: 'http://127.0.0.1:4663' }],
      'http://127.0.0.1:4663/api',
    ])
  })
})

describe('routes', () => {
  const find = openRoutes(operations, 100)
  test.each(operations)('[agents 39] $path is a route', ({ name, method, path }) => {
    const found = find(path.replace(/\{\w+\}/g, 'any'))
    expect(found.kind === 'path' && operationOf(found.path, method)?.name).toBe(name)
  })
})

/** The code of a refusal; under /api/agent it is in the object in `error`. */
function codeIn({ error }: Readonly<Record<string, unknown>>): unknown {
  return typeof error === 'string' ? error : Reflect.get(Object(error), 'code')
}

describe('refusals', () => {
  const token = someAddress()
  const all = READS.flatMap(({ name, path, errors, errorForm }) =>
    errors.map((code) => ({ name, path, code, errorForm })),
  )
  test.each(all)('$name answers $code as described', async ({ name, path, code, errorForm }) => {
    const rest = refusedRests(token)[name as ReadName]?.[code]
    const [before] = path.split('{')
    const url = before === path ? `${path}${rest}` : `${before}${rest}`
    const { key } = await issueKey(service.database)
    const keyed = code === 'batch_too_large' ? { 'x-api-key': key } : {}
    const { status, body } = await service.get(url, keyed)
    expect(codeIn(body)).toBe(code)
    expect(status).toBe(ERRORS[code].status)
    expect([...Value.Errors(errorForm === 'agent' ? AgentError : ErrorEnvelope, body)]).toEqual([])
  })
  test('every operation refuses an unknown key', async () => {
    for (const { method, path } of operations) {
      const line = `${method} ${path.replace(/\{\w+\}/, 'lumen')}`
      const { body } = await service.send(line, { key: 'svc_x' })
      expect([line, codeIn(body)]).toEqual([line, 'invalid_key'])
    }
  })
})

describe('answers', () => {
  test('of every operation are valid for an independent validator', async () => {
    const { address, projectId, slug } = await storeToken({ evidence: KNOWN }, service.database)
    const asked = answeredPaths({
      address,
      slug,
      other,
      sourceId: await storeSource({ projectId, address }),
    })
    const ajv = validatorOf(document.components)
    for (const [name, path] of Object.entries(asked)) {
      const { status, body, text } = await service.get(path)
      const { output, media, lines }: Operation = OPERATIONS[name as ReadName]
      const isJson = media === undefined ? lines === undefined : media.endsWith('json')
      const answered = isJson ? body : text
      const validate = ajv.getSchema(`api#/components/schemas/${nameOf(output)}`)
      expect([name, status]).toEqual([name, 200])
      expect(validate?.(answered), `${name}: ${ajv.errorsText(validate?.errors)}`).toBe(true)
      if (!name.startsWith('openapi') && name !== 'receiptSchema')
        expect(Value.Clean(output, structuredClone(answered)), name).toEqual(answered)
    }
  })

  test('have three decimals in every instant', async () => {
    const { address, projectId, slug } = await storeToken({ evidence: KNOWN }, service.database)
    const sourceId = await storeSource({ projectId, address })
    const created = JSON.stringify({ createdAt: '2026-01-05T00:00:00Z' })
    await sql`update sources set attached_at = '2026-11-12 10:00:00.123456+00', facts = ${created}::jsonb
      where id = ${sourceId}`.execute(service.database)
    const instants: string[] = []
    for (const [name, path] of Object.entries(answeredPaths({ address, slug, other, sourceId })))
      if (!name.startsWith('openapi')) instants.push(...instantsOf((await service.get(path)).body))
    expect(instants).toEqual(expect.arrayContaining(['2026-11-12T10:00:00.123Z', '2026-01-05T00:00:00.000Z']))
    expect(instants.filter((text) => !/T\d{2}:\d{2}:\d{2}\.\d{3}Z$/.test(text))).toEqual([])
  })

  test('[R75] name no address of the service that answers 404', async () => {
    const { address, projectId, slug } = await storeToken({ evidence: KNOWN }, service.database)
    const sourceId = await storeSource({ projectId, address })
    for (const id of [RELEASE, WEEK])
      await aShip(
        { id: id.slice('ship:'.length), project_id: projectId, source_id: sourceId },
        service.database,
      )
    const { openapi: _, openapi30: __, ...paths } = answeredPaths({ address, slug, other, sourceId })
    const bodies = await Promise.all(Object.values(paths).map(async (path) => (await service.get(path)).text))
    const unknown = await service.get(`/api/v1/builder?token=${someAddress()}`)
    const given = [...bodies, unknown.text].flatMap(
      (text) => text.match(/https:\/\/svc\.example[^"'<>)`\s]*/g) ?? [],
    )
    const own = [...new Set(given)].filter((link) => !link.includes('{')).map((link) => new URL(link))
    expect(own.map(({ pathname }) => pathname)).toEqual(
      expect.arrayContaining([`/projects/${slug}`, '/api/agent', `/badge/${slug}.svg`]),
    )
    const answers = own.map(async (url) => [
      url.pathname,
      (await service.get(url.pathname + url.search)).status,
    ])
    expect((await Promise.all(answers)).filter(([, status]) => status === 404)).toEqual([])
  })

  test('of lists name the ignored parameters [contract change list ignoredParameters]', async () => {
    const { body } = await service.get('/api/changes?foo=1&utm_source=x')
    expect(body['ignoredParameters']).toEqual(['foo', 'utm_source'])
  })
})

/** Every text of an answer that starts like an instant. */
function instantsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return /^\d{4}-\d{2}-\d{2}T\d{2}:/.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(instantsOf) : []
}

async function storeSource({ projectId, address }: { projectId: string; address: string }): Promise<string> {
  const id = crypto.randomUUID()
  await service.database
    .insertInto('sources')
    .values({
      id,
      project_id: projectId,
      kind: 'token',
      locator: address,
      established_by: 'token_identity',
      counted: true,
      attached_at: NOW,
    })
    .execute()
  return id
}

import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { OPERATIONS as TABLE } from '#client/generated/operations.ts'
import { type Client, createClient, Known, requestIdOf, Unknown } from '#client/index.ts'
import { EXPORT_TYPES, type Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { openRoutes, operationOf } from '#surfaces/http/routes.ts'
import { readInput } from '#surfaces/input.ts'
import { issueKey } from '#test/given/accounts.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { storeAnswered } from '#test/service/read-requests.ts'

type Called = (params: object) => Promise<unknown>
const BASE_URL = 'https://svc.example/under/a/path/'
const operations = Object.values<Operation>(OPERATIONS)
const examples = operations.flatMap((operation) =>
  operation.examples.map((example) => ({ operation, example, name: `${operation.name}, ${example.name}` })),
)
const find = openRoutes(operations, 300)

const callOf = (client: Client, { operationId }: Operation): Called =>
  Reflect.get(client, operationId) as Called

/** An answer without its unknown values, which JSON gives as null or leaves out. */
function withoutUnknowns(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value ?? null), (_, item) => item ?? undefined) ?? null
}

test('has a method for each operation, and no other', () => {
  const ids = operations.map(({ operationId }) => operationId).sort()
  expect(Object.keys(TABLE).sort()).toEqual(ids)
  const others = Object.keys(createClient({ baseUrl: BASE_URL })).filter((name) => !ids.includes(name))
  expect(others).toEqual(['each', 'changes', 'changeLists', 'position'])
})

test('no path has an empty value or a step to another path', async () => {
  const sent: unknown[] = []
  const client = createClient({
    baseUrl: BASE_URL,
    fetch: async (url) => {
      sent.push(url)
      return new Response('{}')
    },
  })
  const inPath = operations.filter(({ input }) => Object.keys(input.path).length > 0)
  expect(inPath.length).toBeGreaterThan(20)
  for (const operation of inPath) {
    for (const value of ['', '.', '..']) {
      const params = Object.fromEntries(Object.keys(operation.input.path).map((name) => [name, value]))
      await expect(callOf(client, operation)(params)).rejects.toThrow(TypeError)
    }
  }
  expect(sent).toEqual([])
})

describe('a call with the input of an example', () => {
  test.each(examples)('$name is routed, read and answered', async ({ operation, example }) => {
    const isJson = operation.lines === undefined && (operation.media ?? 'json').endsWith('json')
    const media = operation.lines === undefined ? (operation.media ?? 'application/json') : EXPORT_TYPES.jsonl
    const sent: Request[] = []
    const client = createClient({
      baseUrl: BASE_URL,
      key: 'svc_key',
      fetch: async (url, init) => {
        sent.push(new Request(url, init))
        const { status, output } = operation
        const text = isJson ? JSON.stringify(example.answer) : String(example.answer)
        const body = status === 204 || output === undefined ? null : text
        return new Response(body, { status, headers: { 'content-type': media, 'x-request-id': 'r1' } })
      },
    })
    const { body } = example
    const answer = await callOf(client, operation)({ ...example.input, ...(body !== undefined && { body }) })
    const [request = expect.unreachable()] = sent
    expect(routed(request, await request.text())).toBe(operation.operationId)
    expect(withoutUnknowns(answer)).toEqual(withoutUnknowns(isJson ? example.answer : String(example.answer)))
    if (isJson && operation.status !== 204) expect(requestIdOf(answer)).toBe('r1')
  })
})

/** The operation that the service finds for a request, whose input it accepts. */
function routed(request: Request, body: string): string | undefined {
  expect(request.headers.get('authorization')).toBe('Bearer svc_key')
  const { pathname, searchParams } = new URL(request.url)
  const found = find(pathname.replace('/under/a/path', ''))
  if (found.kind !== 'path') return undefined
  const operation = operationOf(found.path, request.method)
  if (operation === undefined) return undefined
  const path = Object.fromEntries(
    Object.entries(found.params).map(([name, text]) => [name, decodeURIComponent(text)]),
  )
  const parsed = body === '' ? {} : { body: JSON.parse(body) }
  readInput(operation, { path, query: searchParams, header: () => undefined, ...parsed })
  return operation.operationId
}

const service = await httpServiceOfFile()
await service.server.listen({ host: '127.0.0.1', port: 0 })
const { port } = service.server.server.address() as AddressInfo
const { key } = await issueKey(service.database, { tier: 3 })
const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, key })
const paths: Readonly<Record<string, string>> = await storeAnswered(service.database)

describe('a call of a service', () => {
  const reads = operations.filter(({ method, caller }) => method === 'GET' && caller === 'anyone')
  test.each(reads)('$operationId answers as plain HTTP does', async (operation) => {
    const path = paths[operation.name] ?? expect.unreachable(operation.name)
    const plain = await service.get(path)
    expect(plain.status).toBe(200)
    const answer = await callOf(client, operation)(paramsOf(operation, path))
    const isText = typeof answer === 'string'
    expect(withoutUnknowns(answer)).toEqual(withoutUnknowns(isText ? plain.text : plain.body))
    if (!PLAIN_TAGS.has(operation.tag) && !isText) expect(bareFields(operation.output, answer)).toEqual([])
    if (!isText) expect(requestIdOf(answer)).toMatch(/^[0-9a-f-]{8}/)
  })

  test('a subscription is made, read, changed, pinged, rotated and removed', async () => {
    const made = await client.createWebhook({ body: { url: 'https://hooks.example.com/in' } })
    const { id } = made
    expect(made.secret).toMatch(/^whsec_/)
    expect((await client.listWebhooks()).items.map((item) => item.id)).toEqual([id])
    expect((await client.updateWebhook({ id, body: { description: 'mine' } })).description).toBe('mine')
    expect(await client.pingWebhook({ id })).toMatchObject({ type: 'ping' })
    expect((await client.rotateWebhookSecret({ id })).secret).not.toBe(made.secret)
    expect((await client.listWebhookDeliveries({ id })).items.length).toBeGreaterThan(0)
    expect(await client.removeWebhook({ id })).toBe(undefined)
    await expect(client.getWebhook({ id })).rejects.toMatchObject({ code: 'not_found', status: 404 })
  })
})

/** The parameters of a path, read back by the template of its operation. */
function paramsOf({ path: template, input }: Operation, path: string): object {
  const { pathname, searchParams } = new URL(path, 'https://svc.example')
  const names = Object.keys(input.path)
  const pattern = template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')
  const [, ...values] = new RegExp(`^${pattern}$`).exec(pathname) ?? []
  return {
    ...Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')])),
    ...Object.fromEntries(searchParams),
  }
}

/** Tags whose answers hold settings and states of the service, or images, and no claims. */
const PLAIN_TAGS: ReadonlySet<string> = new Set(['Webhooks', 'Service', 'Pages and images'])
/**
 * Fields that are no claims: ends of lists, reasons and notes, the objects of notes, citations and questions, and the
 * signatures that an unsigned card lacks.
 */
const PLAIN = /^(?:nextOffset|nextCursor|reason|claims|unknown|citation|query|signatures)$/

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly type?: unknown
  readonly const?: unknown
}

/** The fields of an answer that may be null or absent by its schema, but that are no claims. */
function bareFields(schema: Schema, value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => bareFields(schema.items ?? {}, item, `${path}[]`))
  if (typeof value !== 'object' || value === null) return []
  const { properties = {}, required = [], anyOf = [] } = schema
  const [alternative, ...others] = anyOf.filter(({ type }) => type !== 'null')
  if (alternative !== undefined) return others.length > 0 ? [] : bareFields(alternative, value, path)
  return Object.entries(properties).flatMap(([name, field]) => {
    if (PLAIN.test(name) || field.const === true) return []
    const given: unknown = Reflect.get(value, name)
    const isClaim = given instanceof Known || given instanceof Unknown
    const mustBe = !required.includes(name) || isNullable(field)
    const known: unknown = given instanceof Known ? given.value : given
    const inner = given instanceof Unknown ? undefined : known
    return [
      ...(mustBe === isClaim ? [] : [`${path}.${name}`]),
      ...bareFields(field, inner, `${path}.${name}`),
    ]
  })
}

function isNullable({ type, anyOf = [] }: Schema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(isNullable)
}

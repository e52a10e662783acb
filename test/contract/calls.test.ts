import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { openApi } from '#contract/openapi/openapi.ts'
import { NOTE_OPERATIONS } from '#test/service/call-registry.ts'

type Media = {
  readonly schema: { readonly $ref: string }
  readonly examples: Record<string, { value: unknown }>
}
type Content = { readonly description: string; readonly content?: Readonly<Record<string, Media>> }
type Described = {
  readonly description: string
  readonly security?: unknown
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}

const document = openApi(
  { baseUrl: 'https://svc.example', version: '0.1.0', publishes: { marketIntegrity: false } },
  NOTE_OPERATIONS,
)
const paths: Record<string, Record<string, Described>> = JSON.parse(JSON.stringify(document.paths))
const shared: Record<string, Content> = JSON.parse(JSON.stringify(document.components.responses))
/** The response itself, or the shared response that it refers to. */
const resolved = (response: Content | { readonly $ref: string }): Content =>
  '$ref' in response ? (shared[response.$ref.slice('#/components/responses/'.length)] as Content) : response
const described = (line: string): Described => {
  const [method = '', path = ''] = line.split(' ')
  const found = paths[path]?.[method]
  if (found === undefined) throw new Error(`${line} is not described`)
  const responses = Object.entries(found.responses).map(([status, one]) => [status, resolved(one)] as const)
  return { ...found, responses: Object.fromEntries(responses) }
}
const codesOf = ({ responses }: Described, status: number) =>
  Object.values(responses[status]?.content?.['application/json']?.examples ?? {}).length

test('methods of one path are described beside each other', () => {
  expect(Object.entries(paths).map(([path, methods]) => [path, Object.keys(methods)])).toEqual([
    ['/api/notes/count', ['get']],
    ['/api/notes', ['get', 'post']],
    ['/api/notes/{slug}', ['delete']],
    ['/api/notes/{slug}/ping', ['post']],
    ['/api/check', ['post']],
  ])
})

test('a call of an account needs a key, and its 401 names both faults of one', () => {
  for (const line of ['get /api/notes', 'post /api/notes', 'delete /api/notes/{slug}']) {
    expect(described(line).security).toEqual([{ bearerKey: [] }, { headerKey: [] }])
    expect(described(line).responses[401]?.description).toBe('invalid_key, key_required.')
  }
  for (const line of ['get /api/notes/count', 'post /api/check']) {
    expect(described(line)).not.toHaveProperty('security')
    expect(described(line).responses[401]?.description).not.toContain('key_required')
  }
})

test.each([
  ['post /api/notes', 'NewNote', 16_384],
  ['post /api/check', 'AnyNote', 65_536],
])('%s states its body %s, of %i bytes at most, and its refusals', (line, name, bytes) => {
  const { requestBody, responses } = described(line)
  expect(requestBody).toMatchObject({
    required: true,
    description: `JSON in UTF-8, at most ${bytes} bytes`,
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  expect(responses[400]?.description).toContain('invalid_json')
  expect(Object.keys(responses)).toEqual(expect.arrayContaining(['413', '415']))
})

test('a call without a body has no refusal for one', () => {
  const { requestBody, responses } = described('post /api/notes/{slug}/ping')
  expect([requestBody, responses[415], codesOf({ description: '', responses }, 401)]).toEqual([
    undefined,
    undefined,
    2,
  ])
})

test('the schema of a body refuses unknown fields, and takes its example', () => {
  const ajv = new Ajv2020({ strict: false })
  ajv.addSchema({ $id: 'api', components: JSON.parse(JSON.stringify(document.components)) })
  const validate = ajv.getSchema('api#/components/schemas/NewNote')
  const { examples } = described('post /api/notes').requestBody?.content?.['application/json'] ?? {}
  expect(examples).toEqual({ short: { summary: 'A short note', value: { text: 'x' } } })
  expect([validate?.({ text: 'x' }), validate?.({ text: 'x', other: 1 })]).toEqual([true, false])
})

test('the status of a success and the limits of calls are stated', () => {
  const successes = (line: string) =>
    Object.keys(described(line).responses).filter((status) => status < '400')
  expect(successes('post /api/notes')).toEqual(['201'])
  expect(successes('delete /api/notes/{slug}')).toEqual(['204'])
  expect(described('delete /api/notes/{slug}').responses[204]).not.toHaveProperty('content')
  expect(successes('get /api/notes')).toEqual(['200'])
  expect(successes('get /api/notes/count')).toEqual(['200', '304'])
  expect(described('post /api/notes').description).toBe(
    'For tests. At most 10 such calls an hour for each account.',
  )
  expect(described('delete /api/notes/{slug}').description).toContain('At most 60 such calls an hour')
  expect(described('post /api/check').description).toBe(
    'For tests. At most 30 such calls a minute for each caller.',
  )
})

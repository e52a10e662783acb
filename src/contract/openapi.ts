import type { TSchema } from 'typebox'
import { ERRORS, type ErrorCode, ErrorEnvelope } from './errors.ts'
import { components, TAGS } from './openapi-components.ts'
import { webhooks } from './openapi-webhooks.ts'
import { COMMON_ERRORS, type Example, type Operation } from './operation.ts'
import { OPERATIONS } from './operations/index.ts'
import type { Parameter } from './parameter.ts'
import { referenced, type Schemas } from './schema-reference.ts'

/** The OpenAPI 3.1 description of everything the service answers and sends, made from the registry. */
export function openApi(service: { readonly baseUrl: string; readonly version: string }) {
  const schemas: Schemas = new Map()
  const paths = Object.fromEntries(
    Object.values<Operation>(OPERATIONS).map((operation) => [
      operation.path,
      { [operation.method.toLowerCase()]: describe(operation, schemas) },
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Evidence Research Service',
      version: service.version,
      summary: 'An evidence-backed research layer for projects on chain 4663.',
      description:
        'Every line of content is FACT (recorded, with its source), DERIVED (a rule applied to facts) or UNKNOWN (not held). An absent or null field means unknown; it is never 0, false, an empty list or the word none. Price, liquidity and volume are context only. No read calls an outside provider.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: service.baseUrl }],
    security: [{}, { bearerKey: [] }, { headerKey: [] }],
    tags: TAGS,
    paths,
    webhooks: webhooks(schemas),
    components: components(schemas),
  }
}

function describe(operation: Operation, schemas: Schemas) {
  return {
    operationId: operation.name,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    parameters: [
      ...Object.entries(operation.input.path).map(([name, parameter]) => inPath(name, parameter)),
      ...Object.entries(operation.input.query).flatMap(([name, parameter]) => inQuery(name, parameter)),
    ],
    responses: { ...answers(operation, schemas), ...refusals(operation, schemas) },
  }
}

function inPath(name: string, parameter: Parameter) {
  return { name, in: 'path', required: true, ...described(parameter) }
}

function inQuery(name: string, parameter: Parameter) {
  const places = [
    { name, in: 'query' },
    ...parameter.aliases.map((alias) => ({ name: alias, in: 'query' })),
    ...(parameter.header === undefined ? [] : [{ name: parameter.header, in: 'header' }]),
  ]
  return places.map((place) => ({
    ...place,
    required: parameter.presence === 'required' && parameter.aliases.length === 0,
    ...described(parameter),
  }))
}

function described({ schema }: Parameter) {
  const { description, ...form } = schema as TSchema & { description?: string }
  return { ...(description === undefined ? {} : { description }), schema: form }
}

function answers(operation: Operation, schemas: Schemas) {
  const own = {
    schema: referenced(operation.output, schemas),
    examples: Object.fromEntries(operation.examples.map(exampleOf)),
  }
  const texts = (operation.textForms ?? []).map((form) => [form, { schema: { type: 'string' } }] as const)
  const type = operation.media === undefined ? 'application/json' : operation.media
  const content = { [type]: own, ...Object.fromEntries(texts) }
  const unchanged = {
    description: 'Unchanged since the answer with this ETag',
    headers: headersOf(operation),
  }
  return {
    200: { description: operation.summary, headers: headersOf(operation), content },
    ...(operation.cacheable === 'shared' ? { 304: unchanged } : {}),
    ...('slug' in operation.input.path ? { 308: moved(operation) } : {}),
  }
}

function moved(operation: Operation) {
  return {
    description: 'The project was renamed: the same read under its current slug',
    headers: { ...headersOf(operation), location: header('Location') },
  }
}

function exampleOf({ name, summary, answer }: Example) {
  return [name, { summary, value: answer }] as const
}

function refusals(operation: Operation, schemas: Schemas) {
  const codes: readonly ErrorCode[] = [...new Set([...COMMON_ERRORS, ...operation.errors])]
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  const schema = referenced(ErrorEnvelope, schemas)
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `${code}: ${ERRORS[code].message}`).join(' '),
        headers: {
          ...headersOf(operation),
          ...(status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {}),
          ...(status === 405 ? { allow: header('Allow') } : {}),
        },
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

function headersOf(operation: Operation) {
  const always = { 'x-request-id': header('RequestId'), 'x-api-version': header('ApiVersion') }
  const counted = {
    'ratelimit-limit': header('RateLimitLimit'),
    'ratelimit-policy': header('RateLimitPolicy'),
    'ratelimit-remaining': header('RateLimitRemaining'),
    'svc-tier': header('Tier'),
    'svc-monthly-remaining': header('MonthlyRemaining'),
  }
  return operation.counted ? { ...always, ...counted } : always
}

function header(name: string) {
  return { $ref: `#/components/headers/${name}` }
}

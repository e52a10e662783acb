import type { TSchema } from 'typebox'
import type { Publishes } from './events.ts'
import { LIMITS } from './limits.ts'
import { components, TAGS } from './openapi-components.ts'
import { errorAnswers } from './openapi-errors.ts'
import { webhooks } from './openapi-webhooks.ts'
import { EXPORT_TYPES, type Example, type Operation } from './operation.ts'
import { OPERATIONS } from './operations/index.ts'
import type { Parameter } from './parameter.ts'
import { referenced, type Schemas } from './schema-reference.ts'

const KEYS = [{ bearerKey: [] }, { headerKey: [] }]

/** The OpenAPI 3.1 document of all answers and webhooks of a deployment, generated from the registry. */
export function openApi(
  service: { readonly baseUrl: string; readonly version: string; readonly publishes: Publishes },
  operations: readonly Operation[] = Object.values(OPERATIONS),
) {
  const schemas: Schemas = new Map()
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(
        ofPath.map((operation) => [operation.method.toLowerCase(), describe(operation, schemas)]),
      ),
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Evidence Research Service',
      version: service.version,
      summary: 'An evidence-backed research layer for projects on chain 4663.',
      description:
        'Every line of content is FACT (recorded, with its source), DERIVED (a rule applied to facts) or UNKNOWN. An absent or null field means unknown; it is never 0, false, an empty list or the word none. Price, liquidity and volume are context only. No read calls an outside provider.',
      contact: { name: 'Evidence Research Service', url: `${service.baseUrl}/api` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: service.baseUrl }],
    security: [{}, ...KEYS],
    tags: TAGS,
    paths,
    webhooks: webhooks(service.publishes, schemas),
    components: components(schemas),
  }
}

function describe(operation: Operation, schemas: Schemas) {
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.caller === 'account' && { security: KEYS }),
    parameters: [
      ...Object.entries(operation.input.path).map(([name, parameter]) =>
        inPath({ name, parameter }, schemas),
      ),
      ...Object.entries(operation.input.query).flatMap(([name, parameter]) =>
        inQuery({ name, parameter }, schemas),
      ),
    ],
    ...bodyOf(operation, schemas),
    responses: {
      ...answers(operation, schemas),
      ...errorAnswers(operation, { schemas, headersOf: errorHeaders(operation) }),
    },
  }
}

function descriptionOf({ description, minutely, hourly, cost }: Operation): string {
  if (cost > 1) return `${description} A call counts as ${cost} requests.`
  if (minutely !== undefined)
    return `${description} At most ${LIMITS.callsPerMinute[minutely]} such calls a minute for each caller.`
  if (hourly === undefined) return description
  return `${description} At most ${LIMITS.callsPerHour[hourly]} such calls an hour for each account.`
}

function bodyOf({ input, protocol, bodyBytes, examples }: Operation, schemas: Schemas) {
  const body = protocol === undefined ? input.body : protocol
  if (body === undefined) return {}
  const given = examples.flatMap(({ name, summary, body }) =>
    body === undefined ? [] : [[name, { summary, value: body }] as const],
  )
  const json = { schema: referenced(body, schemas), examples: Object.fromEntries(given) }
  const description = `JSON in UTF-8, at most ${bodyBytes} bytes`
  return { requestBody: { required: true, description, content: { 'application/json': json } } }
}

type Named = { readonly name: string; readonly parameter: Parameter }

function inPath({ name, parameter }: Named, schemas: Schemas) {
  return { name, in: 'path', required: true, ...formOf(parameter, schemas) }
}

function inQuery({ name, parameter }: Named, schemas: Schemas) {
  const places = [
    { name, in: 'query' },
    ...parameter.aliases.map((alias) => ({ name: alias, in: 'query' })),
    ...(parameter.header === undefined ? [] : [{ name: parameter.header, in: 'header' }]),
  ]
  return places.map((place) => ({
    ...place,
    required: parameter.presence === 'required' && parameter.aliases.length === 0,
    ...formOf(parameter, schemas),
  }))
}

/** A list is one comma-separated value. */
function formOf({ schema }: Parameter, schemas: Schemas) {
  const { description, ...form } = schema as TSchema & { description?: string; type?: string }
  return {
    ...(description === undefined ? {} : { description }),
    ...(form.type === 'array' ? { style: 'form', explode: false } : {}),
    schema: referenced(form, schemas),
  }
}

function answers(operation: Operation, schemas: Schemas) {
  if (operation.status === 204)
    return { 204: { description: operation.summary, headers: headersOf(operation) } }
  const own = {
    schema: referenced(operation.output, schemas),
    examples: Object.fromEntries(operation.examples.map(exampleOf)),
  }
  const texts = (operation.textForms ?? []).map((form) => [form, { schema: { type: 'string' } }] as const)
  const type = operation.media === undefined ? 'application/json' : operation.media
  const forms = operation.lines === undefined ? [type] : Object.values(EXPORT_TYPES)
  const content = Object.fromEntries([...forms.map((form) => [form, own] as const), ...texts])
  const unchanged = {
    description: 'Unchanged since the answer with this ETag',
    headers: headersOf(operation),
  }
  return {
    [operation.status]: { description: operation.summary, headers: headersOf(operation), content },
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

function errorHeaders(operation: Operation) {
  return (status: number) => ({
    ...headersOf(operation),
    ...(status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {}),
    ...(status === 405 ? { allow: header('Allow') } : {}),
  })
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

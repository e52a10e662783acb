import type { Publishes } from '../events.ts'
import { LIMITS } from '../limits.ts'
import { EXPORT_TYPES, type Example, type Operation } from '../operation.ts'
import { OPERATIONS } from '../operations/index.ts'
import { components, type Parts, TAGS } from './components.ts'
import { refusalsOf } from './errors.ts'
import { openapiIntroduction } from './introduction.ts'
import { describedParameters } from './parameters.ts'
import { referenced, type Schemas } from './schema-reference.ts'
import { openapiWebhooks } from './webhooks.ts'

const KEYS = [{ bearerKey: [] }, { headerKey: [] }]

/** The OpenAPI 3.1 document of all answers and webhooks of a deployment, generated from the registry. */
export function openApi(
  service: { readonly baseUrl: string; readonly version: string; readonly publishes: Publishes },
  operations: readonly Operation[] = Object.values(OPERATIONS),
) {
  const parts: Parts = {
    schemas: new Map(),
    responses: new Map(),
    examples: new Map(),
    parameters: new Map(),
  }
  const parameters = describedParameters(operations, parts)
  const byPath = Map.groupBy(operations, ({ path }) => path)
  const paths = Object.fromEntries(
    [...byPath].map(([path, ofPath]) => [
      path,
      Object.fromEntries(
        ofPath.map((operation) => [
          operation.method.toLowerCase(),
          describe(operation, { parts, parameters }),
        ]),
      ),
    ]),
  )
  return {
    openapi: '3.1.1',
    info: {
      title: 'Evidence Research Service',
      version: service.version,
      summary: 'An evidence-backed research layer for projects on chain 4663.',
      description: openapiIntroduction(),
      contact: { name: 'Evidence Research Service', url: `${service.baseUrl}/api` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: service.baseUrl }],
    security: [{}, ...KEYS],
    tags: TAGS,
    paths,
    webhooks: openapiWebhooks(service.publishes),
    components: components(parts, service.publishes),
  }
}

function describe(
  operation: Operation,
  {
    parts,
    parameters,
  }: { readonly parts: Parts; readonly parameters: ReturnType<typeof describedParameters> },
) {
  const { schemas } = parts
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: descriptionOf(operation),
    ...(operation.caller === 'account' && { security: KEYS }),
    parameters: parameters.get(operation.name) ?? [],
    ...bodyOf(operation, schemas),
    responses: { ...answers(operation, schemas), ...refusalsOf(operation, parts) },
  }
}

function descriptionOf(operation: Operation): string {
  const { description, exclusive = [], textForms = [] } = operation
  const apart = exclusive.map((name) => `\`${name}\``).join(', ')
  return [
    description,
    apart !== '' && `Give at most one of ${apart}.`,
    isJson(operation) && textForms.length > 0 && `Also as ${textForms.join(' and ')}, by \`Accept\`.`,
    limitOf(operation),
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

function limitOf({ minutely, hourly, cost }: Operation): string | false {
  if (cost > 1) return `A call counts as ${cost} requests.`
  if (minutely !== undefined)
    return `At most ${LIMITS.callsPerMinute[minutely]} such calls a minute for each caller.`
  return hourly !== undefined && `At most ${LIMITS.callsPerHour[hourly]} such calls an hour for each account.`
}

function isJson({ media, lines }: Operation): boolean {
  return media === undefined && lines === undefined
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

function answers(operation: Operation, schemas: Schemas) {
  const { status, cacheable, notified, input } = operation
  return {
    [status]: {
      description: 'OK',
      ...(status !== 204 && { content: contentOf(operation, schemas) }),
    },
    ...(notified !== undefined && { [notified]: { description: 'A notification has no answer' } }),
    ...(cacheable === 'shared' && { 304: { $ref: '#/components/responses/Unchanged' } }),
    ...(status !== 204 && 'slug' in input.path && { 308: { $ref: '#/components/responses/Moved' } }),
  }
}

/**
 * The media types of an answer. A JSON answer is described without its text forms: generators would give it the type
 * "JSON or text".
 */
function contentOf(operation: Operation, schemas: Schemas) {
  const { output, examples, media = 'application/json', lines, textForms = [] } = operation
  const schema = referenced(output, schemas)
  const [form, ...forms] = lines === undefined ? [media] : Object.values(EXPORT_TYPES)
  const texts = isJson(operation) ? [] : textForms
  return {
    [form]: { schema, examples: Object.fromEntries(examples.map(exampleOf)) },
    ...Object.fromEntries(forms.map((other) => [other, { schema }])),
    ...Object.fromEntries(texts.map((text) => [text, { schema: { type: 'string' } }])),
  }
}

function exampleOf({ name, summary, answer }: Example) {
  return [name, { summary, value: answer }] as const
}

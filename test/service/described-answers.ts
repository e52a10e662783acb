import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import document from '../../openapi.json' with { type: 'json' }
import { isJsonType } from './json-type.ts'

/** A received answer. */
export type Got = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}
type Reference = { readonly $ref: string }
type Schema = Reference | { readonly anyOf: readonly Reference[] }
type Response = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }
type Described = Readonly<Record<string, Response | Reference>>

const PATHS = document.paths as unknown as Readonly<
  Record<string, Readonly<Record<string, { responses: Described }>>>
>
const SHARED: Readonly<Record<string, Response>> = JSON.parse(JSON.stringify(document.components.responses))
const ERROR = '#/components/schemas/Error'
const REFUSALS = [{ $ref: ERROR }, { $ref: '#/components/schemas/AgentError' }]
/**
 * The answer to a method that a path does not have. The description has no operation for it, only words in the
 * introduction.
 */
const NO_SUCH_METHOD: Response = { content: { 'application/json': { schema: { anyOf: REFUSALS } } } }
/** Text that must never be in an answer: code locations, SQL, the host of the request. */
const LEAKS =
  /node_modules|\bat \S+ \(|\.ts:\d|\bselect .* from\b|FST_ERR|evil\.example|127\.0\.0\.1|\bundefined\b/i
const BODILESS = new Set([204, 304, 308])

const described = validatorOf(document.components)

/** A validator of named schemas that shares no code with the service. */
export function validatorOf(components: unknown): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'api', components: JSON.parse(JSON.stringify(components)) })
  return ajv
}

/**
 * Lists the ways in which an answer breaks openapi.json or the rules of every answer. `path` is the described path of
 * the request; undefined for an unknown address. The answer to an undescribed method is checked like the answers of the
 * path's other methods.
 */
export function faultsOf(answer: Got, path: string | undefined, method = 'GET'): readonly string[] {
  const { status, headers, text } = answer
  const faults = status >= 500 ? [`status ${status}`] : []
  if (LEAKS.test(text)) faults.push(`says ${LEAKS.exec(text)?.[0]}`)
  for (const [name, value] of [
    ['access-control-allow-origin', '*'],
    ['x-api-version', '1'],
  ] as const)
    if (headers[name] !== value) faults.push(`${name} is ${headers[name]}`)
  if (!/^[\w.:/@+=-]{1,128}$/.test(String(headers['x-request-id']))) faults.push('no request id')
  return [
    ...faults,
    ...(status >= 400 ? faultsOfRefusal(answer) : []),
    ...faultsOfBody(answer, responsesOf(path, method)),
  ]
}

function faultsOfRefusal({ headers, text }: Got): readonly string[] {
  const faults: string[] = []
  if (!/^(?:private, )?no-store$/.test(String(headers['cache-control'])))
    faults.push(`cache-control is ${headers['cache-control']}`)
  if (headers['etag'] !== undefined) faults.push('has an etag')
  // A refusal by a protocol has the form of the protocol, without the request id.
  if (
    text !== '' &&
    !text.startsWith('{"jsonrpc"') &&
    !text.includes(`"requestId":"${headers['x-request-id']}"`)
  )
    faults.push('another request id')
  return faults
}

function responsesOf(path: string | undefined, method: string): Described | undefined {
  if (path === undefined) return undefined
  const methods = PATHS[path] ?? {}
  return (methods[method.toLowerCase()] ?? Object.values(methods)[0])?.responses
}

function faultsOfBody({ status, headers, text }: Got, responses: Described | undefined): readonly string[] {
  if (BODILESS.has(status) || text === '') return text === '' ? [] : ['has a body']
  const type = String(headers['content-type']).split(';')[0] ?? ''
  const response = status === 405 ? NO_SUCH_METHOD : responseOf(responses?.[status])
  if (responses !== undefined && response === undefined) return [`status ${status} is not described`]
  const schema = responses === undefined ? { $ref: ERROR } : response?.content?.[type]?.schema
  if (schema === undefined) return [`${type} is not described`]
  const body: unknown = isJsonType(type) ? JSON.parse(text) : text
  const references = 'anyOf' in schema ? schema.anyOf : [schema]
  const faults = references.map(({ $ref }) => faultOf(body, $ref))
  return faults.includes(undefined) ? [] : [faults.join(', nor ')]
}

function responseOf(described: Response | Reference | undefined): Response | undefined {
  if (described === undefined || !('$ref' in described)) return described
  return SHARED[described.$ref.slice('#/components/responses/'.length)]
}

/** Where the body breaks a schema. Undefined when it does not, or when the answer is text without a named schema. */
function faultOf(body: unknown, ref: string | undefined): string | undefined {
  if (ref === undefined) return typeof body === 'string' ? undefined : 'has no named schema'
  const validate = described.getSchema(`api${ref}`)
  return validate?.(body) === true ? undefined : `${ref}: ${described.errorsText(validate?.errors)}`
}

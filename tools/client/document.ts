import document from '../../openapi.json' with { type: 'json' }

/** The part of JSON Schema that the description of the API uses. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly description?: string
}
export type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
type Described = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
/** An operation of the description, with its parameters and the content of its success. */
export type Operation = {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly parameters: readonly Parameter[]
  readonly body: Schema | undefined
  /** The schema of the answer as JSON; undefined for texts and images. */
  readonly json: Schema | undefined
  readonly isImage: boolean
}

const described = document as unknown as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly requestBodies: Readonly<Record<string, { readonly content: Content }>>
  }
}

/** The named schemas. A change event is one of two objects, which the API description can only state in words. */
export const schemas: Readonly<Record<string, Schema>> = {
  ...described.components.schemas,
  ...eventSchemas(described.components.schemas['ChangeEvent'] ?? {}),
}

export const operations: readonly Operation[] = Object.entries(described.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => operationOf(operation, { method, path })),
)

/** An upsert has every field of an event, a retraction the required ones. @source contract, Change event */
function eventSchemas({ properties = {}, required = [] }: Schema): Readonly<Record<string, Schema>> {
  const op = (value: string): Schema => ({ const: value, description: properties['op']?.description ?? '' })
  const kept = Object.fromEntries(required.map((name) => [name, properties[name] ?? {}]))
  return {
    ChangeEvent: {
      anyOf: ['UpsertEvent', 'RetractEvent'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    },
    UpsertEvent: { properties: { ...properties, op: op('upsert') }, required: Object.keys(properties) },
    RetractEvent: { properties: { ...kept, op: op('retract') }, required },
  }
}

function operationOf(
  operation: Described,
  at: { readonly method: string; readonly path: string },
): Operation {
  const [tag = ''] = operation.tags
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  const content = success?.content ?? {}
  const json = Object.entries(content).find(([media]) => /[/+]json$/.test(media))?.[1].schema
  return {
    id: operation.operationId,
    method: at.method.toUpperCase(),
    path: at.path,
    tag,
    summary: operation.summary,
    parameters: (operation.parameters ?? []).map(parameterOf),
    body: operation.requestBody?.content['application/json']?.schema,
    json,
    isImage: 'image/png' in content,
  }
}

function parameterOf(given: Parameter | { readonly $ref: string }): Parameter {
  return '$ref' in given ? found(described.components.parameters, given.$ref) : given
}

/** The name of the schema that a reference names. */
export function nameOf({ $ref }: Schema): string | undefined {
  return $ref?.split('/').at(-1)
}

/** The schema without its reference. */
export function resolved(schema: Schema): Schema {
  return schema.$ref === undefined ? schema : resolved(found(schemas, schema.$ref))
}

function found<T>(named: Readonly<Record<string, T>>, $ref: string): T {
  const value = named[$ref.split('/').at(-1) ?? '']
  if (value === undefined) throw new Error(`openapi.json has no ${$ref}`)
  return value
}

/** Whether a value of the schema can be null. */
export function isNullable(schema: Schema): boolean {
  const { type, anyOf } = resolved(schema)
  return (
    type === 'null' || (Array.isArray(type) && type.includes('null')) || (anyOf?.some(isNullable) ?? false)
  )
}

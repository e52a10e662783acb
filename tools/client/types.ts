import { nameOf, type Operation, type Parameter, type Schema, schemas } from './document.ts'
import { canBeUnknown, hasUnknowns, isPlain, reached } from './unknown-fields.ts'

/** Whether null and absent fields of a written type are unknowns. */
type Reading = { readonly unknowns: boolean }
const READ: Reading = { unknowns: true }
const PLAIN: Reading = { unknowns: false }

/** The names of the schemas that a claim note consists of. */
export const CLAIM_NOTE = [...reached([...plainRoots(new Set(['ClaimNote']))]), 'ClaimNote'].toSorted()

/** The declarations of the types of a claim note. */
export function claimNoteTypes(): string {
  const plain = new Set(CLAIM_NOTE)
  return CLAIM_NOTE.map((name) => declaration(name, { read: new Set(), plain })).join('\n\n')
}

/** The declarations of every other schema that a call or its answer names. */
export function schemaTypes(operations: readonly Operation[]): string {
  const answers = operations.filter(hasUnknowns).map(({ json }) => json ?? {})
  const others = operations.flatMap((operation) => [
    ...operation.parameters.map(({ schema }) => schema),
    ...(operation.body === undefined ? [] : [operation.body]),
    ...(hasUnknowns(operation) || operation.json === undefined ? [] : [operation.json]),
  ])
  const read = reached(answers)
  const plain = reached(others)
  const ofErrors = reached([{ $ref: '#/components/schemas/ErrorCode' }])
  const names = [...new Set([...read, ...plain, ...reached(plainRoots(read)), ...ofErrors])].toSorted()
  const own = names.filter((name) => !CLAIM_NOTE.includes(name))
  return own.map((name) => declaration(name, { read, plain })).join('\n\n')
}

/** The plain objects among these names. The walk through the schemas of answers stops at them. */
function plainRoots(names: ReadonlySet<string>): readonly Schema[] {
  return [...names].filter(isPlain).map((name) => schemas[name] ?? {})
}

function declaration(
  name: string,
  { read, plain }: { readonly read: ReadonlySet<string>; readonly plain: ReadonlySet<string> },
): string {
  const schema = schemas[name] ?? {}
  const reading = read.has(name) && !isPlain(name) ? READ : PLAIN
  const body = typeOf(schema, reading)
  if (read.has(name) && plain.has(name) && typeOf(schema, PLAIN) !== typeOf(schema, READ))
    throw new Error(`${name} has unknowns in one answer and none in another`)
  return `${comment(schema.description, '')}export type ${name} = ${body}`
}

/** The type of a schema, as TypeScript. */
export function typeOf(schema: Schema, reading: Reading = PLAIN): string {
  const name = nameOf(schema)
  if (name !== undefined) return name
  const { anyOf } = schema
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, reading)).join(' | ')
  if (schema.enum !== undefined) return schema.enum.map((value) => literal(value)).join(' | ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.properties !== undefined || schema.additionalProperties !== undefined)
    return withNull(schema, objectType(schema, reading))
  if (schema.items !== undefined)
    return withNull(schema, `readonly ${grouped(typeOf(schema.items, reading))}[]`)
  const types = [schema.type ?? 'unknown'].flat()
  return types.map((type) => PRIMITIVES[type] ?? 'unknown').join(' | ') || 'never'
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  object: 'Readonly<Record<string, unknown>>',
}

function objectType(schema: Schema, reading: Reading): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const entries = Object.entries(properties)
  if (entries.length === 0) {
    const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties, reading) : 'unknown'
    return `Readonly<Record<string, ${value}>>`
  }
  const fields = entries.map(([name, field]) => {
    const isUnknowable = reading.unknowns && canBeUnknown(name, schema)
    const written = isUnknowable ? `Claim<${typeOf(withoutNull(field), reading)}>` : typeOf(field, reading)
    const mark = isUnknowable || required.includes(name) ? '' : '?'
    return `${comment(field.description, '  ')}  readonly ${key(name)}${mark}: ${indented(written)}`
  })
  return `{\n${fields.join('\n')}\n}`
}

/** The schema without null: the claim states null, by being unknown. */
function withoutNull(schema: Schema): Schema {
  const { type, anyOf } = schema
  const kept = anyOf?.filter((one) => one.type !== 'null')
  return {
    ...schema,
    ...(Array.isArray(type) && { type: type.filter((one) => one !== 'null') }),
    ...(kept !== undefined && { anyOf: kept }),
  }
}

function withNull(schema: Schema, type: string): string {
  return [schema.type ?? []].flat().includes('null') ? `${type} | null` : type
}

function grouped(type: string): string {
  return type.includes(' | ') ? `(${type})` : type
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

function indented(type: string): string {
  return type.replaceAll('\n', '\n  ')
}

export function comment(text: string | undefined, indent: string): string {
  return text === undefined || text === '' ? '' : `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`
}

/** The type of an operation's parameters, without headers. */
export function parametersType({ parameters, body }: Operation): string {
  const fields = parameters.filter(({ in: place }) => place !== 'header').map(parameterField)
  if (body !== undefined) fields.push(`readonly body: ${typeOf(body)}`)
  return fields.length === 0 ? 'Nothing' : `{ ${fields.join('; ')} }`
}

function parameterField({ name, required, schema }: Parameter): string {
  return `readonly ${key(name)}${required === true ? '' : '?'}: ${typeOf(schema)}`
}

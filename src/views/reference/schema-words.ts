import { known } from '#contract/known.ts'
import { numberWords } from '../words/figures.ts'
import { valuesPage } from './addresses.ts'
import { code, joined, type Word, type Words } from './parts.ts'

/** A JSON Schema as the API description has it. */
export type Schema = Readonly<Record<string, unknown>> & {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
}

/** The named schemas that others refer to. */
export type NamedSchemas = ReadonlyMap<string, Schema>

/** A closed list with at most this many values is written out; a longer list is linked. */
const MOST_VALUES = 12
const REFERENCE = '#/components/schemas/'

/** The name that a schema refers to; undefined when it refers to none. */
export function nameIn({ $ref }: Schema): string | undefined {
  return $ref?.startsWith(REFERENCE) === true ? $ref.slice(REFERENCE.length) : undefined
}

/** The schema that a reference names, or the schema itself. */
export function resolved(schema: Schema, named: NamedSchemas): Schema {
  const name = nameIn(schema)
  if (name === undefined) return schema
  const found = named.get(name)
  if (found === undefined) throw new Error(`no schema is named ${name}`)
  return found
}

/** The alternatives of a schema without null, and whether null is one of them. */
export function alternativesOf(schema: Schema): {
  readonly of: readonly Schema[]
  readonly isNullable: boolean
} {
  if (schema.anyOf !== undefined) {
    const of = schema.anyOf.filter(({ type }) => type !== 'null')
    return { of, isNullable: of.length < schema.anyOf.length }
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const type = schema.type.find((one) => one !== 'null')
    const values = schema.enum?.filter((value) => value !== null)
    return {
      of: [{ ...schema, ...known({ type, enum: values }) }],
      isNullable: true,
    }
  }
  return { of: [schema], isNullable: false }
}

/** Whether a schema has fields of its own, so that it is a table. */
export function isObjectSchema(schema: Schema): boolean {
  return schema.properties !== undefined
}

/** The type of a value with its limits: "whole number, 1 to 48". Alternatives of one type are said once. */
export function typeWords(schema: Schema, named: NamedSchemas): Words {
  const types = alternativesOf(schema).of.map((one) => oneType(one, named))
  const words = [...new Map(types.map((type) => [JSON.stringify(type), type])).values()]
  return words.flatMap((one, at) => (at === 0 ? one : [' or ', ...one]))
}

function oneType(schema: Schema, named: NamedSchemas): Words {
  const name = nameIn(schema)
  if (name === undefined) return plainType(schema, named)
  const target = resolved(schema, named)
  if (target.anyOf !== undefined) return typeWords(target, named)
  if (target.enum !== undefined) return listWords(target.enum, name)
  if (target.type === 'array' || target.type === 'object') return plainType(target, named)
  return [{ href: valuesPage(name), words: name }]
}

function plainType(schema: Schema, named: NamedSchemas): Words {
  const { type } = schema
  if (schema.enum !== undefined) return listWords(schema.enum)
  if ('const' in schema) return [code(String(schema['const']))]
  if (type === 'array') return arrayWords(schema, named)
  if (type === 'object') return recordWords(schema, named)
  if (type === 'integer') return [`whole number${boundWords(schema)}`]
  if (type === 'number') return [`number${boundWords(schema)}`]
  if (type === 'boolean') return ['true or false']
  if (type === 'string') return [`${TEXT_FORMS[String(schema['format'])] ?? 'text'}${lengthWords(schema)}`]
  return ['any JSON value']
}

const TEXT_FORMS: Readonly<Record<string, string>> = {
  uri: 'address',
  date: 'day, YYYY-MM-DD',
  'date-time': 'instant, ISO 8601 in UTC',
}

function recordWords({ additionalProperties }: Schema, named: NamedSchemas): Words {
  return typeof additionalProperties === 'object'
    ? ['object by name, each value ', ...typeWords(additionalProperties, named)]
    : ['object']
}

/** The values of a closed list: written out where they are few. */
function listWords(values: readonly unknown[], name?: string): Words {
  const shown: readonly Word[] = values.map((value) => code(String(value)))
  if (name === undefined || values.length <= MOST_VALUES)
    return shown.length === 1 ? shown : ['one of ', ...joined(shown)]
  return ['one of the values of ', { href: valuesPage(name), words: name }]
}

function boundWords({ minimum, maximum, exclusiveMinimum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined)
    return maximum === Number.MAX_SAFE_INTEGER
      ? `, ${numberWords(minimum)} or more`
      : `, ${numberWords(minimum)} to ${numberWords(maximum)}`
  if (minimum !== undefined) return `, ${numberWords(minimum)} or more`
  if (exclusiveMinimum !== undefined) return `, more than ${numberWords(exclusiveMinimum)}`
  return maximum === undefined ? '' : `, at most ${numberWords(maximum)}`
}

/** "list of objects", "list of 1 to 12, each one of …". */
function arrayWords({ items, minItems, maxItems }: Schema, named: NamedSchemas): Words {
  const count = countWords(minItems, maxItems)
  if (items === undefined) return [`list${count === '' ? '' : ` of ${count}`}`]
  const each = typeWords(items, named)
  if (each.length === 1 && each[0] === 'object') return [`list of ${count === '' ? '' : `${count} `}objects`]
  return [count === '' ? 'list of ' : `list of ${count}, each `, ...each]
}

function countWords(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return `${least} to ${numberWords(most)}`
  if (most !== undefined) return `at most ${numberWords(most)}`
  return least === undefined ? '' : `at least ${least}`
}

function lengthWords({ minLength, maxLength }: Schema): string {
  if (minLength !== undefined && maxLength !== undefined)
    return `, ${minLength} to ${numberWords(maxLength)} characters`
  return maxLength === undefined ? '' : `, at most ${numberWords(maxLength)} characters`
}

import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { Failure } from '#contract/errors.ts'
import type { Body } from '#contract/operation.ts'

/**
 * Checks a parsed JSON body against its schema. Nothing is coerced or removed.
 * @throws Failure invalid_parameter with the first field that is unknown, missing or invalid, and what is expected
 */
export function readBody<B extends Body>(schema: B, body: unknown): Static<B> {
  const whole = Value.Check(schema, body) ? undefined : invalid('body', schema)
  const fault = faultOf({ schema, value: body, at: '' }) ?? whole
  if (fault !== undefined) throw fault
  return body as Static<B>
}

/** The keywords of JSON Schema that decide where a fault is and what is expected there. */
type Keywords = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly TSchema[]
  readonly allOf?: readonly TSchema[]
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
  readonly items?: TSchema
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}
/** A value of the body with its schema and its place, for example `projects[2]`. */
type Placed = { readonly schema: TSchema; readonly value: unknown; readonly at: string }

/** Characters of an unknown name that a refusal repeats. */
const NAME_LENGTH = 64

function faultOf(placed: Placed): Failure | undefined {
  const { schema, value, at } = placed
  const { anyOf, allOf, properties, items }: Keywords = schema
  const [only] = allOf ?? []
  if (only !== undefined) return faultOf({ ...placed, schema: only })
  if (anyOf !== undefined) return faultOfUnion(placed, anyOf)
  if (properties !== undefined && isObject(value)) return faultOfFields(placed, value)
  if (items !== undefined && Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      const fault = faultOf({ schema: items, value: item, at: `${at}[${index}]` })
      if (fault !== undefined) return fault
    }
  }
  if (!Value.Check(schema, value)) return invalid(at, schema)
  return typeof value === 'string' && !isStorable(value) ? refusal('Invalid', at, STORABLE) : undefined
}

/** In a list or an object that only one form can be, the fault is of the item or field. */
function faultOfUnion(placed: Placed, forms: readonly TSchema[]): Failure | undefined {
  const { schema, value, at } = placed
  if (forms.some((form) => faultOf({ ...placed, schema: form }) === undefined)) return undefined
  const [form, ...others] = forms.filter((one) => isOfKind(value, one))
  const isInside = typeof value === 'object' && form !== undefined && others.length === 0
  return isInside ? faultOf({ ...placed, schema: form }) : invalid(at, schema)
}

function faultOfFields({ schema, at }: Placed, value: object): Failure | undefined {
  const { properties = {}, required = [], additionalProperties }: Keywords = schema
  const placeOf = (name: string) => (at === '' ? name : `${at}.${name}`)
  const names = Object.keys(properties)
  const unknown = Object.keys(value).find((name) => !Object.hasOwn(properties, name))
  if (unknown !== undefined && additionalProperties === false) {
    const name = unknown.slice(0, NAME_LENGTH).toWellFormed()
    return refusal('Unknown', placeOf(name), `one of ${names.join(', ')}`)
  }
  for (const [name, field] of Object.entries(properties)) {
    const isGiven = Object.hasOwn(value, name)
    if (!isGiven && required.includes(name)) return refusal('Missing', placeOf(name), expectedOf(field))
    const own: unknown = Reflect.get(value, name)
    const fault = isGiven ? faultOf({ schema: field, value: own, at: placeOf(name) }) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

function isOfKind(value: unknown, { type }: Keywords): boolean {
  if (value === null) return type === 'null'
  const kind = Array.isArray(value) ? 'array' : typeof value
  return kind === (type === 'integer' ? 'number' : type)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const STORABLE = 'a text without NUL and without half a surrogate pair'

/** PostgreSQL stores neither. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function invalid(at: string, schema: TSchema): Failure {
  return refusal('Invalid', at === '' ? 'body' : at, expectedOf(schema))
}

function refusal(fault: 'Invalid' | 'Missing' | 'Unknown', parameter: string, expected: string): Failure {
  const message = `${fault} \`${parameter}\`: expected ${expected}.`
  return new Failure('invalid_parameter', { message, detail: { parameter, expected } })
}

/** What a schema expects, in words. */
function expectedOf(schema: TSchema): string {
  const keywords: Keywords = schema
  const { type, anyOf, allOf, minLength, maxLength, minItems, maxItems, minimum, maximum } = keywords
  const [only] = allOf ?? []
  if (only !== undefined) return expectedOf(only)
  if (anyOf !== undefined) return anyOf.map(expectedOf).join(' or ')
  if (keywords.enum !== undefined) return `one of ${keywords.enum.join(', ')}`
  if (keywords.const !== undefined) return JSON.stringify(keywords.const)
  if (keywords.pattern !== undefined) return `a text that matches ${keywords.pattern}`
  switch (type) {
    case 'string':
      return `a text${sizeOf(' of ', [minLength, maxLength], ' characters')}`
    case 'array':
      return `a list${sizeOf(' of ', [minItems, maxItems], ' items')}`
    case 'integer':
      return `a whole number${sizeOf(', ', [minimum, maximum])}`
    case 'number':
      return `a number${sizeOf(', ', [minimum, maximum])}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    default:
      return 'a JSON object'
  }
}

type Range = readonly [least: number | undefined, most: number | undefined]

function sizeOf(before: string, [least, most]: Range, unit = ''): string {
  if (least !== undefined && most !== undefined) return `${before}${least} to ${most}${unit}`
  if (least !== undefined) return `${before}${least} or more${unit}`
  return most === undefined ? '' : `${before}at most ${most}${unit}`
}

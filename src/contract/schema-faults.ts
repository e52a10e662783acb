import type { TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { isObject } from './json-object.ts'

/** A place where a value does not match its schema, and the form that is expected there, in words. */
export type SchemaFault = {
  readonly fault: 'Invalid' | 'Missing' | 'Unknown'
  /** Names and indexes, from the whole value to the fault. */
  readonly path: readonly (string | number)[]
  readonly expected: string
}

/**
 * A further rule for every text that matches its schema. It answers the expected form; undefined when the text keeps
 * the rule.
 */
type TextRule = (text: string) => string | undefined

/** Characters of an unknown name that a fault repeats. */
const NAME_LENGTH = 64

/** Finds every fault of a parsed JSON value, in the order of the schema; nothing is coerced or removed. */
export function* faultsOf(
  { schema, value }: { readonly schema: TSchema; readonly value: unknown },
  textRule: TextRule = () => undefined,
): Generator<SchemaFault> {
  let isFaulty = false
  for (const fault of walk({ schema, value, path: [] }, textRule)) {
    isFaulty = true
    yield fault
  }
  if (!isFaulty && !Value.Check(schema, value)) yield invalid([], schema)
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
/** A part of the value with its schema and its path. */
type Placed = { readonly schema: TSchema; readonly value: unknown; readonly path: SchemaFault['path'] }

function* walk(placed: Placed, textRule: TextRule): Generator<SchemaFault> {
  const { schema, value, path } = placed
  const { anyOf, allOf, properties, items, minItems, maxItems }: Keywords = schema
  const [only] = allOf ?? []
  if (only !== undefined) return yield* walk({ ...placed, schema: only }, textRule)
  if (anyOf !== undefined) return yield* walkUnion({ ...placed, forms: anyOf }, textRule)
  if (properties !== undefined && isObject(value)) return yield* walkFields({ ...placed, value }, textRule)
  if (items !== undefined && Array.isArray(value) && isWithin(value.length, minItems, maxItems)) {
    for (const [index, item] of value.entries())
      yield* walk({ schema: items, value: item, path: [...path, index] }, textRule)
    return
  }
  if (!Value.Check(schema, value)) return yield invalid(path, schema)
  const expected = typeof value === 'string' ? textRule(value) : undefined
  if (expected !== undefined) yield { fault: 'Invalid', path, expected }
}

/**
 * Finds the faults of a value of a union. When a list or an object can have only one form of the union, the faults are
 * in its items or fields.
 */
function* walkUnion(
  placed: Placed & { readonly forms: readonly TSchema[] },
  textRule: TextRule,
): Generator<SchemaFault> {
  const { schema, value, path, forms } = placed
  const ofKind = forms.filter((one) => isOfKind(value, one))
  const tag = tagOf(ofKind)
  const [form, ...others] = tag === undefined ? ofKind : ofKind.filter((one) => hasTag(value, one, tag))
  if (typeof value === 'object' && form !== undefined && others.length === 0)
    return yield* walk({ ...placed, schema: form }, textRule)
  if (forms.some((one) => walk({ ...placed, schema: one }, textRule).next().done)) return
  if (tag === undefined || !isObject(value)) return yield invalid(path, schema)
  const words = ofKind.flatMap((one) => listedWords(one, tag))
  const fault = Object.hasOwn(value, tag) ? 'Invalid' : 'Missing'
  yield { fault, path: [...path, tag], expected: `one of ${words.join(', ')}` }
}

function* walkFields(
  { schema, value, path }: Placed & { readonly value: object },
  textRule: TextRule,
): Generator<SchemaFault> {
  const { properties = {}, required = [], additionalProperties }: Keywords = schema
  const names = Object.keys(properties)
  if (additionalProperties === false)
    for (const unknown of Object.keys(value).filter((name) => !Object.hasOwn(properties, name))) {
      const name = unknown.slice(0, NAME_LENGTH).toWellFormed()
      yield { fault: 'Unknown', path: [...path, name], expected: `one of ${names.join(', ')}` }
    }
  for (const [name, field] of Object.entries(properties)) {
    const isGiven = Object.hasOwn(value, name)
    const own: unknown = Reflect.get(value, name)
    if (isGiven) yield* walk({ schema: field, value: own, path: [...path, name] }, textRule)
    else if (required.includes(name))
      yield { fault: 'Missing', path: [...path, name], expected: expectedOf(field) }
  }
}

/**
 * The field that discriminates the forms of an object: every form requires it and lists its words. A field that only
 * one form lists does not discriminate. Undefined when there is no such field, or only one form.
 */
function tagOf([first, ...others]: readonly TSchema[]): string | undefined {
  if (first === undefined || others.length === 0) return undefined
  const { required = [] }: Keywords = first
  return required.find((name) => [first, ...others].every((form) => listedWords(form, name).length > 0))
}

/** The words that a form lists for a required field; empty for any other field. */
function listedWords({ properties = {}, required = [] }: Keywords, name: string): readonly unknown[] {
  if (!required.includes(name)) return []
  const { const: word, enum: words = [] }: Keywords = properties[name] ?? {}
  return word === undefined ? words : [word]
}

function hasTag(value: unknown, form: TSchema, tag: string): boolean {
  return isObject(value) && listedWords(form, tag).includes(Reflect.get(value, tag))
}

function isOfKind(value: unknown, { type }: Keywords): boolean {
  if (value === null) return type === 'null'
  const kind = Array.isArray(value) ? 'array' : typeof value
  return kind === (type === 'integer' ? 'number' : type)
}

function isWithin(size: number, least = 0, most = Number.POSITIVE_INFINITY): boolean {
  return size >= least && size <= most
}

function invalid(path: SchemaFault['path'], schema: TSchema): SchemaFault {
  return { fault: 'Invalid', path, expected: expectedOf(schema) }
}

/** The expectation of a schema, in words. */
function expectedOf(schema: TSchema): string {
  const keywords: Keywords = schema
  const { type, anyOf, allOf, minLength, maxLength, minItems, maxItems, minimum, maximum } = keywords
  const [only] = allOf ?? []
  if (only !== undefined) return expectedOf(only)
  if (anyOf !== undefined) return [...new Set(anyOf.map(expectedOf))].join(' or ')
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
